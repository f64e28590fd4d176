import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Db } from '../database/database.ts';
import { SITE_LOCK } from '../database/site-lock.ts';
import type { Log } from '../log.ts';

const CHANNEL = 'content_changed';

/**
 * Notifies every instance that the content that `tag` names changed: all of a feature, or a part of it. In a
 * transaction, the notification is sent on commit, and never after a rollback.
 */
export async function invalidateTag(db: Db, tag: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${tag})`);
}

interface Listener {
  onInvalidate(tag: string): void;
  /** Notifications may have been missed while the connection was lost. */
  onReconnect(): void;
}

/** Listens for content changes on its own connection, which is reopened when lost. Returns a function that stops it. */
export async function subscribeToInvalidations(
  connectionString: string,
  log: Log,
  listener: Listener,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  function scheduleReconnect(): void {
    clearTimeout(retry);
    if (!stopped) retry = setTimeout(() => void reconnect(), 1000);
  }

  async function connect(): Promise<void> {
    const newClient = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5000 });
    client = newClient;
    newClient.on('notification', message => listener.onInvalidate(message.payload ?? ''));
    newClient.on('error', error => log.warn({ err: error }, 'lost the connection for cache invalidations'));
    newClient.on('end', () => {
      if (client === newClient) scheduleReconnect();
    });
    await newClient.connect();
    // A restore waits until no instance holds it.
    await newClient.query('select pg_advisory_lock_shared($1)', [SITE_LOCK]);
    await newClient.query(`listen ${CHANNEL}`);
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      listener.onReconnect();
    } catch {
      // 'end' follows a failed attempt only if it had connected.
      scheduleReconnect();
    }
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}
