import { signInWithPassword } from '../support/site-fixture.ts';
import { expect, site, testOnOwnSite, waitForHydration } from '../support/test.ts';

const test = testOnOwnSite();

test('removes stored data on sign-out except the theme and other cookies', async ({ context, page }) => {
  await signInWithPassword(context, await site.addMember('Grace Murray'));
  await page.goto('/dashboard');
  await waitForHydration(page);
  const { hostname } = new URL(page.url());
  await context.addCookies([{ name: 'device', value: 'known', domain: hostname, path: '/' }]);
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('draft of a post', 'Not for the next person.');
    sessionStorage.setItem('paid-for 2026-0001', '/document/2026-0001/secret');
  });
  const answered = page.waitForResponse('**/api/v1/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  expect(await (await answered).headerValue('clear-site-data')).toBe('"cache"');
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveClass(/\blight\b/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['theme']);
  expect(await page.evaluate(() => sessionStorage.getItem('paid-for 2026-0001'))).toBeNull();
  const cookies = (await context.cookies()).map(({ name }) => name);
  expect(cookies).toContain('device');
  // Identifies a known device; signing out keeps it.
  expect(cookies.filter(name => name.startsWith('device-'))).toHaveLength(1);
  expect(cookies.filter(name => name.startsWith('session'))).toEqual([]);
});
