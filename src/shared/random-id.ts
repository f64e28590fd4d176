/** Returns a random id, such as an idempotency key, also on pages without HTTPS, where browsers lack randomUUID. */
export function createRandomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}
