import type { Page } from '@playwright/test';
import { createTotpCode } from '../../../support/two-factor-fixture.ts';
import { openDeveloperTools } from '../../support/developer-tools.ts';
import { expect, waitForHydration, hydratePage, testOnOwnSite, site } from '../../support/test.ts';

// Serial: these tests change the sign-in methods of one owner, one after another.
const test = testOnOwnSite({ mode: 'serial' });
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

const EMAIL = 'ada@harbor.example';
const PASSWORD = 'a long pass phrase';
let secret = '';
let recoveryCodes: string[] = [];

const send = (page: Page, path: string, data: object) =>
  page.request.post(`${site.url}/api/v1${path}`, { data, headers: { origin: site.url } });
const now = () => Temporal.Now.instant();
const section = (page: Page, name: string) => page.getByRole('region', { name });

async function openProfile(page: Page): Promise<void> {
  await page.goto('/dashboard/update-profile');
  await waitForHydration(page);
}

async function signInByPassword(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
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

test('sets up two-factor sign-in with an app and saves recovery codes', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  const token = site.setUpLink.split('/').at(-1);
  const owner = { token, name: 'Ada Harbor', email: EMAIL, password: PASSWORD, confirmPassword: PASSWORD };
  expect((await send(page, '/setup', owner)).status()).toBe(201);
  await openProfile(page);
  const part = section(page, 'Two-step sign-in');
  await part.getByRole('button', { name: 'Set up two-step sign-in' }).click();
  await expect(part.getByRole('heading', { name: '1. Bring this site into your app' })).toBeFocused();
  await expect(part.getByRole('figure', { name: 'QR code with the key' })).toBeVisible();
  secret = (await part.getByRole('definition').innerText()).replaceAll(/\s/g, '');
  const address = new URL((await part.getByRole('link', { name: 'Open in my app' }).getAttribute('href')) ?? '');
  expect(address.searchParams.get('secret')).toBe(secret);

  await part.getByRole('textbox', { name: 'Code' }).fill('000 000x');
  await part.getByRole('button', { name: 'Turn on' }).click();
  await expect(part.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/Type the six digits/);
  await part.getByRole('textbox', { name: 'Code' }).fill(createTotpCode(secret, now()));
  await part.getByRole('textbox', { name: 'Code' }).press('Enter');

  await expect(part.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused();
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  recoveryCodes = await shown.allInnerTexts();
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
  await page.reload();
  await expect(part.getByText('10 recovery codes left')).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test('asks for the code after the password and returns to the requested page', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  await page.goto('/dashboard/update-profile');
  await expect(page).toHaveURL(/\/login\?next=/);
  await hydratePage(page);
  await signInByPassword(page);
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
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/update-profile');
  await page.goto('/login/second-step');
  await expect(page).toHaveURL('/dashboard');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('signs in with a recovery code once', async ({ page, trouble }) => {
    trouble.announce(/status (of )?400/);
    await page.goto('/login/second-step');
    await expect(page, 'there is nothing to go on with').toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
    await signInByPassword(page);
    await expect(page).toHaveURL('/login/second-step');
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    const field = page.getByLabel('Recovery code');
    await field.fill('AAAA-AAAA-AAAA-AAAA');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue('');
    await field.fill((recoveryCodes[0] ?? '').toLowerCase());
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('adds, uses, renames and removes a passkey', async ({ page, trouble }) => {
  trouble.announce(/status (of )?403/);
  const { touch } = await addAuthenticator(page);
  // Turn off passkey autofill: the virtual authenticator would sign in by itself before the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await touch(false);
  await page.goto('/login');
  await hydratePage(page);
  await signInByPassword(page);
  await page.getByLabel('Code').fill(recoveryCodes[1] ?? '');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard');
  await openProfile(page);
  const part = section(page, 'Passkeys');
  await expect(part.getByText('You have none yet.')).toBeVisible();

  // The response for a session that needs reauthentication.
  const refusal = { code: 'FORBIDDEN', message: 'First show.', fields: { currentPassword: 'x' }, requestId: 'x' };
  await page.route('**/profile/passkeys/options', route => route.fulfill({ status: 403, json: { error: refusal } }), {
    times: 1,
  });
  await touch(true);
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

  await touch(false);
  await send(page, '/logout', {});
  await page.goto('/login?next=/dashboard/update-profile');
  await hydratePage(page);
  await touch(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/update-profile');
  await waitForHydration(page);
  await expect(part.getByText(/last used/)).toBeVisible();

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

test('offers the passkey in the browser’s autofill at the email field', async ({ page }) => {
  const { touch } = await addAuthenticator(page);
  await page.goto('/login');
  await touch(false);
  await hydratePage(page);
  await signInByPassword(page);
  await page.getByLabel('Code').fill(recoveryCodes[2] ?? '');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard');
  await openProfile(page);
  await touch(true);
  await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(section(page, 'Passkeys').getByText(/not used yet/)).toBeVisible();
  await send(page, '/logout', {});
  // With autofill, the virtual authenticator picks the passkey by itself.
  await page.goto('/login');
  await page.getByLabel('E-mail').focus();
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('turns two-factor sign-in off with a code', async ({ page }) => {
  await page.goto('/login');
  await hydratePage(page);
  await signInByPassword(page);
  await page.getByLabel('Code').fill(recoveryCodes[3] ?? '');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard');
  await openProfile(page);
  const part = section(page, 'Two-step sign-in');
  await part.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn two-step sign-in off?' });
  await dialog.getByLabel('Code (optional)').fill(recoveryCodes[4] ?? '');
  await dialog.getByRole('button', { name: 'Turn it off' }).click();
  await expect(part.getByText(/^It is off\./)).toBeVisible();
});
