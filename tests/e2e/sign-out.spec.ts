import { join, signIn } from './members.ts';
import { expect, takenOver, test } from './test.ts';

test('signing out removes what the browser stored, but for the theme and other cookies', async ({ context, page }) => {
  await signIn(context, await join(page.request, 'Grace Murray'));
  await page.goto('/dashboard');
  await takenOver(page);
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
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([['theme'], []]);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['device']);
});
