import type { Page } from '@playwright/test';
import { createTotpCode } from '../../support/two-factor-fixture.ts';
import { PASSWORD, signInWithPassword } from '../support/site-fixture.ts';
import {
  expect,
  expectNewDocument,
  expectSameDocument,
  holdRequests,
  markDocument,
  waitForHydration,
  hydratePage,
  site,
  testOnOwnSite,
  waitForIdle,
} from '../support/test.ts';

const test = testOnOwnSite();

/** Checks that each field is marked invalid and described by its message, and that a summary is shown. */
async function expectMessages(page: Page, messages: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
  await expect(page.getByRole('alert')).toBeVisible();
}

// First, while there is no owner.
test('the setup form shows errors, reveals the password, and creates one owner', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  trouble.announce(/status (of )?404/);
  const password = page.getByLabel('Password', { exact: true });
  const confirm = page.getByLabel('Confirm Password');
  const button = page.getByRole('button', { name: /^(Become the owner|Setting up…)$/ });
  await page.clock.install();
  await page.goto(site.setUpLink);
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');

  await test.step('shows errors on the fields and keeps the input', async () => {
    await button.click();
    await expectMessages(page, {
      Name: 'Name is required',
      'E-mail': 'Email is required',
      Password: 'Password is required',
      'Confirm Password': 'Confirm Password is required',
    });
    await page.getByLabel('Name').fill('Ada Harbor');
    await page.getByLabel('E-mail').fill('ada@harbor');
    await password.fill('12345');
    await button.click();
    await expectMessages(page, {
      'E-mail': 'Invalid email address',
      Password: 'Password must be at least 6 characters long',
    });
    await expect(page.getByLabel('Name')).toHaveValue('Ada Harbor');
    await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid');
    await expect(page.getByLabel('E-mail')).toHaveValue('ada@harbor');
  });

  await test.step('can reveal the password, which is hidden on submit', async () => {
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(confirm).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).last().click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(confirm).toHaveAttribute('type', 'password');
    await password.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAttribute('type', 'text');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription(/at least 6 characters long$/);
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveValue('12345');
  });

  await test.step('submits once on a double click and notifies the owner', async () => {
    const sent: string[] = [];
    page.on('request', request => request.method() === 'POST' && sent.push(request.url()));
    const release = await holdRequests(page, '**/api/v1/setup');
    await page.getByLabel('E-mail').fill('ada@harbor.example');
    await password.fill('a long pass phrase');
    await confirm.fill('a long pass phrase');
    // Longer than the browser caches the link's data.
    await page.clock.fastForward('02:00');
    const firstRequest = page.waitForRequest('**/api/v1/setup');
    await button.dblclick();
    await expect(button).toBeDisabled();
    await firstRequest;
    await waitForIdle(page);
    expect(sent).toHaveLength(1);
    release();
    await expect(page.getByText('The site is yours! Redirecting...')).toBeVisible();
    await page.clock.fastForward(1500);
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('ends the link', async () => {
    expect((await page.goto(site.setUpLink))?.status()).toBe(404);
    await expect(page.getByText('This set-up link is no longer valid.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Become the owner' })).toHaveCount(0);
  });
});

/** Returns an unused email address. */
const newEmail = () => `${crypto.randomUUID()}@site.example`;

const addMember = () => site.add({ name: 'Grace Murray', email: newEmail() });

const loginButton = (page: Page) => page.getByRole('button', { name: /^(Login|Signing in…)$/ });

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
    'E-mail': 'Email is required',
    Password: 'Password is required',
    'Confirm Password': 'Confirm Password is required',
  });
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
  expect(await site.query('select template from emails where to_email = $1', [email])).toHaveLength(1);
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
    await other.getByLabel('E-mail').fill(person.email);
    await other.getByLabel('Password', { exact: true }).fill('wrong-one');
    await loginButton(other).click();
    await expect(other.getByRole('alert')).toHaveText('The e-mail or the password is not right.');
    await expect(other.getByLabel('E-mail')).toHaveValue(person.email);
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
    await other.getByRole('button', { name: 'Log out' }).click();
    await expect(other.getByText('Logout failed! Try again.')).toBeVisible();
    // Longer than a successful sign-out takes to redirect.
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
    await other.getByRole('button', { name: 'Log out' }).click();
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

  await page.getByLabel('E-mail').fill(person.email);
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
  });

  // Only the browser's clock moved, so the page counts down from the site's time again.
  await page.reload();
  await waitForHydration(page);
  const sent = codeIn(await site.latestEmail(person.email));
  await test.step('a wrong code shows an error for five seconds', async () => {
    await code.fill(String((Number(sent) + 1) % 1_000_000).padStart(6, '0'));
    await verify.click();
    await expect(page.getByRole('alert')).toHaveText('This code is not right. 4 tries are left.');
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
  await expect(page.getByText('Your password is changed. Redirecting...')).toBeVisible();
  await expect(page).toHaveURL('/login');

  const session = (await (await elsewhere.request.get('/api/v1/session')).json()) as { user: unknown };
  expect(session.user).toBeNull();
  await elsewhere.clearCookies();
  await signInWithPassword(elsewhere, person, 'a-new-word-77');
  await elsewhere.close();
});

const UPDATE = '/dashboard/update-profile';

const now = () => Temporal.Now.instant();
const section = (page: Page, name: string) => page.getByRole('region', { name });

