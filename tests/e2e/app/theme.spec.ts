import type { Page } from '@playwright/test';
import { expect, tabTo, hydratePage, test, withMotion } from '../support/test.ts';

test.use(withMotion);

test('dark is the default, whatever the system prefers', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await expect(page.locator('html')).toHaveClass('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  }
});

test('the toggle changes the class on the root, the stored value and its own label', async ({ page }) => {
  await page.goto('/');
  const dark = await groundOf(page);
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  await expect(page.locator('html')).toHaveClass('light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeHidden();
  expect(await groundOf(page)).not.toBe(dark);

  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await expect(page.locator('html')).toHaveClass('dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeHidden();
  expect(await groundOf(page)).toBe(dark);
});

test('the chosen theme stands before the first paint, after a reload and on other pages', async ({ page }) => {
  await page.addInitScript(() => {
    requestAnimationFrame(() => (document.documentElement.dataset.firstFrame = document.documentElement.className));
  });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-first-frame', /^dark\b/);
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  await expect(page.locator('html')).toHaveClass('light');
  for (const path of ['/', '/pricing']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-first-frame', /^light\b/);
    await hydratePage(page);
    await expect(page.locator('html')).toHaveClass('light');
    await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible();
  }
});

test('a stored value that is no theme counts as none', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('theme', 'sepia'));
  await page.reload();
  await expect(page.locator('html')).toHaveClass('dark');
});

test('the toggle works by keyboard alone and keeps the focus', async ({ page }) => {
  await page.goto('/');
  const toggle = page.getByRole('button', { name: /^Switch to (light|dark) mode$/ });
  await tabTo(page, toggle);
  expect(await toggle.evaluate(it => getComputedStyle(it).outlineStyle)).toBe('solid');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('light');
  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveClass('dark');
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeFocused();
});

function groundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}
