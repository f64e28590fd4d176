import type { Page } from '@playwright/test';
import { expectMessages } from '../support/field-messages.ts';
import { PASSWORD, signInWithPassword } from '../support/site-fixture.ts';
import {
  expect,
  expectNewDocument,
  expectSameDocument,
  markDocument,
  waitForHydration,
  hydratePage,
  site,
  testOnOwnSite,
  waitForIdle,
} from '../support/test.ts';

const test = testOnOwnSite();

/** Returns an unused email address. */
const newEmail = () => `${crypto.randomUUID()}@site.example`;

const addMember = () => site.add({ name: 'Grace Murray', email: newEmail() });

const loginButton = (page: Page) => page.getByRole('button', { name: /^(Login|Signing in…)$/ });

test('the login form can be sent after code that it needs failed to load', async ({ page, trouble }) => {
  trouble.announce(/members-api-.*ERR_INTERNET_DISCONNECTED/);
  trouble.announce(/ERR_INTERNET_DISCONNECTED.*members-api-/);
  trouble.announce(/status (of )?401/);
  await page.route('**/assets/members-api-*', route => route.abort('internetdisconnected'));
  await page.goto('/login');
  await hydratePage(page);
  const email = newEmail();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await loginButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Can’t reach the site. Check your connection and try again, or reload the page.',
  );
  await page.unroute('**/assets/members-api-*');
  await loginButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
});

// The link in the email and the first sign-in are tested without a browser (forms-without-script.test.ts).
test('the registration form shows errors, keeps the input, and registers once', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  const email = newEmail();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  await page.getByRole('button', { name: 'Register' }).click();
  await expectMessages(page, {
    Name: 'Name is required',
    Email: 'Email is required',
    Password: 'Password is required',
    'Confirm Password': 'Confirm Password is required',
  });
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Grace Murray');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill('tide-gauge-43');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Passwords don’t match')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Grace Murray');
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
  expect(await site.query('select template from emails where to_email = $1', [email])).toHaveLength(1);
});

test('sends a form whose session ended after the user signs in again', async ({ context, page, trouble }) => {
  trouble.announce(/status (of )?401/);
  const person = await addMember();
  await signInWithPassword(context, person);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/dashboard/billing-details');
  await waitForHydration(page);
  const phone = page.getByLabel('Phone (optional)');
  await phone.fill('+1 202 555 0142');
  await context.clearCookies({ name: /^session/ });
  const save = page.getByRole('button', { name: 'Save billing details' });
  await save.click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText(/^Your session ended\. Sign in from another tab/);
  await expect(alert).toBeInViewport();
  await expect(phone).toHaveValue('+1 202 555 0142');
  await signInWithPassword(context, person);
  await save.click();
  await expect(page.getByText('Billing details saved')).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.reload();
  await expect(phone).toHaveValue('+1 202 555 0142');
});

test('signs in and out in all tabs, with errors on the page', async ({ context, page, trouble }) => {
  trouble.announce(/status (of )?401/);
  trouble.announce(/console error: (Could not sign out|Failed to load resource)/);
  trouble.announce(/status 500/);
  const person = await addMember();
  const inBanner = (tab: Page, name: string) => tab.getByRole('banner').getByRole('link', { name });
  await page.goto('/about');
  await hydratePage(page);
  const other = await context.newPage();
  await other.clock.install();

  await test.step('errors keep the input and the document', async () => {
    await other.goto('/dashboard?from=here');
    await expect(other).toHaveURL('/login?next=%2Fdashboard%3Ffrom%3Dhere');
    await hydratePage(other);
    await markDocument(other);
    await other.getByLabel('Email', { exact: true }).fill(person.email);
    await other.getByLabel('Password', { exact: true }).fill('wrong-one');
    await loginButton(other).click();
    await expect(other.getByRole('alert')).toHaveText('Incorrect email or password.');
    await expect(other.getByLabel('Email', { exact: true })).toHaveValue(person.email);
    await expectSameDocument(other);
  });

  await test.step('signing in loads the requested page and updates other tabs', async () => {
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await loginButton(other).click();
    await expect(other.getByText('Login successful! Redirecting...')).toBeVisible();
    await expect(loginButton(other)).toBeDisabled();
    await expectSameDocument(other);
    await expect(other).toHaveURL('/dashboard?from=here');
    await expectNewDocument(other);
    await expect(inBanner(page, 'Dashboard')).toBeVisible();
  });

  // A page that is opened now shows the user's name at first paint, before any script runs.
  const third = await context.newPage();
  await third.goto('/');
  await expect(inBanner(third, 'Dashboard')).toBeVisible();
  await third.goto('/dashboard/my-profile');
  await waitForHydration(third);
  await waitForHydration(other);

  await test.step('a failed sign-out is reported and changes nothing', async () => {
    await other.route('**/api/v1/logout', route => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(other.getByText('Logout failed! Try again.')).toBeVisible();
    // Wait longer than a successful sign-out takes to redirect.
    await other.clock.fastForward(2000);
    await waitForIdle(other);
    await expect(other).toHaveURL('/dashboard?from=here');
    await expect(inBanner(page, 'Dashboard')).toBeVisible();
  });

  const { hostname } = new URL(page.url());
  await context.addCookies([{ name: 'device', value: 'known', domain: hostname, path: '/' }]);
  await other.evaluate(() => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('draft of a post', 'Not for the next person.');
    sessionStorage.setItem('paid-for 2026-0001', '/document/2026-0001/secret');
  });

  await test.step('signing out updates other tabs, which leave private pages', async () => {
    const answered = other.waitForResponse('**/api/v1/logout');
    await other.getByRole('button', { name: 'Sign out' }).click();
    expect(await (await answered).headerValue('clear-site-data')).toBe('"cache"');
    const farewell = other.locator('.toast', { hasText: 'Logged out successfully!' });
    await expect(farewell).toBeVisible();
    expect((await farewell.boundingBox())?.width, 'toasts about signing in and out').toBe(320);
    await expect(inBanner(page, 'Login')).toBeVisible();
    await expect(third).toHaveURL('/login?next=%2Fdashboard%2Fmy-profile');
    await expect(other).toHaveURL('/');
  });

  await test.step('signing out removes stored data except the theme and other cookies', async () => {
    await expect(other.locator('html')).toHaveClass(/\blight\b/);
    expect(await other.evaluate(() => Object.keys(localStorage))).toEqual(['theme']);
    expect(await other.evaluate(() => sessionStorage.getItem('paid-for 2026-0001'))).toBeNull();
    const cookies = (await context.cookies()).map(({ name }) => name);
    expect(cookies).toContain('device');
    // Identifies a known device; signing out keeps it.
    expect(cookies.filter(name => name.startsWith('device-'))).toHaveLength(1);
    expect(cookies.filter(name => name.startsWith('session'))).toEqual([]);
  });
});

