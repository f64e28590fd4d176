import { expect, waitForHydration, testOnOwnSite, site, type TestUser } from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});
test.beforeEach(({ context }) => site.signIn(context, owner));

test('keeps the current sidebar entry in view, visible in forced colors', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard/outbox');
  await waitForHydration(page);
  const bar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(bar.getByRole('link', { name: 'Outbox' })).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole('link', { name: 'Outbox' })).toHaveCSS('outline-style', 'solid');
  await expect(bar.getByRole('link', { name: 'Redirects' })).not.toHaveCSS('outline-style', 'solid');
});

test('focuses the title of a new post and keeps early input', async ({ page }) => {
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await page.goto('/dashboard');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Write a post' }).first().click();
  await expect(title).toBeFocused();

  await page.goto('/dashboard/add-blog', { waitUntil: 'commit' });
  await title.fill('Typed at once');
  await waitForHydration(page);
  await expect(title).toHaveValue('Typed at once');
  await expect(page).toHaveURL(/\/dashboard\/update-blog\/\d+$/);
});
