import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { createEmptyDatabase } from '#tests/support/test-site.ts';
import { createTestLog } from '#tests/support/test-log.ts';
import { interceptTimers } from '#tests/support/time-limits.ts';
import { type Notifications, openNotifications } from './notifications.ts';

const PATIENCE = { timeout: 10_000 };

const { log } = createTestLog();
let connectionString: string;
let drop: () => Promise<void>;
let sender: Client;
let notifications: Notifications;
const received: string[] = [];
let reconnections = 0;

beforeAll(async () => {
  ({ connectionString, drop } = await createEmptyDatabase());
  sender = new Client({ connectionString });
  await sender.connect();
  notifications = await openNotifications(connectionString, log);
  await notifications.listen('test_words', {
    onNotify: word => received.push(word),
    onReconnect: () => (reconnections += 1),
  });
});
beforeEach(() => {
  received.length = 0;
  reconnections = 0;
});
afterAll(async () => {
  await notifications.close();
  await sender.end();
  await drop();
});

const notify = (channel: string, payload: string) => sender.query('select pg_notify($1, $2)', [channel, payload]);

/** Ends the connections that listen, as a restart of the server does. */
const disconnect = () =>
  sender.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`,
  );

describe('notifications', () => {
  it('reach the listener of their channel only, until the connection is closed', async () => {
    const other = await openNotifications(connectionString, log);
    const heard: string[] = [];
    await other.listen('test_words', { onNotify: word => heard.push(`word ${word}`), onReconnect: () => {} });
    await other.listen('Test "numbers"', { onNotify: number => heard.push(`number ${number}`), onReconnect: () => {} });
    await notify('test_words', 'a');
    await notify('Test "numbers"', '1');
    await notify('test_others', 'x');
    await notify('test_words', 'b');
    await expect.poll(() => heard, PATIENCE).toEqual(['word a', 'number 1', 'word b']);
    await other.close();
    await notify('test_words', 'c');
    await expect.poll(() => received, PATIENCE).toEqual(['a', 'b', 'c']);
    expect(heard).toHaveLength(3);
  });

  it('are received again after the connection was lost, and listeners are called', async () => {
    await disconnect();
    await expect.poll(() => reconnections, PATIENCE).toBe(1);
    await notify('test_words', 'back');
    await expect.poll(() => received, PATIENCE).toEqual(['back']);
    expect(reconnections).toBe(1);
  });

  it('are received by a listener that was added while the connection was lost', async () => {
    const proxy = await startDatabaseProxy(connectionString);
    const far = await openNotifications(proxy.connectionString, log);
    await proxy.cut();
    const heard: string[] = [];
    let isBack = false;
    await far.listen('test_words', { onNotify: word => heard.push(word), onReconnect: () => (isBack = true) });
    await proxy.restore();
    await expect.poll(() => isBack, PATIENCE).toBe(true);
    await notify('test_words', 'late');
    await expect.poll(() => heard, PATIENCE).toEqual(['late']);
    await far.close();
    await proxy.close();
  });

  it('are received again after the server accepted a connection but did not respond', async () => {
    const proxy = await startDatabaseProxy(connectionString);
    const far = await openNotifications(proxy.connectionString, log);
    let farReconnections = 0;
    await far.listen('test_words', { onNotify: () => {}, onReconnect: () => (farReconnections += 1) });
    const endWait = interceptTimers(5000);
    const countAttempts = await proxy.hang();
    await expect.poll(countAttempts, PATIENCE).toBe(1);
    endWait();
    await expect.poll(countAttempts, PATIENCE).toBe(2);
    await proxy.cut();
    await proxy.restore();
    await expect.poll(() => farReconnections, PATIENCE).toBe(1);
    await far.close();
    await proxy.close();
  });
});
