import type { Page } from '@playwright/test';
import { colorViolations, missingPictures, smallTargets, stickingOut, violations } from './audits.ts';
import { expect } from './test.ts';

const softly = expect.configure({ soft: true });

/** Looks at a page in both themes, from phone to desktop: nothing sticks out, nothing is barred to anyone. */
export async function lookThrough(page: Page, path: string, status = 200): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.addInitScript(chosen => localStorage.setItem('theme', chosen), theme);
    expect((await page.goto(path))?.status()).toBe(status);
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${theme}\\b`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const width of [1440, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      // The page takes on its new width a moment after the browser says it has.
      await softly.poll(() => stickingOut(page), `wider than ${width} px, ${theme}`).toEqual([]);
      if (width === 1440 || width === 360) {
        // The second theme is the same page in other colours.
        const found = await (theme === 'dark' ? violations(page) : colorViolations(page));
        expect.soft(found, `axe at ${width} px, ${theme}`).toEqual([]);
      }
      if (width === 360 && theme === 'dark') {
        expect.soft(await smallTargets(page), 'smaller than a finger').toEqual([]);
      }
    }
    expect.soft(await missingPictures(page), 'pictures that did not load').toEqual([]);
  }
}
