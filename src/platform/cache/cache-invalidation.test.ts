import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, createDatabase } from '#platform/database/database.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { createEmptyDatabase } from '#tests/support/test-site.ts';
import { createTestLog } from '#tests/support/test-log.ts';
import { interceptTimers } from '#tests/support/time-limits.ts';
import { invalidateTag, subscribeToInvalidations } from './cache-invalidation.ts';

const PATIENCE = { timeout: 10_000 };

let db: Database;
let connectionString: string;
let drop: () => Promise<void>;
let stop: () => Promise<void>;
const heard: string[] = [];
let gaps = 0;
const { log } = createTestLog();

beforeAll(async () => {
  ({ connectionString, drop } = await createEmptyDatabase());
  db = createDatabase(connectionString, 'jobs');
  stop = await subscribeToInvalidations(connectionString, log, {
    onInvalidate: tag => void heard.push(tag),
    onReconnect: () => {
      gaps += 1;
    },
  });
});
beforeEach(() => {
  heard.length = 0;
  gaps = 0;
});
afterAll(async () => {
  await stop();
  await db.$client.end();
  await drop();
});

describe('invalidateTag', () => {
  it('reaches every instance', async () => {
    const other: string[] = [];
    const stopOther = await subscribeToInvalidations(connectionString, log, {
      onInvalidate: tag => void other.push(tag),
      onReconnect: () => {},
    });
    await invalidateTag(db, 'blog');
    await expect.poll(() => [heard, other], PATIENCE).toEqual([['blog'], ['blog']]);
    await stopOther();
    await invalidateTag(db, 'site');
    await expect.poll(() => heard, PATIENCE).toEqual(['blog', 'site']);
    expect(other).toEqual(['blog']);
  });

  it('is sent once, when the transaction commits', async () => {
    await db.transaction(async tx => {
      await invalidateTag(tx, 'blog');
      await invalidateTag(tx, 'blog');
      await invalidateTag(tx, 'projects');
      await invalidateTag(db, 'marker');
      await expect.poll(() => heard, PATIENCE).toEqual(['marker']);
    });
    await expect.poll(() => heard, PATIENCE).toEqual(['marker', 'blog', 'projects']);
  });

  it('is not sent when the transaction rolls back', async () => {
    await expect(
      db.transaction(async tx => {
        await invalidateTag(tx, 'blog');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await invalidateTag(db, 'marker');
    await expect.poll(() => heard, PATIENCE).toEqual(['marker']);
  });

  it('is received again after the connection was lost, which is reported as a gap', async () => {
    const admin = new Client({ connectionString });
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`,
    );
    await admin.end();
    await expect.poll(() => gaps, PATIENCE).toBe(1);
    await invalidateTag(db, 'blog');
    await expect.poll(() => heard, PATIENCE).toEqual(['blog']);
    expect(gaps).toBe(1);
  });

  it('is received again after the server accepted a connection but did not respond', async () => {
    const proxy = await startDatabaseProxy(connectionString);
    let reconnections = 0;
    const stopOther = await subscribeToInvalidations(proxy.connectionString, log, {
      onInvalidate: () => {},
      onReconnect: () => (reconnections += 1),
    });
    const endWait = interceptTimers(5000);
    const countAttempts = await proxy.hang();
    await expect.poll(countAttempts, PATIENCE).toBe(1);
    endWait();
    await expect.poll(countAttempts, PATIENCE).toBe(2);
    await proxy.cut();
    await proxy.restore();
    await expect.poll(() => reconnections, PATIENCE).toBe(1);
    await stopOther();
    await proxy.close();
  });
});
