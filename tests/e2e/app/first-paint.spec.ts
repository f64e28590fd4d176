import { expect, holdRequests, test, waitForFonts, withMotion } from '../support/test.ts';

test.use(withMotion);

// That no page requests its fonts before the first paint is tested in layout-shift.spec.ts.
test('pages are complete before their fonts arrive and when they fail to load', async ({ page, trouble }) => {
  trouble.announce(/ERR_FAILED/);
  const terms = page.getByRole('heading', { name: 'Payment terms' });

  await test.step('before the fonts arrive', async () => {
    const deliver = await holdRequests(page, '**/assets/fonts.*.css');
    await page.goto('/pricing', { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
    await page.getByRole('link', { name: 'Payment terms' }).click();
    await expect(terms).toBeInViewport();
    deliver();
    await waitForFonts(page);
    await expect(terms).toBeInViewport();
  });

  await test.step('when the fonts fail to load', async () => {
    await page.route('**/assets/fonts/*', route => route.abort());
    // Leaving the first page may abort others.
    const failed = page.waitForEvent('requestfailed', request => request.failure()?.errorText === 'net::ERR_FAILED');
    await page.goto('/pricing');
    await failed;
    await expect(terms).toBeVisible();
    await page.unroute('**/assets/fonts/*');
  });

  await test.step('where the browser hides paint timing', async () => {
    await page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => {};
    });
    await page.goto('/projects');
    await waitForFonts(page);
  });
});
