import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { checkAppearance } from '../support/visual-checks.ts';
import { PASSWORD, signInWithPassword } from '../support/site-fixture.ts';
import { expect, waitForHydration, testOnOwnSite, waitForIdle, holdRequests, site } from '../support/test.ts';

const test = testOnOwnSite();
const UPDATE = '/dashboard/update-profile';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .png()
    .toBuffer();

test('the profile pages look right, and change the name and the picture', async ({ page, context, trouble }) => {
  trouble.announce(/status (of )?400/);
  const grace = await site.addMember('Grace Murray');
  await site.signIn(context, grace);
  await page.goto('/dashboard/my-profile');
  await waitForHydration(page);
  await checkAppearance(page, '/dashboard/my-profile');
  await page.getByRole('main').getByRole('link', { name: 'Update profile' }).click();
  await expect(page).toHaveURL(UPDATE);
  await checkAppearance(page, UPDATE);

  await test.step('rejects, previews, uploads and removes a picture', async () => {
    const field = page.getByLabel('Picture', { exact: true });
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText('Choose a picture first.')).toBeVisible();
    await field.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(field).toHaveAccessibleDescription(/Choose a PNG, JPEG, WebP, AVIF or GIF\.$/);
    await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
    await expect(field).toHaveAccessibleDescription(/larger than 5 MB/);
    // The server's rejection.
    await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await page.getByRole('button', { name: 'Save picture' }).click();
    await expect(field).toHaveAccessibleDescription(/file type isn’t supported/);
    await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await picture(900, 600) });
    await expect(page.getByRole('img', { name: 'Preview of your picture' })).toBeVisible();
    const release = await holdRequests(page, '**/api/v1/profile/avatar');
    await page.getByRole('button', { name: 'Save picture' }).click();
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    release();
    await expect(page.getByText('Picture saved')).toBeVisible();
    const shown = section(page, 'Name and picture').locator('img');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await expect(page.getByText('Picture removed')).toBeVisible();
    await expect(shown).toHaveCount(0);
  });

  await test.step('shows name errors on the field and saves once on a double click', async () => {
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
    await expect(page.getByText('Name saved')).toBeVisible();
    expect(sent).toHaveLength(1);
    await expect(name).not.toHaveAttribute('aria-invalid');
    await page.getByRole('link', { name: 'Back to my profile' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper');
  });
});

test('the account changes its password and address, signs out devices, and is deleted', async ({
  page,
  context,
  browser,
  trouble,
}) => {
  trouble.announce(/status (of )?400/);
  const lin = await site.addMember('Lin Osei');
  const email = 'hopper@site.example';
  const next = 'quay-lantern-42';
  const sessionIn = async (other: typeof context) =>
    ((await (await other.request.get('/api/v1/session')).json()) as { user: unknown }).user;
  await signInWithPassword(context, lin);
  await page.goto(UPDATE);
  await waitForHydration(page);

  await test.step('downloads the personal data', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-data.json');
  });

  await test.step('a new password signs out other browsers', async () => {
    const elsewhere = await browser.newContext({ baseURL: site.url });
    await signInWithPassword(elsewhere, lin);
    const form = section(page, 'Password');
    await form.getByLabel('Current Password').fill(PASSWORD);
    await form.getByLabel('New Password', { exact: true }).fill(next);
    await form.getByLabel('Confirm New Password').fill('quay-lantern-43');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByLabel('Confirm New Password')).toHaveAccessibleDescription('Passwords don’t match');
    await form.getByLabel('Confirm New Password').fill(next);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password saved. You were signed out everywhere else.')).toBeVisible();
    for (const field of await form.getByLabel(/Password$/).all()) await expect(field).toHaveValue('');
    expect(await sessionIn(elsewhere)).toBeNull();
    expect(await sessionIn(context)).not.toBeNull();
    await elsewhere.close();
  });

  await test.step('another device is signed out by its name', async () => {
    const phone = await browser.newContext({
      baseURL: site.url,
      extraHTTPHeaders: { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' },
    });
    await signInWithPassword(phone, lin, next);
    await page.reload();
    await waitForHydration(page);
    const sessions = section(page, 'Sessions');
    await sessions.getByRole('button', { name: 'Sign out of Firefox on Android' }).click();
    await expect(page.getByText('Device signed out')).toBeVisible();
    await expect(sessions.getByText('Firefox on Android')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Sessions' }), 'the focus stays in the section').toBeFocused();
    expect(await sessionIn(phone)).toBeNull();
    await phone.close();
  });

  await test.step('a new address is requested, canceled and confirmed', async () => {
    const mail = section(page, 'Email address');
    const ask = async (address: string, password = next) => {
      await mail.getByLabel('New email').fill(address);
      await mail.getByLabel('Your password').fill(password);
      await mail.getByRole('button', { name: 'Send confirmation link' }).click();
    };
    const waiting = mail.getByText(`Waiting for you to confirm ${email}.`);
    await ask('hopper@', '');
    await expect(mail.getByLabel('New email')).toHaveAccessibleDescription('Invalid email address');
    await expect(mail.getByLabel('New email')).toHaveValue('hopper@');
    await expect(mail.getByLabel('Your password')).toHaveAccessibleDescription('Password is required');
    await ask(email);
    await expect(waiting).toBeVisible();
    await expect(mail.getByLabel('Your password')).toHaveValue('');
    await mail.getByRole('button', { name: 'Cancel change' }).click();
    await expect(mail.getByText('Waiting for you to confirm')).toHaveCount(0);
    await ask(email);
    await expect(waiting).toBeVisible();
    const link = /http\S+\/confirm-new-address\/[\w-]{43}/.exec(await site.latestEmail(email))?.[0];
    // In a signed-out browser, as on another device.
    await context.clearCookies();
    await page.goto(link ?? '');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email address changed');
    await expect(page.getByText('You were signed out everywhere.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fmy-profile');
  });

  await test.step('this device is signed out', async () => {
    await signInWithPassword(context, { email }, next);
    await page.goto(UPDATE);
    await waitForHydration(page);
    await section(page, 'Sessions').getByRole('button', { name: 'Sign out of this device' }).click();
    await expect(page).toHaveURL('/login');
    expect(await sessionIn(context)).toBeNull();
  });

  await test.step('the account is deleted after its address is typed', async () => {
    await signInWithPassword(context, { email }, next);
    await page.goto(UPDATE);
    await waitForHydration(page);
    const part = section(page, 'Delete account');
    await part.getByText('Delete account…').click();
    await part.getByLabel(/^Type .* to confirm$/).fill('somebody@site.example');
    await part.getByLabel('Your password').fill(next);
    await part.getByRole('button', { name: 'Delete account permanently' }).click();
    await expect(part.getByLabel(/^Type .* to confirm$/)).toHaveAccessibleDescription(/^Enter the email address/);
    await part.getByLabel(/^Type .* to confirm$/).fill(email);
    await part.getByRole('button', { name: 'Delete account permanently' }).click();
    await expect(page.getByText('Account deleted')).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await sessionIn(context)).toBeNull();
    expect(await site.latestEmail(email)).toContain('Your account was deleted');
  });
});