/** Returns the six-digit code in an email. */
const codeIn = (text: string) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '';

test('resets the password with a code that works once and signs out other sessions', async ({
  browser,
  page,
  trouble,
}) => {
  trouble.announce(/status (of )?422/);
  const person = await addMember();
  const elsewhere = await browser.newContext();
  await signInWithPassword(elsewhere, person);
  const code = page.getByLabel('Code');
  const verify = page.getByRole('button', { name: 'Verify Email' });
  const resend = page.getByRole('button', { name: 'Send a new code' });
  const timer = page.getByRole('timer');

  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forget Password');
  await expect(page.getByText('Please fill in the details to reset your password.')).toBeVisible();

  await test.step('particles stand still with reduced motion', async () => {
    const canvas = page.locator('canvas[aria-hidden="true"]');
    const drawn = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
    const empty = await page.evaluate(() => document.createElement('canvas').toDataURL());
    await expect.poll(drawn).not.toBe(empty);
    await page.clock.runFor(300);
    const still = await drawn();
    await page.clock.runFor(600);
    expect(await drawn()).toBe(still);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(drawn).not.toBe(still);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter OTP');

  await test.step('after ten minutes a new code is needed', async () => {
    await expect(timer).toHaveText(/^Time left: 09:5\d$/);
    await expect(resend).toHaveAttribute('aria-disabled', 'true');
    await page.clock.fastForward('05:00');
    await expect(timer).toHaveText(/^Time left: 04:5\d$/);
    await page.clock.fastForward('05:00');
    await expect(timer).toHaveText('Time left: 00:00');
    await expect(verify).toBeDisabled();
    await expect(resend).not.toHaveAttribute('aria-disabled');
    await site.query(`update password_resets set expires_at = now() where email = $1`, [person.email]);
    await site.query('delete from rate_limits');
    await resend.click();
    await expect(page.getByText('New code sent')).toBeVisible();
    await expect(timer).toHaveText(/^Time left: (10:00|09:5\d)$/);
    await expect(verify).toBeEnabled();
  });

  // Only the browser's clock moved, so the page counts down from the site's time again.
  await page.reload();
  await waitForHydration(page);
  const sent = codeIn(await site.latestEmail(person.email));
  await test.step('a wrong code shows an error for five seconds', async () => {
    await code.fill(String((Number(sent) + 1) % 1_000_000).padStart(6, '0'));
    await verify.click();
    await expect(page.getByRole('alert')).toHaveText('This code is incorrect. You have 4 attempts left.');
    await page.clock.fastForward(5000);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a pasted code loses its separators', async () => {
    await code.fill('');
    await code.focus();
    await page.evaluate(
      text => {
        const data = new DataTransfer();
        data.setData('text', text);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      ` ${sent.slice(0, 3)}-${sent.slice(3)}99 `,
    );
    await expect(code).toHaveValue(sent);
  });

  await verify.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter New Password');
  await page.goto('/otp');
  await expect(page, 'a code works once').toHaveURL('/reset-password');
  await waitForHydration(page);
  await page.getByLabel('Password', { exact: true }).fill('a-new-word-77');
  await page.getByLabel('Confirm Password').fill('a-new-word-77');
  await page.getByRole('button', { name: 'Show password' }).first().click();
  for (const label of ['Password', 'Confirm Password']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'text');
  }
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password changed. Redirecting...')).toBeVisible();
  await expect(page.getByText('Your password is changed. Sign in with your new password.')).toBeVisible();

  const session = (await (await elsewhere.request.get('/api/v1/session')).json()) as { user: unknown };
  expect(session.user).toBeNull();
  await elsewhere.clearCookies();
  await signInWithPassword(elsewhere, person, 'a-new-word-77');
  await elsewhere.close();
});
