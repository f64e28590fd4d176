import { utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, expectSameDocument, markDocument, hydratePage, testOnOwnSite } from '../support/test.ts';

const footer = join(import.meta.dirname, '../../../src/app/layouts/SiteFooter.tsx');

/** Occupies Vite's default HMR port, as another site in development would. */
async function occupyDefaultPort() {
  const taken = Promise.withResolvers<void>();
  createServer()
    .once('error', () => taken.resolve())
    .listen(24_678, () => taken.resolve())
    .unref();
  await taken.promise;
  return {};
}

testOnOwnSite({ command: 'dev', prepare: occupyDefaultPort })(
  'serves pages in development and updates them when their sources change',
  async ({ page }) => {
    await page.goto('/pricing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing');
    await hydratePage(page);
    await markDocument(page);
    await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
    await expect(page.getByRole('article').first()).toBeVisible();

    // HMR also reports style updates, sometimes before the component.
    const updated = page.waitForEvent('console', message => /hot updated: .*SiteFooter\.tsx/.test(message.text()));
    await utimes(footer, new Date(), new Date());
    await updated;
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expectSameDocument(page);
  },
);
