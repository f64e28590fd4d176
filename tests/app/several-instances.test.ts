import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerSetupToken } from '#features/auth/registration/actions/owner-setup.ts';
import { createDatabase } from '#platform/database/database.ts';
import { isOwnStore } from '#platform/files/store-id.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { deleteAllUsers } from '../support/user-factory.ts';
import { createTestDatabase, createTestSite, type TestSite } from '../support/test-site.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof createDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connectionString, 'jobs');
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

it('recognizes whether a file store belongs to the database', async () => {
  const shared = createMemoryFileStore();
  expect(await isOwnStore(db, shared)).toBe(true);
  expect(await isOwnStore(db, shared)).toBe(true);
  const empty = createMemoryFileStore();
  expect(await isOwnStore(db, empty)).toBe(false);
  // Checking must not mark the store as the database's own.
  expect(await isOwnStore(db, empty)).toBe(false);
  expect(await empty.has('store-id.txt')).toBe(false);

  // A copied store, for example in a bucket, has the same ID.
  const copied = createMemoryFileStore();
  await copied.write('store-id.txt', (await shared.read('store-id.txt')) ?? new Uint8Array());
  expect(await isOwnStore(db, copied)).toBe(true);
});

it('adopts the id of existing files for a new database', async () => {
  await db.$client.query('delete from file_store_id');
  const files = createMemoryFileStore();
  await files.write('store-id.txt', new TextEncoder().encode('from-before'));
  expect(await isOwnStore(db, files)).toBe(true);
  const { rows } = await db.$client.query('select id from file_store_id');
  expect(rows).toEqual([{ id: 'from-before' }]);
});

describe('setup link', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await createTestSite();
  });
  afterAll(() => site.close());

  const claim = (token: string, email: string) => {
    const password = 'tide-gauge-42';
    return postApi(site, '/setup', { token, name: 'Ada Byron', email, password, confirmPassword: password });
  };
  const start = async (isOnlyInstance: boolean) => (await createOwnerSetupToken(site.db, { isOnlyInstance })) ?? '';

  it('stays valid when another instance starts, until one is used', async () => {
    await deleteAllUsers(site.db);
    const first = await start(false);
    const second = await start(false);
    for (const token of [first, second]) {
      expect(await getApi(site, `/setup/${token}`)).toMatchObject({ valid: true });
    }
    const claims = await Promise.all([claim(first, 'a@site.example'), claim(second, 'b@site.example')]);
    expect(claims.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 404]);
    expect(await site.db.$client.query('select 1 from users')).toMatchObject({ rowCount: 1 });
    expect(await site.db.$client.query('select 1 from owner_setup_tokens')).toMatchObject({ rowCount: 0 });
  });

  it('of another instance expires after a week', async () => {
    await deleteAllUsers(site.db);
    const first = await start(false);
    await site.db.$client.query(`update owner_setup_tokens set created_at = now() - interval '8 days'`);
    await start(false);
    expectApiError(await requestApi(site, `/setup/${first}`), 'NOT_FOUND');
  });
});
