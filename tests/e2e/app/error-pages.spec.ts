import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, hydratePage, test } from '../support/test.ts';

test('shows a 404 page with working links', async ({ page, trouble }) => {
  trouble.announce(/status (of )?404/);
  for (const path of ['/no-such-page', '/projects/no-such-project', '/blog/no-such-post']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  }
  for (const [name, path] of [
    ['Go to the home page', '/'],
    ['Read the blog', '/blogs'],
    ['See the projects', '/projects'],
  ] as const) {
    await page.goto('/no-such-page');
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }
});

test('navigates on from a 404 page without a document load', async ({ page, trouble }) => {
  trouble.announce(/status (of )?404/);
  await page.goto('/no-such-page');
  await hydratePage(page);
  await page.getByRole('main').getByRole('link', { name: 'See the projects' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Projects/);
});

test('reports a missing root element at start', async ({ page, trouble }) => {
  trouble.announce(/Root element not found/);
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../dist/client/manifest.json'), 'utf8'),
  );
  await page.goto('/');
  await page.evaluate(() => document.getElementById('root')?.remove());
  const [failure] = await Promise.all([
    page.waitForEvent('pageerror'),
    page.evaluate(address => void import(address), `/${manifest['src/app/browser/hydrate.tsx']?.file}`),
  ]);
  expect(failure.message).toBe('Root element not found');
});

test('reports a missing root element when intent starts the app', async ({ page, trouble }) => {
  trouble.announce(/Root element not found/);
  await page.goto('/');
  await page.evaluate(() => document.getElementById('root')?.remove());
  const pageError = page.waitForEvent('pageerror', { timeout: 5000 });
  await page.keyboard.press('Tab');
  expect((await pageError).message).toBe('Root element not found');
});
