import type { Page } from '@playwright/test';
import { createTotpCode } from '../../../support/two-factor-fixture.ts';
import { PASSWORD } from '../../support/site-fixture.ts';
import { expect, waitForHydration, hydratePage, site, testOnOwnSite } from '../../support/test.ts';

const test = testOnOwnSite();

/** Returns an unused email address. */
const newEmail = () => `${crypto.randomUUID()}@site.example`;

const addMember = () => site.add({ name: 'Grace Murray', email: newEmail() });

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
  await page.getByLabel('Email', { exact: true }).fill(email);
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
  trouble.announce(/status (of )?409/);
  const person = await addMember();
  await site.signIn(context, person);
  await openProfile(page);
  const part = section(page, 'Two-factor authentication');
  const field = part.getByRole('textbox', { name: 'Code' });
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const readSecret = async () => (await part.getByRole('definition').innerText()).replaceAll(/\s/g, '');
  const start = part.getByRole('button', { name: 'Set up two-factor authentication' });

  await test.step('a setup in another tab makes the key of this one invalid, and says so', async () => {
    await start.click();
    const replaced = await readSecret();
    const other = await page.request.post(`${site.url}/api/v1/profile/two-factor`, {
      data: {},
      headers: { origin: site.url },
    });
    expect(other.status()).toBe(201);
    await field.fill(createTotpCode(replaced, now()));
    await field.press('Enter');
    await expect(part.getByRole('alert')).toContainText('in another tab or on another device');
    await part.getByRole('button', { name: 'Cancel' }).click();
  });

  await start.click();
  await expect(part.getByRole('heading', { name: '1. Add this site to your app' })).toBeFocused();
  await expect(part.getByRole('figure', { name: 'QR code for the key' })).toBeVisible();
  const secret = await readSecret();
  const address = new URL(
    (await part.getByRole('link', { name: 'Open authenticator app' }).getAttribute('href')) ?? '',
  );
  expect(address.searchParams.get('secret')).toBe(secret);
  await field.fill('000 000x');
  await part.getByRole('button', { name: 'Turn on' }).click();
  await expect(field).toHaveAccessibleDescription(/Enter the 6-digit code/);
  await expect(field).toBeFocused();
  await field.fill(createTotpCode(secret, now()));
  await field.press('Enter');

  let recoveryCodes = await test.step('recovery codes are shown once', async () => {
    await expect(part.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
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
    await part.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await expect(part.getByText(/^On since/)).toBeVisible();
    await expect(part.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused();
    await expect(part.getByText('10 recovery codes left')).toBeVisible();
    return codes;
  });

  await test.step('new recovery codes replace the others only after a question', async () => {
    const generate = part.getByRole('button', { name: 'Generate new recovery codes' });
    const question = page.getByRole('dialog', { name: 'Generate new recovery codes?' });
    await generate.click();
    await expect(question).toContainText('Your current codes will stop working');
    await page.keyboard.press('Escape');
    await expect(generate).toBeFocused();
    await expect(shown).toHaveCount(0);
    await generate.click();
    await question.getByRole('button', { name: 'Generate codes' }).click();
    await expect(shown).toHaveCount(10);
    const codes = await shown.allInnerTexts();
    expect(codes.filter(code => recoveryCodes.includes(code))).toEqual([]);
    recoveryCodes = codes;
    await part.getByRole('button', { name: 'I’ve saved my codes' }).click();
  });

  await test.step('sign-in asks for the code and returns to the requested page', async () => {
    await page.request.post(`${site.url}/api/v1/logout`, { data: {}, headers: { origin: site.url } });
    await page.goto(UPDATE);
    await expect(page).toHaveURL(/\/login\?next=/);
    await hydratePage(page);
    await page.clock.install();
    // With this status, the browser stays on the page.
    await page.route('**/login/second-step?*', route => route.fulfill({ status: 204 }), { times: 1 });
    const opening = page.waitForResponse('**/login/second-step?*');
    await enterPassword(page, person.email);
    await opening;
    const button = page.getByRole('main').getByRole('button', { name: /^(Login|Signing in…)$/ });
    await expect(button).toHaveText('Signing in…');
    await page.clock.fastForward('00:10');
    await expect(button).toHaveText('Login');
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
    const dialog = page.getByRole('dialog', { name: 'Turn off two-factor authentication?' });
    await dialog.getByLabel('Code (optional)').fill(recoveryCodes[0] ?? '');
    await dialog.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
    await expect(part.getByText(/^Two-factor authentication is off\./)).toBeVisible();
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
  await expect(part.getByText(/^No passkeys yet\./)).toBeVisible();

  await test.step('adding asks for the password if the sign-in is old', async () => {
    // The response for a session that needs reauthentication.
    const refusal = {
      code: 'FORBIDDEN',
      message: 'Enter your password.',
      fields: { currentPassword: 'x' },
      requestId: 'x',
    };
    await page.route('**/profile/passkeys/options', route => route.fulfill({ status: 403, json: { error: refusal } }), {
      times: 2,
    });
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux');
    const add = dialog.getByRole('button', { name: 'Add passkey' });
    await dialog.getByLabel('Name').fill(' ');
    await add.click();
    // Before the device saves a passkey.
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/);
    await dialog.getByLabel('Name').fill('Work laptop');
    await add.click();
    const proof = page.getByRole('dialog', { name: 'Confirm your password' });
    await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(add).toBeFocused();
    await add.click();
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await expect(part.getByText('Work laptop')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(part.getByText(/not used yet/)).toBeVisible();
  });

  await test.step('the browser’s autofill offers it at the email field', async () => {
    // With autofill, the virtual authenticator picks the passkey automatically.
    await signOut(page);
    await page.getByLabel('Email', { exact: true }).focus();
    await expectSignedIn(page);
    await expect(part.getByText(/last used/)).toBeVisible();
  });

  await test.step('the button signs in with it', async () => {
    // Turn off autofill: the virtual authenticator would sign in automatically before the button is pressed.
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
  await expect(part.getByText(/^No passkeys yet\./)).toBeVisible();
});
