/**
 * Returns random bytes in hex, such as for an idempotency key. Works on pages without HTTPS, where browsers lack
 * randomUUID.
 */
export function createRandomId(bytes = 16): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, byte => byte.toString(16).padStart(2, '0')).join('');
}
