import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportSummary } from '#features/import-export/contract/index.ts';
import { createZip, type ZipEntry } from '#platform/files/zip-writer.ts';
import { postApi } from '../support/api-client.ts';
import { importFixture } from '../support/import-archive-fixture.ts';
import { type ArchiveSize, largeArchive } from '../support/large-archive.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { readArchiveFiles } from '../support/site-migration-fixture.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { inPieces } from '../support/zip.ts';

// A site can import everything that another site can export: there are no other limits on posts, projects, comments or
// text. `npm run bench` imports and exports 100,000 posts and 500,000 comments.

let site: TestSite;
let origin: string;
let cookie: string;
let base: Buffer;
beforeAll(async () => {
  site = await createTestSite({ files: createMemoryFileStore() });
  await deleteAllUsers(site.db);
  ({ cookie } = await createSignedInUser(site, { role: 'owner', name: 'Ada Byron' }));
  const removed = await postApi(site, '/sample-content', { confirm: 'yes' }, { cookie, method: 'DELETE' });
  expect(removed.statusCode, removed.body).toBe(200);
  origin = await site.http.app.listen({ port: 0, host: '127.0.0.1' });
  base = await archives.exportArchive(cookie);
});
afterAll(() => site.close());

const archives = importFixture(() => site);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Uploads an archive over a real connection while it is being packed, because reading it takes a while. Returns its
 * summary and bytes.
 */
async function send(files: AsyncIterable<ZipEntry>): Promise<{ line: ImportSummary; archive: Buffer }> {
  const parts: Uint8Array[] = [];
  async function* packed() {
    for await (const part of inPieces(createZip(files))) {
      parts.push(part);
      yield part;
    }
  }
  const upload = request(`${origin}/api/v1/imports/${randomBytes(8).toString('hex')}?fileName=site.zip`, {
    method: 'PUT',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream', cookie },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  await pipeline(packed(), upload);
  const [answer] = await answered;
  const body = await text(answer);
  expect(answer.statusCode, body).toBe(200);
  return { line: JSON.parse(body) as ImportSummary, archive: Buffer.concat(parts) };
}

/** Imports an archive and exports it again. */
async function roundTrip(size: ArchiveSize) {
  const { line, archive } = await send(largeArchive(base, size));
  const comments = size.comments.each * size.comments.posts;
  expect(line).toMatchObject({ postCount: size.posts, projectCount: size.projects, commentCount: comments });
  expect((await archives.run(cookie, line.id)).statusCode).toBe(202);
  await archives.work(line.id);
  const done = await archives.preview(cookie, line.id);
  expect(done.import).toMatchObject({ status: 'completed', errorMessage: null });
  expect(done.import.result).toMatchObject({ created: size.posts, projects: size.projects, comments, invalid: 0 });
  const again = await archives.exportArchive(cookie);
  if (sha256(again) === sha256(archive)) return;
  const [before, after] = [await readArchiveFiles(archive), await readArchiveFiles(again)];
  for (const [name, content] of before) expect(after.get(name), name).toBe(content);
  expect([...after.keys()]).toEqual([...before.keys()]);
}

it('round-trips 2,000 posts, 200 projects, 6,000 comments and 9 MB of text byte for byte', async () => {
  const longText = '海'.repeat(499_000);
  await roundTrip({
    posts: 2010,
    projects: 201,
    // More values than one statement can have, and batches that span posts.
    comments: { posts: 13, each: 490 },
    // Together, the long texts exceed a batch.
    text: number => (number >= 10 && number < 16 ? longText : `The tide of day ${number}.\n`),
  });
});
