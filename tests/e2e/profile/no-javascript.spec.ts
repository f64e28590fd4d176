import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { PASSWORD } from '../support/site-fixture.ts';
import { expect, testOnOwnSite, site } from '../support/test.ts';

const test = testOnOwnSite();
const UPDATE = '/dashboard/update-profile';

test.use({ javaScriptEnabled: false });

const section = (page: Page, name: string) => page.getByRole('region', { name });

const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#357' } })
  .png()
  .toBuffer();

test('changes name, picture and email address and deletes the account without JavaScript', async ({
  page,
  context,
  playwright,
  trouble,
}) => {
  trouble.announce(/status (of )?400/);
  const ada = await site.addMember('Ada Harbor');
  await site.signIn(context, ada);
  const phone = await playwright.request.newContext({ baseURL: site.url });
  await phone.post('/api/v1/login', { data: { email: ada.email, password: PASSWORD } });

  await page.goto(UPDATE);
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Name is required');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(section(page, 'Name and picture').getByText('Saved.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace');

  const field = page.getByLabel('Picture', { exact: true });
  await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('This is no picture of a kind that we take.')).toBeVisible();
  await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  await expect(section(page, 'Name and picture').locator('img')).toHaveCount(1);

  await section(page, 'E-mail address').getByLabel('New e-mail').fill('lovelace@site.example');
  await section(page, 'E-mail address').getByLabel('Your password').fill('wrong-one');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(section(page, 'E-mail address').getByLabel('New e-mail')).toHaveValue('lovelace@site.example');
  await expect(section(page, 'E-mail address').getByText('The password is not right')).toBeVisible();
  await section(page, 'E-mail address').getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('lovelace@site.example waits to be confirmed.')).toBeVisible();
  const link = /http\S+\/confirm-new-address\/[\w-]{43}/.exec(await site.latestEmail('lovelace@site.example'))?.[0];
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page).toHaveURL('/dashboard/my-profile');
  await expect(page.getByText('lovelace@site.example')).toBeVisible();
  expect(await (await phone.get('/api/v1/session')).json()).toMatchObject({ user: null });

  await page.goto(UPDATE);
  const part = section(page, 'Delete account');
  await part.getByText('Delete my account…').click();
  await part.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(part.getByText('Type the e-mail address of this account')).toBeVisible();
  expect(await page.evaluate(() => location.hash)).toBe('#delete');
  await part.getByLabel(/^Type .* to confirm$/).fill('lovelace@site.example');
  await part.getByLabel('Your password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Delete my account for good' }).click();
  // A redirect keeps the fragment that the form was sent to.
  await expect(page).toHaveURL('/#delete');
  await page.goto(UPDATE);
  await expect(page).toHaveURL(/\/login\?next=/);
  await phone.dispose();
});
