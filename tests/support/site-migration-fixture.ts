import { beforeAll, expect, inject } from 'vitest';
import { openZip } from '#platform/files/zip-reader.ts';
import { postApi } from './api-client.ts';
import { keepFewSamples } from './few-samples.ts';
import { importFixture } from './import-archive-fixture.ts';
import { seedFullSite } from './seed-full-site.ts';
import { createMemoryFileStore } from './memory-file-store.ts';
import { type ClonedDatabase, cloneDatabase } from './test-database.ts';
import { createSignedInUser, deleteAllUsers } from './user-factory.ts';
import { createTestSite, type TestSite } from './test-site.ts';
import { createZipBuffer } from './zip.ts';

const OWNER = { role: 'owner', name: 'Ada Byron', email: 'ada@site.example' } as const;
const LIMITS = { files: 100_000, file: 1e8, totalBytes: 1e9 };

/** Returns the files of an archive by name, decoded as Latin-1. */
export async function readArchiveFiles(archive: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(archive, LIMITS);
  const files = new Map<string, string>();
  for (const name of zip.names) files.set(name, (await zip.read(name)).toString('latin1'));
  return files;
}

/**
 * Exports a site that has one of everything and some samples. `openEmptySite` is a hook that creates an empty site with
 * the same owner: no sample content, and a separate file store.
 */
export function siteMigrationFixture() {
  let archive: Buffer;
  let emptyDatabase: ClonedDatabase;
  let cookie: string;
  let empty: TestSite;
  beforeAll(async () => {
    const full = await createTestSite();
    await keepFewSamples(full);
    const owner = await createSignedInUser(full, OWNER);
    await seedFullSite(full, owner);
    archive = await importFixture(() => full).exportArchive(owner.cookie);
    await full.close();

    emptyDatabase = await cloneDatabase(inject('databaseServer'));
    const site = await createTestSite({
      database: { ...emptyDatabase, drop: async () => {} },
      files: createMemoryFileStore(),
    });
    await deleteAllUsers(site.db);
    ({ cookie } = await createSignedInUser(site, OWNER));
    const removed = await postApi(site, '/sample-content', { confirm: 'yes' }, { cookie, method: 'DELETE' });
    expect(removed.statusCode, removed.body).toBe(200);
    await site.close();
    return () => emptyDatabase.drop();
  });
  return {
    async openEmptySite(): Promise<() => Promise<void>> {
      const database = await cloneDatabase(inject('databaseServer'), emptyDatabase);
      empty = await createTestSite({ database, files: createMemoryFileStore() });
      return () => empty.close();
    },
    archives: importFixture(() => empty),
    site: () => empty,
    cookie: () => cookie,
    archive: () => archive,
    /** Returns the archive with some files changed or added. */
    async changed(change: (files: Map<string, string>) => void): Promise<Buffer> {
      const files = await readArchiveFiles(archive);
      change(files);
      return createZipBuffer(Object.fromEntries([...files].map(([name, text]) => [name, Buffer.from(text, 'latin1')])));
    },
    rowsOf: async <Row>(query: string) => (await empty.db.$client.query(query)).rows as Row[],
  };
}
