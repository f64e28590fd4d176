import type { Page } from '@playwright/test';
import { expect, tabTo, waitForHydration, hydratePage, test, withMotion } from '../support/test.ts';

test.use(withMotion);

const POST = '/blog/caching-html-on-one-server';

test.describe('toasts', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'Link copied' });

  test('Copy link copies the address and shows a toast at the top right for two seconds', async ({ page, baseURL }) => {
    await page.clock.install();
    await page.goto(POST);
    await hydratePage(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${POST}`);
    const box = await toast(page).boundingBox();
    const { width } = page.viewportSize() ?? { width: 0 };
    expect(box?.width).toBeLessThanOrEqual(350);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 40);
    expect(box?.y).toBeLessThan(120);
    await page.clock.runFor(1900);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast(page)).toBeHidden();
  });

  test('can be dismissed and stack 8 px apart', async ({ page }) => {
    await page.clock.install();
    await page.goto(POST);
    await hydratePage(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    const copy = page.getByRole('button', { name: 'Copy link' });
    await copy.click();
    await copy.click();
    await expect(toast(page)).toHaveCount(2);
    const [upper, lower] = await Promise.all([toast(page).nth(0).boundingBox(), toast(page).nth(1).boundingBox()]);
    expect((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0)).toBeCloseTo(8, 0);
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect(toast(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(toast(page)).toHaveCount(0);
  });

  test('Copy link works as the first press on a page', async ({ page, baseURL }) => {
    await page.goto(POST);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${POST}`);
    await expect(toast(page)).toHaveCount(1);
  });
});

test.describe('tooltips', () => {
  const link = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: /^GitHub/ });
  const tooltip = (page: Page) => page.getByText('GitHub', { exact: true });

  test('appears on hover, 7 px away, and stays half a second after leaving', async ({ page }) => {
    await page.clock.install();
    await page.goto('/about');
    await hydratePage(page);
    await link(page).hover();
    await expect(tooltip(page)).toBeVisible();
    const [popup, control] = await Promise.all([tooltip(page).boundingBox(), link(page).boundingBox()]);
    const gap = (control?.y ?? 0) - (popup?.y ?? 0) - (popup?.height ?? 0);
    expect(gap).toBeCloseTo(7, 0);

    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await expect(tooltip(page)).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.runFor(400);
    await expect(tooltip(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(tooltip(page)).toBeHidden();
  });

  test('appears on keyboard focus without moving it, and Escape closes it', async ({ page }) => {
    await page.goto('/about');
    await hydratePage(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'JSON Feed' }).focus();
    await tabTo(page, link(page), 4);
    await expect(tooltip(page)).toBeVisible();
    await expect(link(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toBeHidden();
    await expect(link(page)).toBeFocused();
  });

  test('appears under the pointer when React arrives', async ({ page }) => {
    await page.goto('/about');
    await link(page).scrollIntoViewIfNeeded();
    await link(page).hover();
    await waitForHydration(page);
    await expect(tooltip(page)).toBeVisible();
  });

  test('can be hovered and closes when its control is pressed', async ({ page }) => {
    await page.clock.install();
    await page.goto('/about');
    await hydratePage(page);
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

  test('appears after navigating in the app, and focus stays', async ({ page }) => {
    await page.goto('/');
    await hydratePage(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'JSON Feed' }).focus();
    await tabTo(page, link(page), 4);
    await expect(tooltip(page)).toBeVisible();
    await expect(link(page)).toBeFocused();
  });
});
