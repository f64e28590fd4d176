import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, createDatabase } from '#platform/database/database.ts';
import { type Notifications, openNotifications } from '#platform/database/notifications.ts';
import { createEmptyDatabase } from '#tests/support/test-site.ts';
import { createTestLog } from '#tests/support/test-log.ts';
import { invalidateTag, listenForInvalidations } from './cache-invalidation.ts';

const PATIENCE = { timeout: 10_000 };

let db: Database;
let drop: () => Promise<void>;
const instances: Notifications[] = [];
const received: string[][] = [[], []];

beforeAll(async () => {
  const database = await createEmptyDatabase();
  drop = database.drop;
  db = createDatabase(database.connectionString, 'jobs');
  for (const tags of received) {
    const notifications = await openNotifications(database.connectionString, createTestLog().log);
    instances.push(notifications);
    await listenForInvalidations(
      notifications,
      tag => tags.push(tag),
      () => {},
    );
  }
});
beforeEach(() => {
  for (const tags of received) tags.length = 0;
});
afterAll(async () => {
  await Promise.all(instances.map(notifications => notifications.close()));
  await db.$client.end();
  await drop();
});

describe('invalidateTag', () => {
  it('reaches every instance', async () => {
    await invalidateTag(db, 'blog');
    await expect.poll(() => received, PATIENCE).toEqual([['blog'], ['blog']]);
  });

  it('is sent once, when the transaction commits', async () => {
    await db.transaction(async tx => {
      await invalidateTag(tx, 'blog');
      await invalidateTag(tx, 'blog');
      await invalidateTag(tx, 'projects');
      await invalidateTag(db, 'marker');
      await expect.poll(() => received[0], PATIENCE).toEqual(['marker']);
    });
    await expect.poll(() => received[0], PATIENCE).toEqual(['marker', 'blog', 'projects']);
  });

  it('is not sent when the transaction rolls back', async () => {
    await expect(
      db.transaction(async tx => {
        await invalidateTag(tx, 'blog');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await invalidateTag(db, 'marker');
    await expect.poll(() => received[0], PATIENCE).toEqual(['marker']);
  });
});
