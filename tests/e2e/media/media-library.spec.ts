import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { checkAppearance } from '../support/visual-checks.ts';
import { expect, navigateInApp, site, testOnOwnSite, type TestUser, waitForHydration } from '../support/test.ts';

const test = testOnOwnSite();
const MEDIA = '/dashboard/media';

let owner: TestUser;
let member: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
  member = await site.addMember('Ada Harbor');
});

const png = (color: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

/** Drops files on the page, as if dragged from a folder. */
async function drop(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const dropped = await page.evaluateHandle(
    all => {
      const transfer = new DataTransfer();
      for (const [name, type, content] of all) {
        const bytes = Uint8Array.from(atob(content), sign => sign.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => [name, mimeType, buffer.toString('base64')] as const),
  );
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: dropped });
  await expect(page.getByText('Drop to upload')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
}

const inList = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Images' }).getByRole('link', { name, exact: true });

test('shows the library on every screen, uploads, describes, finds uses of and deletes pictures', async ({
  page,
  context,
  trouble,
}) => {
  test.slow();
  trouble.announce(/status (of )?409/);
  await site.signIn(context, owner);
  const [row, bare] = await site.query('select id from pictures where in_library and is_sample order by id limit 2');
  await site.query(`update pictures set alt = '' where id = $1`, [bare?.id]);
  await page.goto(MEDIA);
  await waitForHydration(page);
  await test.step('library, picture and files: both themes, phone to desktop', async () => {
    const desktop = page.viewportSize() ?? { width: 1440, height: 900 };
    await checkAppearance(page, MEDIA);
    for (const path of [`${MEDIA}/${String(row?.id)}`, `${MEDIA}/documents`]) {
      await navigateInApp(page, path);
      await checkAppearance(page, path);
    }
    await page.setViewportSize(desktop);
    await navigateInApp(page, MEDIA);
  });

  await drop(page, [
    file('Quay at dawn.png', 'image/png', await png('#a53')),
    file('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    file('Tide gauge.png', 'image/png', await png('#35a')),
    file('notes.txt', 'text/plain', Buffer.from('Notes')),
  ]);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads.getByText('This file type isn’t supported.')).toHaveCount(2);
  await expect(inList(page, 'Quay at dawn.png')).toBeVisible();
  await expect(inList(page, 'Tide gauge.png')).toBeVisible();
  await expect(uploads.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Dismiss logo.svg' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Dismiss notes.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(uploads).toBeHidden();

  // Edited in place, with the keyboard only.
  await page.getByRole('link', { name: 'Add alt text: Tide gauge.png' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Alt text of Tide gauge.png' })).toBeFocused();
  await page.keyboard.type('A tide gauge on a pier');
  await page.keyboard.press('Enter');
  const described = page.getByRole('link', {
    name: 'A tide gauge on a pier. Edit alt text of Tide gauge.png',
  });
  await expect(described).toBeFocused();

  await site.query(
    `update posts set cover_image_id = (select id from pictures where name = 'Tide gauge.png') where slug = 'a-one-bag-office'`,
  );
  await page.reload();
  await waitForHydration(page);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Unused');
  await expect(page).toHaveURL(`${MEDIA}?usage=unused`);
  await expect(inList(page, 'Tide gauge.png')).toBeHidden();
  await inList(page, 'Quay at dawn.png').click();
  const panel = page.getByRole('complementary', { name: 'Quay at dawn.png' });
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await panel.getByRole('textbox', { name: 'Alt text' }).fill('A quay in the first light');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Image saved')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Save changes' })).toBeFocused();
  await panel.getByText('Delete image…').click();
  await expect(panel.getByText('Delete “Quay at dawn.png” permanently?')).toBeVisible();
  // A post uses it after the page was loaded.
  const coverOf = (name: string) =>
    site.query(
      `update posts set cover_image_id = (select id from pictures where name = $1) where slug = 'a-one-bag-office'`,
      [name],
    );
  await coverOf('Quay at dawn.png');
  await panel.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(panel.getByRole('alert')).toContainText('“Quay at dawn.png” is in use: Cover of');
  await expect(panel.getByRole('link', { name: /^Cover of “.+”$/ })).toBeVisible();
  await coverOf('Tide gauge.png');
  await page.reload();
  await panel.getByText('Delete image…').click();
  await panel.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page).toHaveURL(`${MEDIA}?usage=unused`);
  await expect(page.getByText('Image deleted')).toBeVisible();
  await expect(inList(page, 'Quay at dawn.png')).toBeHidden();

  await page.getByRole('combobox', { name: 'Show' }).selectOption('In use');
  await inList(page, 'Tide gauge.png').click();
  const used = page.getByRole('complementary', { name: 'Tide gauge.png' });
  await expect(used.getByText('You can’t delete this image while it’s in use.')).toBeVisible();
  await expect(used.getByText('Delete image…')).toBeHidden();
  await used.getByRole('link', { name: 'Close' }).click();
  await expect(inList(page, 'Tide gauge.png')).toBeFocused();
  await inList(page, 'Tide gauge.png').click();
  await used.getByRole('link', { name: /^Cover of “.+”$/ }).click();
  await expect(page).toHaveURL('/blog/a-one-bag-office');
});

test('shows a rejection next to its file and retries failed uploads', async ({ page, context, trouble }) => {
  trouble.announce(/status (of )?400/);
  trouble.announce(/request failed|ERR_FAILED/);
  await site.signIn(context, member);
  await page.goto(MEDIA);
  await waitForHydration(page);
  await expect(page.getByText('No images yet.')).toBeVisible();
  await page.route('**/api/v1/media/pictures?name=lost.png', route => route.abort(), { times: 1 });
  await page
    .getByLabel('Upload images')
    .setInputFiles([
      file('broken.png', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex')),
      file('lost.png', 'image/png', await png('#575')),
    ]);
  await expect(page.getByText('This image is damaged or incomplete.')).toBeVisible();
  await expect(page.getByText('Can’t reach the site.')).toBeVisible();
  // A damaged file can't be retried.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(inList(page, 'lost.png')).toBeVisible();
  await expect(page.getByText('100 MB used')).toBeVisible();

  await page.getByRole('link', { name: /^Files/ }).click();
  await page.getByLabel('Upload files').setInputFiles(file('Terms.pdf', 'application/pdf', Buffer.from('%PDF-1.7')));
  await expect(page.getByRole('link', { name: 'Terms.pdf' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Terms.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Terms.pdf');
  await page.getByRole('button', { name: 'Actions for Terms.pdf' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete Terms.pdf?' }).getByRole('button', { name: 'Delete file' }).click();
  await expect(page.getByText('No files yet.')).toBeVisible();
});

test('an upload started offline says that the connection failed, and can be retried', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/INTERNET_DISCONNECTED/);
  await site.signIn(context, owner);
  await page.goto(MEDIA);
  await waitForHydration(page);
  await context.setOffline(true);
  await drop(page, [file('Harbor.png', 'image/png', await png('#3a5'))]);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads).toContainText('Can’t reach the site. Check your connection and try again, or reload the page.');
  await context.setOffline(false);
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(inList(page, 'Harbor.png')).toBeVisible();
});

test('the library stays open when it can’t be loaded again after an upload', async ({ page, context, trouble }) => {
  trouble.announce(/ERR_FAILED/);
  await site.signIn(context, owner);
  await page.goto(MEDIA);
  await waitForHydration(page);
  const images = page.getByRole('list', { name: 'Images' }).getByRole('listitem');
  const count = await images.count();
  await page.route('**/api/v1/**', route => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await page.getByLabel('Upload images').setInputFiles(file('Breakwater.png', 'image/png', await png('#35a')));
  const toast = page.getByText('This page couldn’t be updated. Check your connection, then reload the page.');
  await expect(toast).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Media');
  await expect(images).toHaveCount(count);
  await page.unroute('**/api/v1/**');
  await page.reload();
  await expect(inList(page, 'Breakwater.png')).toBeVisible();
});
