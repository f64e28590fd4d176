import { expect, expectSameDocument, hydratePage, markDocument, test } from '../support/test.ts';

// The server's 404 pages are tested in pages-without-script.test.ts.
test('navigates on from a 404 page without a document load', async ({ page, trouble }) => {
  trouble.announce(/status (of )?404/);
  await page.goto('/no-such-page');
  await hydratePage(page);
  await markDocument(page);
  for (const [name, path, title] of [
    ['Go to the home page', '/', /./],
    ['Read the blog', '/blogs', /^Blog/],
    ['View projects', '/projects', /^Projects/],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  }
  await expectSameDocument(page);

  await page.goto('/blog/caching-html-server');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search?q=caching+html+server');
  await expect(page.getByRole('link', { name: 'Caching HTML on one server' })).toBeVisible();
});

test('reports a missing root element at start', async ({ page, trouble }) => {
  trouble.announce(/Root element not found/);
  await page.goto('/');
  await page.evaluate(() => document.getElementById('root')?.remove());
  const [failure] = await Promise.all([page.waitForEvent('pageerror'), page.keyboard.press('Tab')]);
  expect(failure.message).toBe('Root element not found');
});
