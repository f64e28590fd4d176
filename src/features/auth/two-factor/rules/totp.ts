import { Secret, TOTP } from 'otpauth';

/** Time steps of 30 s, six digits, HMAC-SHA-1 (RFC 6238, 4): supported by every app. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Tolerated clock drift in steps, each way (RFC 6238, 5.2). */
const TOTP_WINDOW = 1;

/** Generates a secret of 160 random bits, the output size of HMAC-SHA-1 (RFC 4226, 4), in base32. */
export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * Returns the time step (since 1970) of a six-digit code; undefined if it doesn't match the secret (in base32) now or
 * within the tolerated drift.
 */
export function findTotpStep(code: string, secret: string, now: Temporal.Instant): number | undefined {
  const timestamp = now.epochMilliseconds;
  const off = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: TOTP_WINDOW,
    ...TOTP_OPTIONS,
  });
  return off === null ? undefined : TOTP.counter({ period: TOTP_OPTIONS.period, timestamp }) + off;
}

/** Returns the URL that adds a secret (in base32) to an app: otpauth://totp/… */
export function createOtpauthUrl(secret: string, site: string, email: string): string {
  return new TOTP({ ...TOTP_OPTIONS, issuer: site, label: email, secret: Secret.fromBase32(secret) }).toString();
}
