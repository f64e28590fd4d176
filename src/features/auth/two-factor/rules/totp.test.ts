import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { generateTotpSecret, createOtpauthUrl, findTotpStep } from './totp.ts';

/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000);

describe('a code', () => {
  // The appendix lists eight digits; the six-digit code is the last six.
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('matches RFC 6238, appendix B, at %i s: %s', (seconds, code, step) => {
    expect(findTotpStep(code, RFC_SECRET, at(seconds))).toBe(step);
  });

  it('is accepted from one step before to one step after its own', () => {
    const code = '050471';
    const first = 37_037_037 * 30;
    expect(findTotpStep(code, RFC_SECRET, at(first - 31))).toBeUndefined();
    expect(findTotpStep(code, RFC_SECRET, at(first - 30))).toBe(37_037_037);
    expect(findTotpStep(code, RFC_SECRET, at(first + 59))).toBe(37_037_037);
    expect(findTotpStep(code, RFC_SECRET, at(first + 60))).toBeUndefined();
  });

  it('resolves to the step it was generated in, for any secret and time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 2 ** 33 }), fc.integer({ min: -1, max: 1 }), (seconds, off) => {
        const secret = generateTotpSecret();
        const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: (seconds + off * 30) * 1000 });
        // Two steps may share a code; then the nearer step is returned.
        const matchingStep = findTotpStep(code, secret, at(seconds));
        expect(matchingStep).toBeDefined();
        expect(Math.abs((matchingStep ?? 0) - Math.floor(seconds / 30))).toBeLessThanOrEqual(1);
        expect(TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: (matchingStep ?? 0) * 30_000 })).toBe(
          code,
        );
      }),
    );
  });

  it.each(['', '28708', '2870822', '287 82', 'abcdef'])('rejects a code without six digits: %j', code => {
    expect(findTotpStep(code, RFC_SECRET, at(59))).toBeUndefined();
  });
});

describe('a secret', () => {
  it('has 160 bits in base32 and is unique', () => {
    const secrets = Array.from({ length: 200 }, generateTotpSecret);
    expect(new Set(secrets).size).toBe(200);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is transferred to an app by a complete otpauth URL', () => {
    const address = new URL(createOtpauthUrl(RFC_SECRET, 'Ada: Byron & Co', 'ada+x@site.example'));
    expect(address.protocol).toBe('otpauth:');
    expect(address.href).toMatch(/^otpauth:\/\/totp\/Ada/);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Ada: Byron & Co',
      secret: RFC_SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
