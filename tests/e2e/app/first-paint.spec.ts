import { doorPages, publicPages } from '../support/public-pages.ts';
import { expect, holdRequests, test, waitForFonts, withMotion } from '../support/test.ts';

test.use(withMotion);

test('public pages are styled at the first paint and load their fonts afterwards', async ({ page, trouble }) => {
  trouble.announce(/status (of )?404/);
  for (const { name, path } of [...publicPages, ...doorPages]) {
    await page.goto(path);
    await waitForFonts(page);
    const { painted, requested } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      requested: performance
        .getEntriesByType('resource')
        .filter(({ name: url }) => /\.(css|woff2)$/.test(url))
        .map(({ startTime }) => startTime),
    }));
    expect(requested.length, name).toBeGreaterThan(2);
    expect.soft(Math.min(...requested), name).toBeGreaterThanOrEqual(painted);
  }
});

test('pages are complete before their fonts arrive', async ({ page }) => {
  const deliver = await holdRequests(page, '**/assets/fonts.*.css');
  await page.goto('/pricing', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  await page.getByRole('link', { name: 'Payment terms' }).click();
  const terms = page.getByRole('heading', { name: 'Payment terms' });
  await expect(terms).toBeInViewport();
  deliver();
  await waitForFonts(page);
  await expect(terms).toBeInViewport();
});

test('fallback fonts are shown when ours fail to load', async ({ page, trouble }) => {
  trouble.announce(/ERR_FAILED/);
  await page.route('**/assets/fonts/*', route => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/pricing');
  await failed;
  await expect(page.getByRole('heading', { name: 'Payment terms' })).toBeVisible();
});

test('fonts load where the browser hides paint timing', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/projects');
  await waitForFonts(page);
});

test('the scroll position is kept for anchors and on return', async ({ page }) => {
  await page.goto('/pricing#term-16');
  await waitForFonts(page);
  await expect(page.locator('#term-16')).toBeInViewport({ ratio: 1 });
  await page.goto('/pricing');
  await waitForFonts(page);
  await page.evaluate(() => scrollTo(0, 3000));
  await page.goto('/about');
  await page.goBack();
  await waitForFonts(page);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(3000);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('fonts load by an ordinary link', async ({ page }) => {
    const font = page.waitForRequest('**/assets/fonts/text.*.woff2');
    await page.goto('/');
    expect((await (await font).response())?.status()).toBe(200);
  });
});
