import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { SocialCardRenderer } from '#features/seo/social-card/renderer.ts';
import type { SocialCard } from '#features/seo/social-card/card.ts';
import { Faces, printable } from '#platform/text/faces.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { wordsByScript } from '../support/scripts.ts';

// Social cards draw titles in every script of the document fonts, without the system's fonts.

const dist = join(import.meta.dirname, '../../dist');
const card: SocialCard = {
  kicker: 'Travel',
  title: 'Tides',
  text: 'A text.',
  name: 'Ada Byron',
  host: 'site.example',
  hue: 165,
};
const drawer = new SocialCardRenderer(createMemoryFileStore(), dist);

const titleArea = { left: 60, top: 120, width: 1080, height: 250 };

/** Returns the share of light pixels in an area of a card, and their mean distance from its left edge. */
async function inkOf(
  title: string,
  more: Partial<SocialCard> = {},
  area = titleArea,
): Promise<{ share: number; middle: number }> {
  const plan = await drawer.plan({ ...card, ...more, title });
  const png = await drawer.get(plan.name, async () => plan);
  const { data, info } = await sharp(png).extract(area).grayscale().raw().toBuffer({ resolveWithObject: true });
  let [count, sum] = [0, 0];
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) < 140) continue;
    count += 1;
    sum += (at / info.channels) % info.width;
  }
  return { share: count / (info.width * info.height), middle: count === 0 ? 0 : sum / count / info.width };
}

it.each(
  Object.entries({ ...wordsByScript, 'a mix of scripts': 'React দিয়ে শুরু 2026', 'emoji and symbols': '👩‍💻 🇧🇩 → ✓' }),
)('draws %s in its own characters', async (_script, title) => {
  const faces = await Faces.open(dist, title);
  const drawn = faces.runsOf('display', printable(title)).map(run => run.text);
  expect(drawn.join('')).toBe(printable(title));
  expect((await inkOf(title)).share).toBeGreaterThan(0.003);
});

it.each(Object.entries(wordsByScript))('keeps tall letters in %s from touching other lines', async (_script, words) => {
  for (const gap of [
    { ...titleArea, top: 106, height: 22 },
    { ...titleArea, top: 507, height: 12 },
  ]) {
    expect((await inkOf(`${words} ${words}`, { text: words.repeat(9) }, gap)).share).toBe(0);
  }
});

it('breaks a title without spaces instead of shrinking it', async () => {
  const { svg } = await drawer.plan({ ...card, title: '如何阅读潮汐表：一份给水手、渔民和游客的完整指南' });
  const sizes = Array.from(svg.matchAll(/scale\(([\d.]+) -/g), ([, scale]) => Number(scale) * 1000);
  expect(Math.max(...sizes)).toBeGreaterThan(80);
});

it('shapes clusters and starts right-to-left text at the right', async () => {
  const pathsOf = async (title: string) => (await drawer.plan({ ...card, title, text: '' })).svg.split('<path').length;
  const none = await pathsOf('');
  expect((await pathsOf('ক্ষ')) - none).toBeLessThan((await pathsOf('ক ষ')) - none + 1);
  expect((await inkOf('مد', { prices: [['a', 'b']] }, { ...titleArea, width: 740 })).middle).toBeGreaterThan(0.5);
  expect((await inkOf('জো', { prices: [['a', 'b']] }, { ...titleArea, width: 740 })).middle).toBeLessThan(0.5);
});

it('transliterates letters without a font', async () => {
  expect((await inkOf('ᚠᚢᚦ')).share).toBeGreaterThan(0.003);
  expect((await drawer.plan({ ...card, title: 'জোয়ার'.repeat(30) })).svg.length).toBeLessThan(2_000_000);
});
