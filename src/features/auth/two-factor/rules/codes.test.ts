import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCodeGroups, parseCode, formatRecoveryCode } from './codes.ts';

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('a recovery code', () => {
  it('has sixteen base32 digits in groups of four', () => {
    fc.assert(
      fc.property(bytes, random => {
        expect(formatRecoveryCode(random)).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
      }),
    );
  });

  it('uses five bits of each byte, so all 2⁸⁰ codes are equally likely', () => {
    const digits = Array.from({ length: 256 }, (_, byte) => formatRecoveryCode(new Uint8Array(16).fill(byte))[0]);
    const counts = new Map<string | undefined, number>();
    for (const digit of digits) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect(counts.size).toBe(32);
    expect(new Set(counts.values())).toEqual(new Set([8]));
  });

  it('is parsed in either case, with or without spaces and hyphens', () => {
    const between = fc.constantFrom('', ' ', '-', ' - ', '–', '\u00A0', '\t');
    fc.assert(
      fc.property(bytes, between, fc.boolean(), (random, sign, lower) => {
        const written = formatRecoveryCode(random);
        const typed = ` ${written.replaceAll('-', sign)} `;
        expect(parseCode(lower ? typed.toLowerCase() : typed)).toEqual({
          kind: 'recovery',
          code: written.replaceAll('-', ''),
        });
      }),
    );
  });
});

describe('parseCode', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    [' 123-456 ', '123456'],
    ['000000', '000000'],
  ])('%j is an app code', (typed, code) => {
    expect(parseCode(typed)).toEqual({ kind: 'totp', code });
  });

  it.each([
    '',
    '12345',
    '1234567',
    '12345a',
    '١٢٣٤٥٦',
    'ABCD-EFGH-IJKL',
    'ABCD-EFGH-IJKL-MNO0',
    'ABCD-EFGH-IJKL-MNOP-Q',
  ])('rejects %j', typed => {
    expect(parseCode(typed)).toBeUndefined();
  });

  it('formats a secret in groups of four', () => {
    expect(formatCodeGroups('GEZDGNBVGY3TQOJQ')).toBe('GEZD-GNBV-GY3T-QOJQ');
    expect(formatCodeGroups('')).toBe('');
  });
});
