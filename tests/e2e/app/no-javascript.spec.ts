import { expect, test } from '../support/test.ts';

// The effects of CSS and the browser without JavaScript. Content and behavior of the pages are tested over HTTP, mostly
// in pages-without-script.test.ts.
test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

test('without JavaScript, the menu opens, fonts load and controls that need script are hidden', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open navigation menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });

  await test.step('fonts load by an ordinary link', async () => {
    const font = page.waitForRequest('**/assets/fonts/text.*.woff2');
    await page.goto('/');
    expect((await (await font).response())?.status()).toBe(200);
  });

  await test.step('the menu opens, closes and leads to pages', async () => {
    await opener.click();
    await expect(menu).toBeVisible();
    await page.getByRole('button', { name: 'Close navigation menu' }).click();
    await expect(menu).toBeHidden();
    await opener.press('Enter');
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing');
    await expect(menu).toBeHidden();
  });

  await test.step('one button opens the filters of a list', async () => {
    await page.goto('/projects');
    await expect(page.getByLabel('Category')).toBeHidden();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Category').selectOption('React');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByText(/^\d+ projects in React$/)).toBeVisible();
  });

  await test.step('a link to a section scrolls there', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/terms-conditions');
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
    await expect(page).toHaveURL(/#s-/);
    await expect(page.locator('.prose').getByRole('heading', { level: 2 }).last()).toBeInViewport();
  });

  for (const [path, attributes] of [
    ['/blog/caching-html-on-one-server', ['data-theme-toggle', 'data-copy-code', 'data-needs-app']],
    ['/login', ['data-theme-toggle', 'data-needs-app']],
  ] as const) {
    await test.step(`${path} shows no control that needs script`, async () => {
      await page.goto(path);
      for (const attribute of attributes) {
        await expect(page.locator(`[${attribute}]`)).not.toHaveCount(0);
        await expect(page.locator(`[${attribute}]`).filter({ visible: true })).toHaveCount(0);
      }
      for (const name of [/^Switch to/, 'Copy code', 'Copy link', 'Dismiss', 'Show password', /passkey$/]) {
        await expect(page.getByRole('button', { name })).toHaveCount(0);
      }
    });
  }
});
