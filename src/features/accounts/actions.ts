import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/database.ts';
import { hasOwner, saveOwnerSetUp } from './queries.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * While the site has no owner, makes a new one-time set-up token, which voids the one before, and answers it; the
 * database keeps only its hash. Undefined once there is an owner (domain, "Who may do what").
 */
export async function prepareOwnerSetUp(db: Db): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  const token = randomBytes(24).toString('base64url');
  await saveOwnerSetUp(db, sha256(token));
  return token;
}
