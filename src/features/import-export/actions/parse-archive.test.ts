import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createZip, type ZipEntry } from '#platform/files/zip-writer.ts';
import type { StoredPost } from '../rules/outlines.ts';
import { parseArchive } from './parse-archive.ts';
import { ReadingSteps } from './reading-steps.ts';

// From 65,535 files on, an archive needs ZIP64 records.
it('reads an archive with more than 65,535 files to its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'archive.zip');
  const post = (slug: string): ZipEntry => ({
    name: `${slug}.md`,
    bytes: Buffer.from(`---\ntitle: ${slug}\ndate: 2024-02-03\n---\nText of ${slug}.\n`),
  });
  function* files(): Generator<ZipEntry> {
    yield post('first');
    for (let place = 1; place < 65_535; place++) {
      yield { name: `other/${place}.webp`, bytes: new Uint8Array(1), packed: true };
    }
    for (const slug of ['before', 'after', 'last']) yield post(slug);
  }
  await pipeline(Readable.from(createZip(files()), { highWaterMark: 10_000 }), createWriteStream(path));
  const counts = { postCount: 0, projectCount: 0, commentCount: 0 };
  const texts: string[] = [];
  const add = async (entry: object) => {
    counts.postCount++;
    texts.push((entry as StoredPost).content.markdown.trim());
  };
  const entries = { counts, add, close: async () => {} };
  await parseArchive(path, 1e9, { steps: new ReadingSteps([], () => {}), entries });
  expect(texts).toEqual(['first', 'before', 'after', 'last'].map(slug => `Text of ${slug}.`));
});
