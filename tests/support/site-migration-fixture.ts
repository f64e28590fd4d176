import { beforeAll, beforeEach, expect } from 'vitest';
import { openZip } from '#platform/files/zip-reader.ts';
import { sendApi } from './api-client.ts';
import { archivesOf } from './import-archive-fixture.ts';
import { fillSite } from './seed-full-site.ts';
import { openMemoryStore } from './memory-file-store.ts';
import { arrive, forgetEverybody } from './user-factory.ts';
import { openTestSite, type TestSite } from './test-site.ts';
import { zipOf } from './zip.ts';

const OWNER = { role: 'owner', name: 'Ada Byron', email: 'ada@site.example' } as const;
const LIMITS = { files: 100_000, file: 1e8, whole: 1e9 };

/** The files of an archive by their names, a character a byte. */
export async function filesOf(archive: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(archive, LIMITS);
  const files = new Map<string, string>();
  for (const name of zip.names) files.set(name, (await zip.read(name)).toString('latin1'));
  return files;
}

/**
 * The archive of a site that is full of everything, and for each test an empty site of the same owner, who has only just
 * begun: without sample content, with files of its own.
 */
export function moveHouse() {
  let empty: TestSite;
  let archive: Buffer;
  let cookie: string;
  beforeAll(async () => {
    const full = await openTestSite();
    const there = await arrive(full, OWNER);
    await fillSite(full, there);
    archive = await archivesOf(() => full).moveOut(there.cookie);
    await full.close();
  }, 60_000);
  beforeEach(async () => {
    empty = await openTestSite({ files: openMemoryStore() });
    await forgetEverybody(empty.db);
    ({ cookie } = await arrive(empty, OWNER));
    const removed = await sendApi(empty, '/sample-content', { sure: 'yes' }, { cookie, method: 'DELETE' });
    expect(removed.statusCode, removed.body).toBe(200);
    return () => empty.close();
  }, 60_000);
  return {
    archives: archivesOf(() => empty),
    site: () => empty,
    cookie: () => cookie,
    archive: () => archive,
    /** The archive with some of its files changed or added. */
    async changed(change: (files: Map<string, string>) => void): Promise<Buffer> {
      const files = await filesOf(archive);
      change(files);
      return zipOf(Object.fromEntries([...files].map(([name, text]) => [name, Buffer.from(text, 'latin1')])));
    },
    rowsOf: async <Row>(query: string) => (await empty.db.$client.query(query)).rows as Row[],
  };
}
