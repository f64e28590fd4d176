import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const content = join(import.meta.dirname, '../../content');

/** All have a cover; the projects have a price and therefore a file. */
const ARTICLES = {
  posts: ['a-one-bag-office', 'caching-html-on-one-server'],
  projects: ['bluebell-nursery', 'harbor'],
} as const;

/**
 * Creates a folder with the sample content, but only two of its posts and projects: loading all of them takes seconds.
 * Returns its path and a function that deletes it.
 */
export async function createSmallContent(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'content-'));
  const link = (path: string) => symlink(join(content, path), join(folder, path));
  await mkdir(join(folder, 'pictures'));
  for (const path of ['site', 'pricing', 'pictures/people', 'pictures/techs']) await link(path);
  for (const [kind, names] of Object.entries(ARTICLES)) {
    await mkdir(join(folder, kind));
    await mkdir(join(folder, 'pictures', kind));
    for (const name of names) {
      await link(`${kind}/${name}.md`);
      await link(`pictures/${kind}/${name}.webp`);
    }
  }
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
