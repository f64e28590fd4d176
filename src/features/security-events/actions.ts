import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { SecurityEvent } from './contract.ts';
import { insertSecurityEvent } from './queries.ts';

/** Whom an event concerns, and what else is to be known of it. Never a secret. */
interface Concerning {
  readonly userId?: string;
  readonly email?: string;
  /** Who did it, where that is somebody else. */
  readonly actorEmail?: string;
  readonly detail?: string;
}

/** Writes down what happened to an account, with when and from where (security page, "Defences"). */
export async function recordSecurityEvent(
  db: Db,
  { client, now }: Pick<ApiContext, 'client' | 'now'>,
  event: SecurityEvent,
  concerning: Concerning,
): Promise<void> {
  const { ip, userAgent } = client;
  await insertSecurityEvent(db, { ...concerning, event, at: new Date(now().epochMilliseconds), ip, userAgent });
}
