import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { isOwnStore } from '#platform/files/store-id.ts';
import { openMemoryStore } from './support/memory-store.ts';
import { createTestDatabase } from './support/test-site.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, 'jobs');
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

it('knows the file store that a database belongs to, and another one', async () => {
  const shared = openMemoryStore();
  expect(await isOwnStore(db, shared)).toBe(true);
  expect(await isOwnStore(db, shared)).toBe(true);
  const empty = openMemoryStore();
  expect(await isOwnStore(db, empty)).toBe(false);
  // It is not made the database's own by looking.
  expect(await isOwnStore(db, empty)).toBe(false);
  expect(await empty.has('store-id.txt')).toBe(false);

  // A store that was copied, as to a bucket, brings its id along.
  const copied = openMemoryStore();
  await copied.write('store-id.txt', (await shared.read('store-id.txt')) ?? new Uint8Array());
  expect(await isOwnStore(db, copied)).toBe(true);
});

it('takes the id of files that a new database is started on', async () => {
  await db.$client.query('delete from file_store_id');
  const files = openMemoryStore();
  await files.write('store-id.txt', new TextEncoder().encode('from-before'));
  expect(await isOwnStore(db, files)).toBe(true);
  const { rows } = await db.$client.query('select id from file_store_id');
  expect(rows).toEqual([{ id: 'from-before' }]);
});
