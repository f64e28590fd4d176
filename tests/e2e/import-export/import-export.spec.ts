import { createZipBuffer } from '../../support/zip.ts';
import { expect, navigateInApp, site, testOnOwnSite, type TestUser, waitForHydration } from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

const folder = () =>
  createZipBuffer({
    'posts/tides.md': '---\ntitle: Reading a tide table\ndate: 2024-02-03\n---\nTwice a day.\n\n![Waves](waves.png)\n',
    'posts/later.md': '---\ntitle: A later thought\ndraft: true\n---\nSoon.\n',
  });

test('previews and imports an archive and exports everything', async ({ page, context }) => {
  // A few posts and projects test the same as all, and their archive is written and read in a fraction of the time.
  await site.query('delete from posts where id > 2');
  await site.query('delete from projects where id > (select id from projects order by id offset 1 limit 1)');
  await site.signIn(context, owner);
  await page.goto('/dashboard/transfer');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Upload and preview' }).click();
  await expect(page.getByText('Choose an archive.')).toBeVisible();
  await expect(page.getByLabel('Archive', { exact: true })).toBeFocused();

  const file = { name: 'old-blog.zip', mimeType: 'application/zip', buffer: await folder() };
  await page.getByLabel('Archive', { exact: true }).setInputFiles(file);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/imports/*', async route => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Upload and preview' }).click();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByText('Upload canceled.')).toBeVisible();
  await page.getByRole('button', { name: 'Upload and preview' }).click();
  // The upload continues on other pages, and doesn't leave them.
  await page.getByRole('link', { name: 'Redirects' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Redirects');
  release();
  await expect(page.getByText('Archive uploaded.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Redirects');
  await page.getByRole('link', { name: 'Import & export' }).click();
  await page.getByRole('link', { name: 'old-blog.zip' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('old-blog.zip');
  await page.getByRole('button', { name: 'Delete archive…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Delete old-blog.zip?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('definition').first()).toHaveText('2');
  await expect(page.getByText('Missing images', { exact: true })).toBeVisible();
  const tides = page.getByRole('row', { name: /Reading a tide table/ });
  await expect(tides).toContainText('Draft');
  await page.getByRole('combobox', { name: 'Posts and projects' }).selectOption('Keep their status');
  await expect(tides).toContainText('Published');
  await page.getByRole('link', { name: /^With notes/ }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Import 2 posts' }).click();
  await expect(page.getByText('Imported: 2 posts.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('link', { name: 'Reading a tide table' })).toBeVisible();
  await navigateInApp(page, '/blog/tides');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reading a tide table');

  await navigateInApp(page, '/dashboard/transfer');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export content' }).click();
  const archive = await download;
  expect(archive.suggestedFilename()).toMatch(/^freehold-\d{4}-\d{2}-\d{2}\.zip$/);
  // The export is streamed, so wait for all of it before changing anything.
  const archived = await archive.path();

  // Importing into the same site restores deleted and changed entries, and nothing else.
  await site.query(`delete from projects where id = (select min(id) from projects)`);
  await site.query(
    `update site_sections set content = content || '{"headline": "Mine"}', is_sample = false, version = version + 1 where key = 'profile'`,
  );
  await page.getByLabel('Archive', { exact: true }).setInputFiles(archived);
  await page.getByRole('button', { name: 'Upload and preview' }).click();
  await expect(
    page.getByText(/^Not imported because you’re keeping this site’s version: Profile and banner/),
  ).toBeVisible();
  await page.getByLabel('Site content and appearance').selectOption('Replace with the archive’s');
  await expect(page.getByText('Your own content will be replaced: Profile and banner.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 project' }).click();
  await expect(page.getByText(/^Imported: 1 project, .*1 site section\.$/)).toBeVisible({ timeout: 15_000 });
});
