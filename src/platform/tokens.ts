import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns a token of 256 random bits, safe in URLs and cookies. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns a token's hash for the database. A plain hash is enough for random tokens; user input (passwords, codes)
 * needs a slow one.
 */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Compares two secrets in constant time. */
export function isEqualConstantTime(one: string, other: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(one), digest(other));
}
