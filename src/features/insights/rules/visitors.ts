import { createHmac, randomBytes } from 'node:crypto';

/** Returns a salt, which makes visitor hashes comparable within one day only. */
export function generateSalt(): string {
  return randomBytes(32).toString('hex');
}

/**
 * Returns a visitor's hash for one day. Without the day's salt, which is deleted after the day, it can't be traced to a
 * network and browser, or linked to another day.
 */
export function hashVisitor(salt: string, visit: { site: string; network: string; userAgent: string }): string {
  return createHmac('sha256', Buffer.from(salt, 'hex'))
    .update(JSON.stringify([visit.site, visit.network, visit.userAgent]))
    .digest('base64url')
    .slice(0, 22);
}
