/** Digits of base32 (RFC 4648, 6): no 0, 1 or 8, which look like letters. */
const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A recovery code has so many of them: 80 random bits. */
const RECOVERY_CODE_LENGTH = 16;

/** Somebody gets so many recovery codes. */
export const RECOVERY_CODE_COUNT = 10;

/** A secret or code in groups of four, as people read it. */
export function formatCodeGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}

/** Writes a recovery code from random bytes, of which it takes the lowest five bits each. */
export function formatRecoveryCode(random: Uint8Array): string {
  return formatCodeGroups(
    Array.from(random.subarray(0, RECOVERY_CODE_LENGTH), byte => BASE32_ALPHABET[byte & 31]).join(''),
  );
}

/** A code that was typed: which kind it can only be, and how it is compared. */
export type ParsedCode = { readonly kind: 'app' | 'recovery'; readonly code: string };

/**
 * Reads what somebody typed: six digits of an app or a recovery code, in whatever case, with whatever blanks and hyphens.
 * Undefined when it can be neither.
 */
export function parseCode(typed: string): ParsedCode | undefined {
  const code = typed.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined;
}
