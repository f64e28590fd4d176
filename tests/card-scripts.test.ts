import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { CardDrawer } from '#features/discovery/card-drawer.ts';
import type { Card } from '#features/discovery/drawing/card.ts';
import { openMemoryStore } from './support/memory-store.ts';

// Social cards draw titles in every script that the fonts of documents have, without a font of the machine.

const dist = join(import.meta.dirname, '../dist');
const card: Card = {
  kicker: 'Travel',
  title: 'Tides',
  text: 'A text.',
  name: 'Ada Byron',
  host: 'site.example',
  hue: 165,
};
const drawer = new CardDrawer(openMemoryStore(), dist);

/** Where the title of a card has ink: its share of light pixels, and how far to the right the ink is on average. */
async function inkOf(
  title: string,
  more: Partial<Card> = {},
  width = 1080,
): Promise<{ share: number; middle: number }> {
  const plan = await drawer.plan({ ...card, ...more, title });
  const png = await drawer.get(plan.name, async () => plan);
  const { data, info } = await sharp(png)
    .extract({ left: 60, top: 120, width, height: 250 })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [count, sum] = [0, 0];
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) < 140) continue;
    count += 1;
    sum += (at / info.channels) % info.width;
  }
  return { share: count / (info.width * info.height), middle: count === 0 ? 0 : sum / count / info.width };
}

it.each([
  ['Bengali', 'জোয়ার ভাটার সময়সূচি'],
  ['Devanagari', 'ज्वार भाटा'],
  ['Arabic', 'المد والجزر'],
  ['Hebrew', 'גאות ושפל'],
  ['Thai', 'น้ำขึ้นน้ำลง'],
  ['Chinese', '潮汐表的读法'],
  ['Japanese', '潮汐の読みかた'],
  ['Korean', '밀물과 썰물'],
  ['Greek', 'Παλίρροια'],
  ['Cyrillic', 'Прилив'],
  ['a mix of scripts', 'React দিয়ে শুরু 2026'],
])('draws %s', async (_script, title) => {
  const { share } = await inkOf(title);
  expect(share).toBeGreaterThan(0.005);
});

it('shapes letters: a cluster is narrower than its letters alone, and text from right to left begins at the right', async () => {
  const pathsOf = async (title: string) => (await drawer.plan({ ...card, title, text: '' })).svg.split('<path').length;
  const none = await pathsOf('');
  expect((await pathsOf('ক্ষ')) - none).toBeLessThan((await pathsOf('ক ষ')) - none + 1);
  expect((await inkOf('مد', { prices: [['a', 'b']] }, 740)).middle).toBeGreaterThan(0.5);
  expect((await inkOf('জো', { prices: [['a', 'b']] }, 740)).middle).toBeLessThan(0.5);
});

it('draws Latin titles as before, and letters that no font has in Latin letters', async () => {
  expect((await drawer.plan(card)).svg).not.toMatch(/scale\([\d.]+ -/);
  expect((await inkOf('தமிழ்')).share).toBeGreaterThan(0.003);
  expect((await drawer.plan({ ...card, title: 'জোয়ার'.repeat(30) })).svg.length).toBeLessThan(2_000_000);
});
