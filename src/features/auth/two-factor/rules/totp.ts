import { Secret, TOTP } from 'otpauth';

/** Time steps of 30 s, six digits, HMAC-SHA-1 (RFC 6238, 4): what every app takes. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Clocks may differ by so many steps, each way (RFC 6238, 5.2). */
const TOTP_WINDOW = 1;

/** A new secret of 160 random bits, as many as HMAC-SHA-1 has (RFC 4226, 4), in base32 as apps take it. */
export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * The time step in which a code of six digits was made, counted from 1970; undefined when it is none of this secret's
 * (in base32) from about now.
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

/** The address that brings a secret (in base32) into an app: otpauth://totp/… */
export function createOtpauthUrl(secret: string, site: string, email: string): string {
  return new TOTP({ ...TOTP_OPTIONS, issuer: site, label: email, secret: Secret.fromBase32(secret) }).toString();
}
