import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token that nobody guesses: 256 random bits, as they may stand in an address or a cookie. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What the database keeps of a token. A plain hash is enough for what has more randomness than anyone can try; what
 * people type (passwords, codes) needs more.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares two secrets in a time that tells nothing of where they differ. */
export function isEqualConstantTime(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
