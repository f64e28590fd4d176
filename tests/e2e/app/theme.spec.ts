import type { Page } from '@playwright/test';
import { expect, tabTo, hydratePage, test, withMotion } from '../support/test.ts';

test.use(withMotion);

test('is dark by default regardless of the system preference', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await expect(page.locator('html')).toHaveClass('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  }
});

test('toggles the root class, the stored value and the button’s label', async ({ page }) => {
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

test('applies the stored theme before the first paint on every page', async ({ page }) => {
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

test('ignores an invalid stored value', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('theme', 'sepia'));
  await page.reload();
  await expect(page.locator('html')).toHaveClass('dark');
});

test('toggles by keyboard and keeps focus', async ({ page }) => {
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
