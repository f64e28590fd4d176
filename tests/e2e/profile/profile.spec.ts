import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { checkAppearance } from '../support/visual-checks.ts';
import { PASSWORD, signInWithPassword } from '../support/site-fixture.ts';
import {
  expect,
  waitForHydration,
  testOnOwnSite,
  waitForIdle,
  holdRequests,
  site,
  type TestUser,
} from '../support/test.ts';

// One site and one user who signs in rarely, because registrations and sign-ins are rate limited.
const test = testOnOwnSite({ mode: 'serial' });
const UPDATE = '/dashboard/update-profile';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .png()
    .toBuffer();

let grace: TestUser;
let password = PASSWORD;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>> = [];
test.beforeAll(async () => {
  grace = await site.addMember('Grace Murray');
});
test.beforeEach(async ({ context, page }) => {
  if (test.info().title === 'leads visitors through sign-in and back') return;
  if (cookies.length === 0) await signInWithPassword(context, grace, password);
  else await context.addCookies(cookies);
  cookies = await context.cookies();
  await page.goto(UPDATE);
  await waitForHydration(page);
});

test('leads visitors through sign-in and back', async ({ page }) => {
  await page.goto(UPDATE);
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(UPDATE)}`);
});

test('both pages: both themes, phone to desktop', async ({ page }) => {
  for (const path of ['/dashboard/my-profile', UPDATE]) {
    await page.goto(path);
    await waitForHydration(page);
    await checkAppearance(page, path);
  }
});

test('shows name errors on the field and saves once on a double click', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  const name = page.getByLabel('Name', { exact: true });
  const save = page.getByRole('button', { name: /^(Save name|Saving…)$/ });
  await name.fill('  ');
  await save.click();
  await expect(name).toHaveAccessibleDescription('Name is required');
  await expect(name).toBeFocused();
  const sent: string[] = [];
  page.on('request', request => request.method() === 'PATCH' && sent.push(request.url()));
  const release = await holdRequests(page, '**/api/v1/profile');
  await name.fill('Grace Hopper');
  await save.dblclick();
  await waitForIdle(page);
  release();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect(name).not.toHaveAttribute('aria-invalid');
  await page.getByRole('link', { name: 'Back to my profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper');
});

test('rejects, previews, uploads and removes a picture', async ({ page }) => {
  const field = page.getByLabel('Picture', { exact: true });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Choose a picture first.')).toBeVisible();
  await field.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(field).toHaveAccessibleDescription(/Choose a PNG, JPEG, WebP, AVIF or GIF\.$/);
  await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(field).toHaveAccessibleDescription(/larger than 5 MB/);
  await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await picture(900, 600) });
  await expect(page.getByRole('img', { name: 'How your picture will look' })).toBeVisible();
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  await page.route('**/api/v1/profile/avatar', async route => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  release();
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  const shown = section(page, 'Name and picture').locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Your picture is removed.')).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test('shows the server’s rejection of a picture', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  const field = page.getByLabel('Picture', { exact: true });
  await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(field).toHaveAccessibleDescription(/no picture of a kind that we take/);
});

test('requests, cancels and confirms a new email address', async ({ page, browser, trouble }) => {
  trouble.announce(/status (of )?400/);
  const mail = section(page, 'E-mail address');
  const ask = async (email: string, typed: string) => {
    await mail.getByLabel('New e-mail').fill(email);
    await mail.getByLabel('Your password').fill(typed);
    await mail.getByRole('button', { name: 'Send the link' }).click();
  };
  await ask('hopper@', password);
  await expect(mail.getByLabel('New e-mail')).toHaveAccessibleDescription('Invalid email address');
  await expect(mail.getByLabel('New e-mail')).toHaveValue('hopper@');
  await ask('hopper@site.example', password);
  await expect(mail.getByText('hopper@site.example waits to be confirmed.')).toBeVisible();
  await expect(mail.getByLabel('Your password')).toHaveValue('');
  await mail.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(mail.getByText('waits to be confirmed')).toHaveCount(0);

  await ask('hopper@site.example', password);
  await expect(mail.getByText('hopper@site.example waits to be confirmed.')).toBeVisible();
  const link = /http\S+\/confirm-new-address\/[\w-]{43}/.exec(await site.latestEmail('hopper@site.example'))?.[0];
  const elsewhere = await browser.newContext({ baseURL: site.url });
  const other = await elsewhere.newPage();
  await other.goto(link ?? '');
  await waitForHydration(other);
  await other.getByRole('button', { name: 'Use this address' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your address is changed');
  await elsewhere.close();
  grace = { ...grace, email: 'hopper@site.example' };
  cookies = [];
  // It was confirmed in a signed-out browser, which ends every session.
  await page.goto(UPDATE);
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('signs out other browsers when the password changes', async ({ page, browser, trouble }) => {
  trouble.announce(/status (of )?400/);
  const elsewhere = await browser.newContext({ baseURL: site.url });
  await signInWithPassword(elsewhere, grace, password);
  const form = section(page, 'Password');
  const next = 'quay-lantern-42';
  await form.getByLabel('Current Password').fill(password);
  await form.getByLabel('New Password', { exact: true }).fill(next);
  await form.getByLabel('Confirm New Password').fill('quay-lantern-43');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByLabel('Confirm New Password')).toHaveAccessibleDescription('Passwords do not match');
  await form.getByLabel('Confirm New Password').fill(next);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is saved. You were signed out everywhere else.')).toBeVisible();
  for (const field of await form.getByLabel(/Password$/).all()) await expect(field).toHaveValue('');
  password = next;
  const other = await elsewhere.newPage();
  await other.goto(UPDATE);
  await expect(other).toHaveURL(/\/login\?next=/);
  await elsewhere.close();
  await page.reload();
  await expect(page).toHaveURL(UPDATE);
});

test('signs out another device by name, then this one', async ({ page, browser }) => {
  const phone = await browser.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' },
  });
  await signInWithPassword(phone, grace, password);
  await page.reload();
  await waitForHydration(page);
  const devices = section(page, 'Devices');
  await devices.getByRole('button', { name: 'Sign out on Firefox on Android' }).click();
  await expect(page.getByText('Signed out there.')).toBeVisible();
  await expect(devices.getByText('Firefox on Android')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Devices' }), 'the focus stays near').toBeFocused();
  const session = (await (await phone.request.get('/api/v1/session')).json()) as { user: unknown };
  expect(session.user).toBeNull();
  await phone.close();
  await devices.getByRole('button', { name: 'Sign out on this device' }).click();
  await expect(page).toHaveURL('/login');
  cookies = [];
});

test('downloads the personal data', async ({ page }) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
});

test('deletes the account after its address is typed', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  const part = section(page, 'Delete account');
  await part.getByText('Delete my account…').click();
  await part.getByLabel(/^Type .* to confirm$/).fill('somebody@site.example');
  await part.getByLabel('Your password').fill(password);
  await part.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(part.getByLabel(/^Type .* to confirm$/)).toHaveAccessibleDescription(/^Type the e-mail address/);
  await part.getByLabel(/^Type .* to confirm$/).fill(grace.email);
  await part.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goto(UPDATE);
  await expect(page).toHaveURL(/\/login\?next=/);
  expect(await site.latestEmail(grace.email)).toContain('Your account was deleted');
});
