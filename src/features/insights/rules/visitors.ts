import { createHmac, randomBytes } from 'node:crypto';

/** What makes the visitors of one day, and no other, comparable with each other. */
export function generateSalt(): string {
  return randomBytes(32).toString('hex');
}

/**
 * What a visitor is called for one day. Without the day's salt, which is deleted when the day is over, nobody can try out
 * which network and browser it stands for, nor whether it is one of another day.
 */
export function hashVisitor(salt: string, visit: { site: string; network: string; userAgent: string }): string {
  return createHmac('sha256', Buffer.from(salt, 'hex'))
    .update(JSON.stringify([visit.site, visit.network, visit.userAgent]))
    .digest('base64url')
    .slice(0, 22);
}
