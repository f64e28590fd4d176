import { expect, tabTo, test, waitForHydration, waitForRequests, withMotion } from '../support/test.ts';

test.use(withMotion);

const POST = '/blog/caching-html-on-one-server';

test.describe('toasts', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('appear at the top right for two seconds, 8 px apart, and can be dismissed', async ({ page, baseURL }) => {
    const toast = page.getByRole('status').filter({ hasText: 'Link copied' });
    const copy = page.getByRole('button', { name: 'Copy link' });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.clock.install();
    await page.goto(POST);

    await test.step('Copy link works as the first press on a page', async () => {
      await copy.click();
      await expect(toast).toBeVisible();
      expect(await copied()).toBe(`${baseURL}${POST}`);
      await expect(toast).toHaveCount(1);
    });

    // Requests would time out when the clock jumps.
    await waitForRequests(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await expect(toast).toBeHidden();

    await test.step('a toast is shown for two seconds', async () => {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await copy.click();
      await expect(toast).toBeVisible();
      expect(await copied()).toBe(`${baseURL}${POST}`);
      const box = await toast.boundingBox();
      const { width } = page.viewportSize() ?? { width: 0 };
      expect(box?.width).toBeLessThanOrEqual(350);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 40);
      expect(box?.y).toBeLessThan(120);
      await page.clock.runFor(1900);
      await expect(toast).toBeVisible();
      await page.clock.runFor(200);
      await expect(toast).toBeHidden();
    });

    await test.step('several stack and can be dismissed', async () => {
      await copy.click();
      await copy.click();
      await expect(toast).toHaveCount(2);
      const [upper, lower] = await Promise.all([toast.nth(0).boundingBox(), toast.nth(1).boundingBox()]);
      expect((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0)).toBeCloseTo(8, 0);
      await page.getByRole('button', { name: 'Dismiss' }).first().click();
      await expect(toast).toHaveCount(1);
      await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
      await expect(toast).toHaveCount(0);
    });
  });
});

test('tooltips appear on hover and focus, can be hovered, and close', async ({ page }) => {
  const link = page.getByRole('contentinfo').getByRole('link', { name: /^GitHub/ });
  const before = page.getByRole('contentinfo').getByRole('link', { name: 'JSON Feed' });
  const tooltip = page.getByText('GitHub', { exact: true });
  await page.clock.install();
  await page.goto('/about');

  await test.step('under the pointer when React arrives', async () => {
    await link.scrollIntoViewIfNeeded();
    await link.hover();
    await waitForHydration(page);
    await expect(tooltip).toBeVisible();
  });

  await test.step('on hover, 7 px away, and half a second after leaving', async () => {
    await page.mouse.move(5, 5);
    await expect(tooltip).toBeHidden();
    await link.hover();
    await expect(tooltip).toBeVisible();
    const [popup, control] = await Promise.all([tooltip.boundingBox(), link.boundingBox()]);
    const gap = (control?.y ?? 0) - (popup?.y ?? 0) - (popup?.height ?? 0);
    expect(gap).toBeCloseTo(7, 0);

    await waitForRequests(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await expect(tooltip).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.runFor(400);
    await expect(tooltip).toBeVisible();
    await page.clock.runFor(200);
    await expect(tooltip).toBeHidden();
    await page.clock.resume();
  });

  await test.step('while hovered, until their control is pressed', async () => {
    const toggle = page.locator('[data-theme-toggle]');
    const words = page.getByText('Change theme', { exact: true });
    await toggle.hover();
    await expect(words).toBeVisible();
    await words.hover();
    await page.clock.runFor(700);
    await expect(words).toBeVisible();
    await toggle.click();
    await expect(words).toBeHidden();
    await page.clock.runFor(500);
    await expect(words).toBeHidden();
  });

  await test.step('on keyboard focus, which stays, until Escape', async () => {
    await before.focus();
    await tabTo(page, link, 4);
    await expect(tooltip).toBeVisible();
    await expect(link).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    await expect(link).toBeFocused();
  });

  await test.step('after navigating in the app', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing');
    await before.focus();
    await tabTo(page, link, 4);
    await expect(tooltip).toBeVisible();
    await expect(link).toBeFocused();
  });
});
