import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMemoryFileStore } from '#tests/support/memory-file-store.ts';
import { SocialCardRenderer } from './renderer.ts';
import type { SocialCard } from './card.ts';

const letters = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyzN <>=', letter => [letter, [600, 'M0 0L400 0L400-700Z']]),
);
const card: SocialCard = { kicker: 'kicker', title: 'a title', text: 'a text', name: 'Name', host: 'host', hue: 165 };

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'cards-'));
  await mkdir(join(dist, 'fonts'));
  for (const name of ['display', 'text', 'mono']) {
    await writeFile(
      join(dist, 'fonts', `${name}.json`),
      JSON.stringify({ unitsPerEm: 1000, glyphs: letters, kerning: {} }),
    );
  }
});
afterAll(() => rm(dist, { recursive: true }));

test('renders a card once for simultaneous and later requests', async () => {
  const files = createMemoryFileStore();
  const drawer = new SocialCardRenderer(files, dist);
  const plan = await drawer.plan(card);
  const cards = await Promise.all([1, 2, 3].map(() => drawer.get(plan.name, async () => plan)));
  expect(await sharp(cards[0]).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  await drawer.get(plan.name, () => Promise.reject(new Error('drawn again')));
  expect(files.written).toEqual([plan.name]);
});

test('loads its fonts again if that failed', async () => {
  const broken = join(dist, 'broken');
  const drawer = new SocialCardRenderer(createMemoryFileStore(), broken);
  await expect(drawer.plan(card)).rejects.toThrow('ENOENT');
  await mkdir(broken);
  await cp(join(dist, 'fonts'), join(broken, 'fonts'), { recursive: true });
  expect((await drawer.plan(card)).name).toMatch(/^social\//);
});

test('retries a failed rendering', async () => {
  const drawer = new SocialCardRenderer(createMemoryFileStore(), dist);
  const plan = await drawer.plan(card);
  await expect(drawer.get(plan.name, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  await expect(drawer.get(plan.name, async () => plan)).resolves.toBeInstanceOf(Buffer);
});

test('derives a valid file name from the content', async () => {
  const drawer = new SocialCardRenderer(createMemoryFileStore(), dist);
  const nameOf = async (changed: Partial<SocialCard>) => (await drawer.plan({ ...card, ...changed })).name;
  const name = await nameOf({});
  expect(name).toMatch(/^social\/[0-9a-f]{24}\.png$/);
  expect(await nameOf({})).toBe(name);
  expect(await nameOf({ title: 'another title' })).not.toBe(name);
  expect(await nameOf({ picture: { id: 'a', side: 'left' } })).not.toBe(
    await nameOf({ picture: { id: 'b', side: 'left' } }),
  );
});

test('keeps text from becoming markup', async () => {
  const drawer = new SocialCardRenderer(createMemoryFileStore(), dist);
  const { svg } = await drawer.plan({ ...card, title: '</g><script>a</script>', host: '"><image href="x"/>' });
  expect(svg).not.toMatch(/<script|<image|<text/);
});
