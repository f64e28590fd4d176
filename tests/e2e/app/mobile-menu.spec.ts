import type { Page } from '@playwright/test';
import { navigationItems } from '../support/public-pages.ts';
import { expect, expectSameDocument, markDocument, tabTo, hydratePage, test, withMotion } from '../support/test.ts';

test.use(withMotion);

test.use({ viewport: { width: 360, height: 740 } });

const opener = (page: Page) => page.getByRole('button', { name: 'Open navigation menu' });
const closer = (page: Page) => page.getByRole('button', { name: 'Close navigation menu' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

test('lists the items in order and marks the current one', async ({ page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(menu(page)).toBeHidden();
  await opener(page).click();
  await expect(closer(page)).toBeVisible();
  await expect(opener(page)).toBeHidden();
  await expect(menu(page).getByRole('link')).toHaveText([...navigationItems.map(([label]) => label), 'Login'], {
    useInnerText: true,
  });
  await expect(menu(page).locator('[aria-current=page]')).toHaveText('Projects');
  await closer(page).click();
  await expect(menu(page)).toBeHidden();
  await expect(opener(page)).toBeVisible();
});

test('works by keyboard: Enter opens, Tab enters, Escape closes and restores focus', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, opener(page));
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu(page).getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me');
  await expect(menu(page)).toBeHidden();
});

test('closes when the window is resized', async ({ page }) => {
  await page.goto('/');
  for (const width of [400, 1440]) {
    await page.setViewportSize({ width: 360, height: 740 });
    await opener(page).click();
    await expect(menu(page)).toBeVisible();
    await page.setViewportSize({ width, height: 740 });
    await expect(menu(page)).toBeHidden();
  }
});

test('closes on choosing an item, also when navigating in the app', async ({ page }) => {
  await page.goto('/');
  await hydratePage(page);
  await markDocument(page);
  for (const [label, path] of navigationItems.toReversed()) {
    await opener(page).click();
    await menu(page).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(path);
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toBeVisible();
  }
  await expectSameDocument(page);
});

test('closes on choosing the current page', async ({ page }) => {
  await page.goto('/about');
  await hydratePage(page);
  await opener(page).click();
  await menu(page).getByRole('link', { name: 'About Me' }).click();
  await expect(menu(page)).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('opens, closes and leads to pages', async ({ page }) => {
    await page.goto('/');
    await opener(page).click();
    await expect(menu(page)).toBeVisible();
    await closer(page).click();
    await expect(menu(page)).toBeHidden();
    await opener(page).press('Enter');
    await menu(page).getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing');
    await expect(menu(page)).toBeHidden();
  });
});
