import type { Page } from '@playwright/test';
import { findHorizontalOverflow, missingPictures } from '../support/audits.ts';
import { formPages, publicPages } from '../support/public-pages.ts';
import { expect, test } from '../support/test.ts';
import { checkAppearance, WIDTHS } from '../support/visual-checks.ts';

const softly = expect.configure({ soft: true });

test('public pages: both themes, phone to desktop', async ({ page, trouble }) => {
  test.slow();
  trouble.announce(/status (of )?404/);
  for (const { name, path, status } of [...publicPages, ...formPages]) {
    await test.step(name, async () => {
      expect((await page.goto(path))?.status()).toBe(status);
      if (name === 'api reference') await shortenApiReference(page);
      await checkAppearance(page, path);
      expect.soft(await missingPictures(page), `${path}: images that did not load`).toEqual([]);
    });
  }
});

/**
 * Checks that all endpoints fit the page, then keeps only two in each of two groups, because axe checks every element.
 */
async function shortenApiReference(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await softly.poll(() => findHorizontalOverflow(page), `all endpoints at ${width} px`).toEqual([]);
  }
  await page.evaluate(() => {
    for (const rest of document.querySelectorAll('main section:nth-of-type(n + 4), article:nth-of-type(n + 3)'))
      rest.remove();
  });
  await expect(page.getByRole('article')).toHaveCount(4);
}
