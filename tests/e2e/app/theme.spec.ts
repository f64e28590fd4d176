import type { Page } from '@playwright/test';
import { expect, hydratePage, tabTo, test, withMotion } from '../support/test.ts';

test.use(withMotion);

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('the theme is dark until it is toggled, and stored for every page', async ({ page }) => {
  const html = page.locator('html');
  const toLight = page.getByRole('button', { name: 'Switch to light mode' });
  const toDark = page.getByRole('button', { name: 'Switch to dark mode' });
  const expectFirstFrame = (theme: RegExp) => expect(html).toHaveAttribute('data-first-frame', theme);
  await page.addInitScript(() => {
    requestAnimationFrame(() => (document.documentElement.dataset.firstFrame = document.documentElement.className));
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    await test.step(`dark where the system prefers ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/');
      await expectFirstFrame(/^dark\b/);
      await expect(html).toHaveClass('dark');
      expect(await stored(page)).toBeNull();
    });
  }

  await test.step('the button toggles the class, the stored value, the colors and its label', async () => {
    const dark = await ground(page);
    // Measured when it is clicked: the fonts can arrive just before.
    await toLight.evaluate(button => {
      const measure = () => {
        const { x, y, width, height } = button.getBoundingClientRect();
        document.documentElement.dataset.center = `${x + width / 2}px ${y + height / 2}px`;
      };
      button.addEventListener('click', measure, { capture: true, once: true });
    });
    await toLight.click();
    await expect(html).toHaveClass('light');
    const center = (await html.getAttribute('data-center')) ?? '';
    await expect(html, 'it spreads from the button').toHaveCSS('--theme-origin', center);
    expect(await stored(page)).toBe('light');
    await expect(toLight).toBeHidden();
    expect(await ground(page)).not.toBe(dark);

    await toDark.click();
    await expect(html).toHaveClass('dark');
    expect(await stored(page)).toBe('dark');
    await expect(toDark).toBeHidden();
    expect(await ground(page)).toBe(dark);
  });

  await test.step('by keyboard, keeping focus', async () => {
    const toggle = page.getByRole('button', { name: /^Switch to (light|dark) mode$/ });
    // The click has focused it.
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, toggle);
    expect(await toggle.evaluate(it => getComputedStyle(it).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    await expect(html).toHaveClass('light');
    await expect(toDark).toBeFocused();
    await page.keyboard.press('Space');
    await expect(html).toHaveClass('dark');
    await expect(toLight).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(html).toHaveClass('light');
  });

  await test.step('another page has the stored theme before the first paint', async () => {
    await page.goto('/pricing');
    await expectFirstFrame(/^light\b/);
    await hydratePage(page);
    await expect(html).toHaveClass('light');
    await expect(toDark).toBeVisible();
  });

  await test.step('an invalid stored value is ignored', async () => {
    await page.evaluate(() => localStorage.setItem('theme', 'sepia'));
    await page.reload();
    await expect(html).toHaveClass('dark');
  });
});
