import { Client } from 'pg';
import type { Log } from '../log.ts';
import { SITE_LOCK } from './site-lock.ts';

interface Listener {
  onNotify(payload: string): unknown;
  /** Notifications may have been missed while the connection was lost. */
  onReconnect(): void;
}

/** Notifications of the database (`LISTEN` and `NOTIFY`), received over one connection. */
export interface Notifications {
  listen(channel: string, listener: Listener): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection for notifications, which is reopened when lost. While it is open, no restore can start. */
export async function openNotifications(connectionString: string, log: Log): Promise<Notifications> {
  const listeners = new Map<string, Listener>();
  let closed = false;
  let client: Client;
  let retry: NodeJS.Timeout | undefined;

  function scheduleReconnect(): void {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void reconnect(), 1000);
  }

  async function connect(): Promise<void> {
    const newClient = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5000 });
    client = newClient;
    newClient.on('notification', ({ channel, payload = '' }) => listeners.get(channel)?.onNotify(payload));
    newClient.on('error', error => log.warn({ err: error }, 'lost the connection for notifications'));
    newClient.on('end', () => {
      if (client === newClient) scheduleReconnect();
    });
    await newClient.connect();
    // A restore waits until no instance holds it.
    await newClient.query('select pg_advisory_lock_shared($1)', [SITE_LOCK]);
    for (const channel of listeners.keys()) await newClient.query(`listen ${newClient.escapeIdentifier(channel)}`);
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      for (const listener of listeners.values()) listener.onReconnect();
    } catch {
      // 'end' follows a failed attempt only if it had connected.
      scheduleReconnect();
    }
  }

  await connect();
  return {
    async listen(channel, listener) {
      listeners.set(channel, listener);
      // While the connection is lost, this fails. It listens when it is back.
      await client.query(`listen ${client.escapeIdentifier(channel)}`).catch(() => {});
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client.end();
    },
  };
}
