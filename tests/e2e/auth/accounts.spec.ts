import type { Page } from '@playwright/test';
import { openDeveloperTools } from '../support/developer-tools.ts';
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

test('registers, confirms by email and signs in', async ({ page, baseURL, trouble }) => {
  trouble.announce(/status (of )?400/);
  const email = newEmail();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  await page.getByRole('button', { name: 'Register' }).click();
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['E-mail', 'Email is required'],
    ['Password', 'Password is required'],
    ['Confirm Password', 'Confirm Password is required'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Grace Murray');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill('tide-gauge-43');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Grace Murray');
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look into your inbox');

  await openDeveloperTools(page.context().request, baseURL);
  await page.goto('/dev/mail');
  await page
    .getByRole('link', { name: /^Confirm your email address/ })
    .first()
    .click();
  await page
    .getByRole('link', { name: /\/confirm-address\// })
    .first()
    .click();
  await page.getByRole('button', { name: 'Yes, this is my address' }).click();
  await expect(page.getByText('Your address is confirmed')).toBeVisible();
  await hydratePage(page);
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('shows sign-in errors and returns to the requested page with a document load', async ({ page, trouble }) => {
  trouble.announce(/status (of )?401/);
  const person = await addMember();
  await page.goto('/dashboard?from=here');
  await expect(page).toHaveURL('/login?next=%2Fdashboard%3Ffrom%3Dhere');
  await hydratePage(page);
  await markDocument(page);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong-one');
  await loginButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('The e-mail or the password is not right.');
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email);
  await expectSameDocument(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await loginButton(page).click();
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(loginButton(page)).toBeDisabled();
  await expectSameDocument(page);
  await expect(page).toHaveURL('/dashboard?from=here');
  await expectNewDocument(page);
  await page.goto('/login');
  await expect(page, 'who is signed in need not sign in').toHaveURL('/dashboard');
});

test('asks to wait with a time after five failed attempts', async ({ page, trouble }) => {
  trouble.announce(/status (of )?401/);
  trouble.announce(/status (of )?429/);
  await page.goto('/login');
  await hydratePage(page);
  const email = newEmail();
  for (let tried = 0; tried < 6; tried++) {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(`guess-${tried}`);
    const answered = page.waitForResponse('**/api/v1/login');
    await loginButton(page).click();
    await answered;
  }
  await expect(page.getByRole('alert')).toHaveText('That was too often. Try again in 5 minutes.');
});

test('updates the site’s other tabs immediately', async ({ context, page }) => {
  const person = await addMember();
  await page.goto('/about');
  await hydratePage(page);
  const other = await context.newPage();
  await other.goto('/login');
  await hydratePage(other);
  await other.getByLabel('E-mail').fill(person.email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await loginButton(other).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(other).toHaveURL('/dashboard');
  // A page that is opened now shows the user's name at first paint, before any script runs.
  const third = await context.newPage();
  await third.goto('/');
  await expect(third.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();

  // Signing out in one tab: the other tabs show it and leave private pages.
  await third.goto('/dashboard/my-profile');
  await waitForHydration(third);
  await waitForHydration(other);
  await other.getByRole('button', { name: 'Log out' }).click();
  const farewell = other.getByText('Logged out successfully!');
  await expect(farewell).toBeVisible();
  const toastBox = await other.locator('.toast').boundingBox();
  expect(toastBox?.width, 'toasts about signing in and out').toBe(320);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(third).toHaveURL('/login?next=%2Fdashboard%2Fmy-profile');
  await expect(other).toHaveURL('/');
});

test('reports a failed sign-out and changes nothing', async ({ context, page, trouble }) => {
  trouble.announce(/console error: (Could not sign out|Failed to load resource)/);
  trouble.announce(/status 500/);
  await site.signIn(context, await addMember());
  await page.clock.install();
  await page.goto('/dashboard');
  await waitForHydration(page);
  await page.route('**/api/v1/logout', route => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Logout failed! Try again.')).toBeVisible();
  // Longer than a successful sign-out takes to redirect.
  await page.clock.fastForward(2000);
  await waitForIdle(page);
  await expect(page).toHaveURL('/dashboard');
});

test('registers, confirms, signs in and resets the password without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const email = newEmail();
  await page.goto('/register');
  await page.getByLabel('Name').fill('Grace Murray');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look into your inbox');
  await page.goto(/\/confirm-address\/[\w-]+/.exec(await site.latestEmail(email))?.[0] ?? '');
  await page.getByRole('button', { name: 'Yes, this is my address' }).click();
  await page.getByLabel('Password', { exact: true }).fill('wrong-one');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('The e-mail or the password is not right.');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard');

  await context.clearCookies();
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?next=%2Fdashboard');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter OTP');
  await page.getByLabel('Code').fill(codeIn(await site.latestEmail(email)));
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter New Password');
  await page.getByLabel('Password', { exact: true }).fill('a-new-word-77');
  await page.getByLabel('Confirm Password').fill('a-new-word-77');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL('/login');
  await signInWithPassword(context, { email }, 'a-new-word-77');
  await context.close();
});

/** Returns the six-digit code in an email. */
const codeIn = (text: string) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '';

test.describe('password reset', () => {
  test('handles wrong, correct and reused codes and signs out other sessions', async ({ browser, page, trouble }) => {
    trouble.announce(/status (of )?422/);
    const person = await addMember();
    const elsewhere = await browser.newContext();
    await signInWithPassword(elsewhere, person);

    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forget Password');
    await expect(page.getByText('Please fill in the details to reset your password.')).toBeVisible();
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter OTP');
    await expect(page.getByRole('timer')).toHaveText(/^Time left: 09:5\d$/);
    await expect(page.getByRole('button', { name: 'Send a new code' })).toHaveAttribute('aria-disabled', 'true');

    const code = codeIn(await site.latestEmail(person.email));
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await page.getByLabel('Code').fill(wrong);
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await expect(page.getByRole('alert')).toHaveText('This code is not right. 4 tries are left.');
    await expect(page.getByRole('alert'), 'error text goes after five seconds').toHaveCount(0, { timeout: 7000 });

    await page.getByLabel('Code').fill('');
    await page.getByLabel('Code').focus();
    await page.evaluate(
      text => {
        const data = new DataTransfer();
        data.setData('text', text);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      ` ${code.slice(0, 3)}-${code.slice(3)}99 `,
    );
    await expect(page.getByLabel('Code')).toHaveValue(code);
    await page.getByRole('button', { name: 'Verify Email' }).click();
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
    await expect(page.getByText('Your password is changed. Redirecting...')).toBeVisible();
    await expect(page).toHaveURL('/login');
    // Leaving a document while it is still loading would hydrate only part of it.
    await hydratePage(page);
    await page.goto('/reset-password');
    await expect(page).toHaveURL('/forget-password');

    const session = (await (await elsewhere.request.get('/api/v1/session')).json()) as { user: unknown };
    expect(session.user).toBeNull();
    await elsewhere.clearCookies();
    await signInWithPassword(elsewhere, person, 'a-new-word-77');
    await elsewhere.close();
  });

  test('looks the same for an unknown address and leads nowhere', async ({ page, trouble }) => {
    trouble.announce(/status (of )?422/);
    await page.goto('/forget-password');
    await waitForHydration(page);
    await page.getByLabel('E-mail').fill(newEmail());
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter OTP');
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await expect(page.getByRole('alert')).toHaveText('This code is not right. 4 tries are left.');
  });

  test('needs a new code after ten minutes', async ({ page }) => {
    await page.clock.install();
    const person = await addMember();
    await page.goto('/forget-password');
    await waitForHydration(page);
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByRole('timer')).toHaveText(/^Time left: 09:5\d$/);
    await page.clock.fastForward('05:00');
    await expect(page.getByRole('timer')).toHaveText(/^Time left: 04:5\d$/);
    await page.clock.fastForward('05:00');
    await expect(page.getByRole('timer')).toHaveText('Time left: 00:00');
    await expect(page.getByRole('button', { name: 'Verify Email' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Send a new code' })).not.toHaveAttribute('aria-disabled');
  });

  test('shows particles that stand still with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/forget-password');
    await waitForHydration(page);
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
  });
});
