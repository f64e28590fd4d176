/** Digits of base32 (RFC 4648, 6): no 0, 1 or 8, which look like letters. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A recovery code has so many of them: 80 random bits. */
const LENGTH = 16;

/** Somebody gets so many recovery codes. */
export const RECOVERY_CODES = 10;

/** A secret or code in groups of four, as people read it. */
export function inGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}

/** Writes a recovery code from random bytes, of which it takes the lowest five bits each. */
export function writeRecoveryCode(random: Uint8Array): string {
  return inGroups(Array.from(random.subarray(0, LENGTH), byte => DIGITS[byte & 31]).join(''));
}

/** A code that was typed: which kind it can only be, and how it is compared. */
export type TypedCode = { readonly kind: 'app' | 'recovery'; readonly code: string };

/**
 * Reads what somebody typed: six digits of an app or a recovery code, in whatever case, with whatever blanks and hyphens.
 * Undefined when it can be neither.
 */
export function readCode(typed: string): TypedCode | undefined {
  const code = typed.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined;
}
