import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';

const CHANNEL = 'content_changed';

/**
 * Notifies every instance that the content that `tag` names changed: all of a feature, or a part of it. In a
 * transaction, the notification is sent on commit, and never after a rollback.
 */
export async function invalidateTag(db: Db, tag: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${tag})`);
}

/** Calls `onInvalidate` with the tag of each content change, and `onReconnect` when changes may have been missed. */
export function listenForInvalidations(
  notifications: Notifications,
  onInvalidate: (tag: string) => unknown,
  onReconnect: () => void,
): Promise<void> {
  return notifications.listen(CHANNEL, { onNotify: onInvalidate, onReconnect });
}
