import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportSummary } from '#features/import-export/contract/index.ts';
import { createZip, type ZipEntry } from '#platform/files/zip-writer.ts';
import { expectApiError, getApi } from '../support/api-client.ts';
import { importFixture } from '../support/import-archive-fixture.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createTestImage, MIB, uploadTestFile } from '../support/upload-fixture.ts';
import { inPieces } from '../support/zip.ts';

let site: TestSite;
let temporary: string;
let cookie: string;
let free = Infinity;
beforeAll(async () => {
  temporary = join(await mkdtemp(join(tmpdir(), 'freehold-uploads-')), 'temporary');
  site = await createTestSite({ temporary, disk: { free: async () => free }, files: createMemoryFileStore() });
});
beforeEach(async () => {
  free = Infinity;
  await deleteAllUsers(site.db);
  ({ cookie } = await createSignedInUser(site, { role: 'owner', name: 'Ada Byron' }));
});
afterAll(async () => {
  await site.close();
  await rm(join(temporary, '..'), { recursive: true });
});

const archives = importFixture(() => site);
const post: ZipEntry = { name: 'tides.md', bytes: Buffer.from('---\ntitle: Tides\ndate: 2024-02-03\n---\nThe sea.\n') };
const left = () => readdir(temporary).catch(() => []);

/** Uploads an archive while it is being packed, and returns the response, whatever its status. */
function send(parts: AsyncIterable<Uint8Array>, headers: Record<string, string> = {}) {
  return site.http.app.inject({
    method: 'PUT',
    url: `/api/v1/imports/${randomBytes(8).toString('hex')}?fileName=blog.zip`,
    payload: Readable.from(parts, { objectMode: false }),
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream', cookie, ...headers },
  });
}

describe('large archive', () => {
  it('above 100 MB is stored only on disk', async () => {
    const zeros = new Uint8Array(35 * MIB);
    const files = [...[1, 2, 3].map(place => ({ name: `${place}.bin`, bytes: zeros, packed: true })), post];
    const modes: number[] = [];
    async function* parts() {
      let bytes = 0;
      for await (const part of createZip(files)) {
        yield part;
        bytes += part.length;
        const [name] = await left();
        if (bytes > 40 * MIB && name) modes.push((await stat(join(temporary, name))).mode & 0o777);
      }
    }
    const sent = await send(parts());
    expect(sent.statusCode, sent.body).toBe(200);
    expect(sent.json<ImportSummary>()).toMatchObject({ postCount: 1 });
    expect(sent.json<ImportSummary>().sizeBytes).toBeGreaterThan(105 * MIB);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(await left()).toEqual([]);
  });

  // From 65,535 files on, an archive needs ZIP64 records.
  it('with more than 65,535 files is imported to its end', async () => {
    const slugs = ['first', 'before', 'after', 'last'];
    const [first, ...others] = slugs.map(slug => ({
      name: `${slug}.md`,
      bytes: Buffer.from(`---\ntitle: ${slug}\ndate: 2024-02-03\n---\nText of ${slug}.\n`),
    }));
    function* files(): Generator<ZipEntry> {
      if (first) yield first;
      for (let place = 1; place < 65_535; place++)
        yield { name: `${place}.webp`, bytes: new Uint8Array(1), packed: true };
      yield* others;
    }
    const sent = await send(inPieces(createZip(files())));
    expect(sent.statusCode, sent.body).toBe(200);
    const { id } = sent.json<ImportSummary>();
    expect((await archives.run(cookie, id)).statusCode).toBe(202);
    await archives.work(id);
    expect((await archives.preview(cookie, id)).created.map(({ slug }) => slug)).toEqual(slugs);
    for (const slug of slugs)
      expect(await getApi(site, `/blog/${slug}`)).toMatchObject({ html: `<p>Text of ${slug}.</p>` });
  });

  it('is refused without free disk space, before and during upload', async () => {
    free = 74 * MIB;
    const announced = await send(createZip([post]), { 'content-length': String(11 * MIB) });
    expect(expectApiError(announced, 'PAYLOAD_TOO_LARGE').message).toBe(
      'There is not enough disk space for this archive. 10 MB are available. Free up some space.',
    );
    async function* parts() {
      for await (const part of createZip([post, { name: 'a.bin', bytes: new Uint8Array(MIB), packed: true }])) {
        yield part;
        free = 60 * MIB;
      }
    }
    expectApiError(await send(parts()), 'PAYLOAD_TOO_LARGE');
    expect(await left()).toEqual([]);
    expect(await getApi(site, '/imports', cookie)).toEqual({ items: [] });
  });

  it('is refused when its unpacked size exceeds the free space', async () => {
    free = 74 * MIB;
    const bomb = createZip([post, { name: 'a.bin', bytes: new Uint8Array(11 * MIB) }]);
    expect(expectApiError(await send(bomb), 'BAD_REQUEST').message).toBe(
      'This archive unpacks to more than 10 MB. There isn’t enough disk space.',
    );
    expect(await left()).toEqual([]);
  });
});

it('also keeps uploads of pictures and files on disk', async () => {
  const png = await createTestImage(60, 40).png().toBuffer();
  const picture = await uploadTestFile(site, 'pictures', png, { cookie });
  expect(picture.statusCode, picture.body).toBe(201);
  const document = await uploadTestFile(site, 'files', Buffer.from('%PDF-1.7\n%%EOF'), { cookie });
  expect(document.statusCode, document.body).toBe(201);
  expect(await left()).toEqual([]);
});
