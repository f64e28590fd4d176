import type { Page } from '@playwright/test';
import { navigationItems } from '../support/public-pages.ts';
import { expect, expectSameDocument, hydratePage, markDocument, tabTo, test, withMotion } from '../support/test.ts';

test.use(withMotion);
test.use({ viewport: { width: 360, height: 740 } });

const opener = (page: Page) => page.getByRole('button', { name: 'Open navigation menu' });
const closer = (page: Page) => page.getByRole('button', { name: 'Close navigation menu' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

// That it works without JavaScript is tested in no-javascript.spec.ts.
test('the menu of small screens opens, leads to pages and closes', async ({ page }) => {
  await page.goto('/projects');

  await test.step('by keyboard: Enter opens, Tab enters, Escape closes and restores focus', async () => {
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

  await test.step('it closes when the focus leaves it', async () => {
    await opener(page).press('Enter');
    await menu(page).getByRole('link').last().focus();
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu(page)).toBeHidden();
  });

  await test.step('it lists the items in order and marks the current one', async () => {
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(menu(page)).toBeHidden();
    await opener(page).click();
    await expect(closer(page)).toBeVisible();
    await expect(opener(page)).toBeHidden();
    await expect(menu(page).getByRole('link')).toHaveText([...navigationItems.map(([label]) => label), 'Login'], {
      useInnerText: true,
    });
    await expect(menu(page).locator('[aria-current=page]')).toHaveText('About Me');
    await closer(page).click();
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toBeVisible();
  });

  await hydratePage(page);
  await markDocument(page);
  await test.step('it closes on choosing the current page', async () => {
    await opener(page).click();
    await menu(page).getByRole('link', { name: 'About Me' }).click();
    await expect(menu(page)).toBeHidden();
  });

  for (const [label, path] of navigationItems.toReversed()) {
    await test.step(`it closes on choosing ${label}`, async () => {
      await opener(page).click();
      await menu(page).getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(path);
      await expect(menu(page)).toBeHidden();
      await expect(opener(page)).toBeVisible();
    });
  }
  await expectSameDocument(page);

  for (const width of [400, 1440]) {
    await test.step(`it closes when the window becomes ${width} px wide`, async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await opener(page).click();
      await expect(menu(page)).toBeVisible();
      await page.setViewportSize({ width, height: 740 });
      await expect(menu(page)).toBeHidden();
    });
  }
});
