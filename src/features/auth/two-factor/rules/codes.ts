/** Base32 digits (RFC 4648, 6): no 0, 1 or 8, which look like letters. */
const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Digits of a recovery code: 80 random bits. */
const RECOVERY_CODE_LENGTH = 16;

export const RECOVERY_CODE_COUNT = 10;

/** Formats a secret or code in groups of four. */
export function formatCodeGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}

/** Formats a recovery code from random bytes, using the lowest five bits of each. */
export function formatRecoveryCode(random: Uint8Array): string {
  return formatCodeGroups(
    Array.from(random.subarray(0, RECOVERY_CODE_LENGTH), byte => BASE32_ALPHABET[byte & 31]).join(''),
  );
}

/** The kind of a typed code, and its normalized form. */
export type ParsedCode = { readonly kind: 'totp' | 'recovery'; readonly code: string };

/**
 * Parses a typed code: a six-digit app code or a recovery code, in any case, with any spaces and hyphens. Undefined if
 * it is neither.
 */
export function parseCode(typed: string): ParsedCode | undefined {
  const code = typed.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined;
}
