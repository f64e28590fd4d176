import { doorPages, navigationItems, publicPages } from '../support/public-pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

test('shows every page without controls that need script', async ({ page, trouble }) => {
  trouble.announce(/status (of )?404/);
  for (const { path, status } of [...publicPages, ...doorPages]) {
    expect((await page.goto(path))?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(80);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(navigationItems.length);
    for (const name of [/^Switch to/, 'Copy code', 'Copy link', 'Dismiss', 'Show password', /passkey$/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    for (const button of await page.getByRole('button').all()) {
      // The remaining buttons submit a form, choose a file or open the menu.
      expect(await button.evaluate(it => it.matches('[type=submit], [type=file], [popovertarget]'))).toBe(true);
    }
  }
});

test('allows navigation by header, lists, articles, neighbors and footer', async ({ page }) => {
  await page.goto('/');
  for (const [label, path] of navigationItems) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(path);
  }
  const heading = page.getByRole('heading', { level: 1 });
  for (const path of ['/blogs', '/projects']) {
    await page.goto(path);
    const first = page.getByRole('article').first().getByRole('link').first();
    const title = (await first.textContent()) ?? '';
    await first.click();
    await expect(heading).toHaveText(title);
    const older = page
      .getByRole('navigation', { name: /^More / })
      .getByRole('link')
      .last();
    const next = (await older.textContent()) ?? '';
    await older.click();
    await expect(heading).toHaveText(next);
    await page.getByRole('list', { name: 'Tags' }).getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`${path}\\?tag=`));
    await expect(page.getByRole('article').first()).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'About Me' }).click();
  await expect(heading).toHaveText('About Me');
  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'User Terms & Conditions' }).click(),
  ]);
  await expect(terms).toHaveURL('/terms-conditions');
  const contents = terms.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link').last().click();
  await expect(terms).toHaveURL(/#s-/);
  await expect(terms.locator('.prose').getByRole('heading', { level: 2 }).last()).toBeInViewport();
});
