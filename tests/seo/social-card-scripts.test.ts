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
type Area = typeof titleArea;

interface Ink {
  /** The fraction of light pixels in an area. */
  readonly share: number;
  /** Their mean distance from its left edge, as a fraction of its width. */
  readonly middle: number;
}

/** Draws a card, or an encoded image of one, and returns a function that measures the ink in an area. */
async function draw(image: string | Buffer): Promise<(area?: Area) => Ink> {
  const { data, info } = await sharp(Buffer.from(image)).grayscale().raw().toBuffer({ resolveWithObject: true });
  return ({ left, top, width, height } = titleArea) => {
    let [count, sum] = [0, 0];
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) {
        if ((data[(y * info.width + x) * info.channels] ?? 0) < 140) continue;
        count += 1;
        sum += x - left;
      }
    }
    return { share: count / (width * height), middle: count === 0 ? 0 : sum / count / width };
  };
}

const drawCard = async (more: Partial<SocialCard>) => draw((await drawer.plan({ ...card, ...more })).svg);

it.each(Object.entries(wordsByScript))(
  'draws %s in its own characters, and tall letters do not touch other lines',
  async (_script, words) => {
    await expectOwnCharacters(words);
    const inkIn = await drawCard({ title: `${words} ${words}`, text: words.repeat(9) });
    expect(inkIn().share).toBeGreaterThan(0.003);
    for (const gap of [
      { ...titleArea, top: 106, height: 22 },
      { ...titleArea, top: 507, height: 12 },
    ]) {
      expect(inkIn(gap).share).toBe(0);
    }
  },
);

it.each(['React দিয়ে শুরু 2026', '👩‍💻 🇧🇩 → ✓'])('draws each script or symbol of %s', async title => {
  await expectOwnCharacters(title);
  expect((await drawCard({ title }))().share).toBeGreaterThan(0.003);
});

/** Checks that the fonts have every character of a text, so none is transliterated. */
async function expectOwnCharacters(text: string): Promise<void> {
  const faces = await Faces.open(dist, text);
  const drawn = faces.runsOf('display', printable(text)).map(run => run.text);
  expect(drawn.join('')).toBe(printable(text));
}

it('encodes what it draws', async () => {
  const plan = await drawer.plan(card);
  const [drawn, encoded] = [await draw(plan.svg), await draw(await drawer.get(plan.name, async () => plan))];
  expect(encoded().share).toBeCloseTo(drawn().share, 2);
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
  const narrow = { ...titleArea, width: 740 };
  expect((await drawCard({ title: 'مد', prices: [['a', 'b']] }))(narrow).middle).toBeGreaterThan(0.5);
  expect((await drawCard({ title: 'জো', prices: [['a', 'b']] }))(narrow).middle).toBeLessThan(0.5);
});

it('transliterates letters without a font', async () => {
  expect((await drawCard({ title: 'ᚠᚢᚦ' }))().share).toBeGreaterThan(0.003);
  expect((await drawer.plan({ ...card, title: 'জোয়ার'.repeat(30) })).svg.length).toBeLessThan(2_000_000);
});
