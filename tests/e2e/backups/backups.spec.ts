import { PASSWORD } from '../support/site-fixture.ts';
import { expect, site, testOnOwnSite, type TestUser, waitForHydration } from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

test('writes a backup, tests it, and offers it with the secret key as a download', async ({
  page,
  context,
  trouble,
}) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/backups');
  await waitForHydration(page);
  await expect(page.getByText('No backups yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  const status = page.getByRole('main').locator('[aria-live=polite]');
  await expect(status).toHaveText(/^(?:Writing|Testing) the backup…/);
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeDisabled();
  await expect(status).toContainText('passed its restore test', { timeout: 60_000 });
  await expect(page.getByRole('row').nth(1)).toContainText('Passed');

  // Downloads require a recent sign-in.
  trouble.announce(/status 403: POST .*downloads/);
  trouble.announce(/status of 403/);
  await site.query("update sessions set last_authenticated_at = now() - interval '10 minutes'");
  const download = page.getByRole('button', { name: /^Download freehold-/ });
  await download.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(download).toBeFocused();
  await download.click();
  await page.getByRole('dialog').locator('input[name=currentPassword]').fill(PASSWORD);
  const backup = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect((await backup).suggestedFilename()).toMatch(/^freehold-\d{8}T\d{6}Z\.tar\.zst$/);
  const key = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the secret key' }).click();
  expect((await key).suggestedFilename()).toBe('secret.key');
  await expect(page.getByText('You last downloaded the key on')).toBeVisible();

  // Test sites start without a schedule.
  await expect(page.getByText('Scheduled backups are off.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Back up every day' }).check();
  await page.getByRole('combobox', { name: 'Time' }).selectOption('05:00');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('Next backup:')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Back up every day' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Time' })).toHaveValue('5');
});

test('keeps the progress while the connection is lost, and goes on afterwards', async ({ page, context, trouble }) => {
  trouble.announce(/ERR_INTERNET_DISCONNECTED/);
  await site.signIn(context, owner);
  await site.query(`insert into backup_runs (file_name, is_scheduled, status, started_at, updated_at)
    values ('freehold-20300101T000000Z.tar.zst', false, 'writing', now(), now())`);
  await page.goto('/dashboard/backups');
  await waitForHydration(page);
  const status = page.getByRole('main').locator('[aria-live=polite]');
  await expect(status).toContainText('Writing the backup…');
  await context.setOffline(true);
  await page.waitForEvent('requestfailed');
  await page.waitForEvent('requestfailed');
  await expect(status).toContainText('Writing the backup…');
  await site.query(`update backup_runs set status = 'verifying' where status = 'writing'`);
  await context.setOffline(false);
  await expect(status).toContainText('Testing the backup…');
});
