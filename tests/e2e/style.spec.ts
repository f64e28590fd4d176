import type { Page } from '@playwright/test';
import { publicPages } from './public-pages.ts';
import { addWholeSheet, expect, test } from './test.ts';

for (const { name, path, status } of publicPages) {
  test(`${name}: its own part of the style sheet shows it as the whole sheet does`, async ({ page, trouble }) => {
    if (status === 404) trouble.announce(/404/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await fontsArrived(page);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // A picture or a font on its way moves what is below it: only a difference that stays is one of the sheets.
      await expect(async () => {
        const part = await lookOf(page);
        expect(part.length).toBeGreaterThan(30);
        const link = await addWholeSheet(page);
        const whole = await lookOf(page);
        await link.evaluate(it => (it as HTMLElement).remove());
        expect(part.filter((look, place) => look !== whole[place])).toEqual([]);
      }).toPass({ timeout: 25_000 });
    }
  });
}

test('fonts come after the first paint, and are there from the start on the next page', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', request => request.resourceType() === 'font' && fonts.push(request.url()));
  await page.goto('/');
  await fontsArrived(page);
  expect(fonts.length).toBeGreaterThan(1);
  await page.goto('/about');
  await expect(page.locator('head link[rel=preload][as=font]')).toHaveCount(3);
  await expect.poll(() => loadedFaces(page)).toContain('Source Serif 4');
});

/** Our fonts are later than the first paint; then lines are as long as their letters make them. */
async function fontsArrived(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('fonts'))).toMatch(/^\/assets\/fonts\.\w+\.css /);
  await expect.poll(() => loadedFaces(page)).toContain('Bricolage Grotesque');
  await page.evaluate(() => document.fonts.ready);
}

function loadedFaces(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts].filter(face => face.status === 'loaded').map(face => face.family.replaceAll('"', '')),
  );
}

/** The first element of each kind on the page, with a digest of all that it and its pseudo-elements compute to. */
function lookOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kinds = new Map<string, Element>();
    for (const element of document.querySelectorAll('body, body *')) {
      const kind = `${element.parentElement?.tagName} > ${element.tagName} ${element.getAttribute('class') ?? ''}`;
      if (!kinds.has(kind)) kinds.set(kind, element);
    }
    return [...kinds].map(([kind, element]) => {
      let digest = 0;
      for (const part of [null, '::before', '::after', '::placeholder']) {
        const style = getComputedStyle(element, part);
        for (const name of style) {
          // Custom properties matter by what is made of them.
          if (name.startsWith('--')) continue;
          for (const character of `${name}:${style.getPropertyValue(name)};`) {
            digest = (digest * 31 + (character.codePointAt(0) ?? 0)) | 0;
          }
        }
      }
      return `${kind} ${digest}`;
    });
  });
}
