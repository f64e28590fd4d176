import type { Page } from '@playwright/test';
import {
  expect,
  expectSameDocument,
  markDocument,
  navigateInApp,
  site,
  testOnOwnSite,
  waitForHydration,
} from '../support/test.ts';

const test = testOnOwnSite();

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function addClient(page: Page, name: string, email: string): Promise<void> {
  await navigateInApp(page, '/dashboard/clients/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email addresses (optional)').fill(email);
  await page.getByRole('button', { name: 'Add client' }).click();
  await expect(heading(page)).toHaveText(name);
}

test('the owner adds clients, corrects mistakes, merges duplicates and undoes it', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?400/);
  await site.signIn(context, await site.addOwner());
  await page.goto('/dashboard/clients');
  await waitForHydration(page);
  await markDocument(page);
  await expect(page.getByText('No clients yet.')).toBeVisible();
  await addClient(page, 'Ada Stone', 'ada@stone.example');
  await addClient(page, 'Ada Stone', 'ada@home.example');

  await test.step('a wrong VAT ID is shown at its field, and nothing is lost', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Edit' }).click();
    const taxId = page.getByLabel('VAT ID or tax number (optional)');
    await page.getByLabel('Company (optional)').fill('Stone GmbH');
    await page.getByLabel('Country (optional)').selectOption('Germany');
    await taxId.fill('DE 12');
    await page.getByRole('button', { name: 'Save client' }).click();
    await expect(taxId).toHaveAccessibleDescription(/Enter a VAT ID like DE123456789/);
    await expect(page.getByLabel('Company (optional)')).toHaveValue('Stone GmbH');
    await taxId.fill('123 456 789');
    await page.getByRole('button', { name: 'Save client' }).click();
    await expect(heading(page)).toHaveText('Stone GmbH');
    await expect(region(page, 'Billing details')).toContainText('DE123456789');
  });

  await test.step('duplicates are merged and separated', async () => {
    await page.getByRole('link', { name: 'Clients', exact: true }).click();
    await page.getByRole('link', { name: 'Review duplicates' }).click();
    await expect(page.getByText('Same name')).toBeVisible();
    await page.getByRole('button', { name: 'Keep this one and merge' }).first().click();
    await expect(page.getByText('No duplicates found.')).toBeVisible();
    await page.getByRole('link', { name: 'Clients', exact: true }).click();
    await expect(page.getByText('1 client', { exact: true })).toBeVisible();
    await page.getByRole('rowheader').getByRole('link').click();
    await expect(region(page, 'Contact')).toContainText('ada@home.example');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(region(page, 'Contact')).not.toContainText('ada@stone.example');
  });
  await expectSameDocument(page);

  await test.step('the command palette finds a client', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ada@stone');
    await page.getByRole('option', { name: /Ada Stone/ }).click();
    await expect(page).toHaveURL(/\/dashboard\/clients\/\d+$/);
    await expect(region(page, 'Contact')).toContainText('ada@stone.example');
  });
});
