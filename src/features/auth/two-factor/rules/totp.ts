import { Secret, TOTP } from 'otpauth';

/** Time steps of 30 s, six digits, HMAC-SHA-1 (RFC 6238, 4): what every app takes. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Clocks may differ by so many steps, each way (RFC 6238, 5.2). */
const WINDOW = 1;

/** A new secret of 160 random bits, as many as HMAC-SHA-1 has (RFC 4226, 4), in base32 as apps take it. */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * The time step in which a code of six digits was made, counted from 1970; undefined when it is none of this secret's
 * (in base32) from about now.
 */
export function totpStep(code: string, secret: string, now: Temporal.Instant): number | undefined {
  const timestamp = now.epochMilliseconds;
  const off = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW, ...SHAPE });
  return off === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + off;
}

/** The address that brings a secret (in base32) into an app: otpauth://totp/… */
export function totpAddress(secret: string, site: string, email: string): string {
  return new TOTP({ ...SHAPE, issuer: site, label: email, secret: Secret.fromBase32(secret) }).toString();
}