async function openProfile(page: Page): Promise<void> {
  await page.goto(UPDATE);
  await waitForHydration(page);
}

/** Ends the session, then opens the login page, from which signing in leads to the profile. */
async function signOut(page: Page): Promise<void> {
  await page.request.post(`${site.url}/api/v1/logout`, { data: {}, headers: { origin: site.url } });
  await page.goto(`/login?next=${UPDATE}`);
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL(UPDATE);
  await waitForHydration(page);
}

/** Adds a virtual authenticator that verifies the user automatically. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const touch = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return { touch };
}

test('two-factor sign-in is set up, asks for a code after the password, and is turned off', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?400/);
  const person = await addMember();
  await site.signIn(context, person);
  await openProfile(page);
  const part = section(page, 'Two-step sign-in');
  const field = part.getByRole('textbox', { name: 'Code' });
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

  await part.getByRole('button', { name: 'Set up two-step sign-in' }).click();
  await expect(part.getByRole('heading', { name: '1. Bring this site into your app' })).toBeFocused();
  await expect(part.getByRole('figure', { name: 'QR code with the key' })).toBeVisible();
  const secret = (await part.getByRole('definition').innerText()).replaceAll(/\s/g, '');
  const address = new URL((await part.getByRole('link', { name: 'Open in my app' }).getAttribute('href')) ?? '');
  expect(address.searchParams.get('secret')).toBe(secret);
  await field.fill('000 000x');
  await part.getByRole('button', { name: 'Turn on' }).click();
  await expect(field).toHaveAccessibleDescription(/Type the six digits/);
  await field.fill(createTotpCode(secret, now()));
  await field.press('Enter');

  const recoveryCodes = await test.step('recovery codes are shown once', async () => {
    await expect(part.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused();
    await expect(shown).toHaveCount(10);
    const codes = await shown.allInnerTexts();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      part.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    await page.emulateMedia({ media: 'print' });
    await expect(shown.first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await part.getByRole('button', { name: 'I have kept them' }).click();
    await expect(part.getByText(/^On since/)).toBeVisible();
    await expect(part.getByText('10 recovery codes left')).toBeVisible();
    return codes;
  });

  await test.step('sign-in asks for the code and returns to the requested page', async () => {
    await page.request.post(`${site.url}/api/v1/logout`, { data: {}, headers: { origin: site.url } });
    await page.goto(UPDATE);
    await expect(page).toHaveURL(/\/login\?next=/);
    await hydratePage(page);
    await enterPassword(page, person.email);
    await expect(page).toHaveURL('/login/second-step?next=%2Fdashboard%2Fupdate-profile');
    await waitForHydration(page);
    const code = page.getByLabel('Code');
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await code.fill('12345');
    await code.press('Enter');
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(code).toBeFocused();
    // The setup has used the current code. Codes may be one time step ahead.
    await code.fill(createTotpCode(secret, now(), 30));
    await code.press('Enter');
    await expectSignedIn(page);
    await expect(part.getByText('10 recovery codes left')).toBeVisible();
    await expect(shown).toHaveCount(0);
  });

  await test.step('a recovery code turns it off', async () => {
    await part.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn two-step sign-in off?' });
    await dialog.getByLabel('Code (optional)').fill(recoveryCodes[0] ?? '');
    await dialog.getByRole('button', { name: 'Turn it off' }).click();
    await expect(part.getByText(/^It is off\./)).toBeVisible();
  });
});

test('a passkey is added, signs in by autofill and by its button, is renamed and removed', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?403/);
  const { touch } = await addAuthenticator(page);
  const grace = await site.addMember('Grace Murray');
  await site.signIn(context, grace);
  await openProfile(page);
  const part = section(page, 'Passkeys');
  await expect(part.getByText('You have none yet.')).toBeVisible();

  await test.step('adding asks for the password if the sign-in is old', async () => {
    // The response for a session that needs reauthentication.
    const refusal = { code: 'FORBIDDEN', message: 'First show.', fields: { currentPassword: 'x' }, requestId: 'x' };
    await page.route('**/profile/passkeys/options', route => route.fulfill({ status: 403, json: { error: refusal } }), {
      times: 1,
    });
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux');
    await dialog.getByLabel('Name').fill('Work laptop');
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it still you?' });
    await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await proof.getByRole('button', { name: 'Go on' }).click();
    await expect(part.getByText('Work laptop')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(part.getByText(/not used yet/)).toBeVisible();
  });

  await test.step('the browser’s autofill offers it at the email field', async () => {
    // With autofill, the virtual authenticator picks the passkey by itself.
    await signOut(page);
    await page.getByLabel('E-mail').focus();
    await expectSignedIn(page);
    await expect(part.getByText(/last used/)).toBeVisible();
  });

  await test.step('the button signs in with it', async () => {
    // Turn off autofill: the virtual authenticator would sign in by itself before the button is pressed.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await touch(false);
    await signOut(page);
    await hydratePage(page);
    await touch(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectSignedIn(page);
  });

  await part.getByRole('button', { name: 'Rename Work laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await page.keyboard.press('Enter');
  await expect(part.getByText('Laptop', { exact: true })).toBeVisible();
  const remove = part.getByRole('button', { name: 'Remove Laptop' });
  await remove.click();
  await expect(page.getByRole('dialog', { name: 'Remove “Laptop”?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await remove.click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(part.getByText('You have none yet.')).toBeVisible();
});
