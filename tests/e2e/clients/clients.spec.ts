import type { Page } from '@playwright/test';
import { createApiClient } from '../support/api-client.ts';
import { useKeyboard } from '../support/keyboard.ts';
import {
  expect,
  expectSameDocument,
  markDocument,
  site,
  tabTo,
  type TestUser,
  testOnOwnSite,
  waitForHydration,
  waitForRequests,
} from '../support/test.ts';
import { checkAppearance } from '../support/visual-checks.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the owner adds clients, corrects mistakes, merges duplicates and undoes it by keyboard', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?400/);
  trouble.announce(/status (of )?409/);
  await site.signIn(context, owner);
  const keys = useKeyboard(page);
  await keys.open('/dashboard/clients');
  await markDocument(page);
  await expect(page.getByText('No clients yet.')).toBeVisible();

  await test.step('clients are imported, and added by hand', async () => {
    await keys.press(page.getByRole('main').getByRole('link', { name: 'Import' }));
    await keys.type(page.getByLabel('Or paste a list'), 'Name,Email\nAda Stone,ada@stone.example\n,nobody');
    await keys.press(button(page, 'Preview import'));
    await expect(region(page, 'Preview').getByRole('listitem')).toHaveText([
      /^Row 2: newNameAda StoneEmailada@stone\.example/,
      /^Row 3/,
    ]);
    await keys.press(button(page, 'Import clients'));
    await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
    await keys.press(page.getByRole('link', { name: 'View clients' }));
    await keys.press(page.getByRole('main').getByRole('link', { name: 'New client' }));
    await keys.type(page.getByLabel('Name', { exact: true }), 'Ada Stone');
    await keys.type(page.getByLabel('Email addresses (optional)'), 'ada@home.example');
    await keys.press(button(page, 'Add client'));
    await expect(heading(page)).toHaveText('Ada Stone');
  });

  await test.step('a wrong VAT ID is shown at its field, and nothing is lost', async () => {
    await keys.press(page.getByRole('main').getByRole('link', { name: 'Edit' }));
    const taxId = page.getByLabel('VAT ID or tax number (optional)');
    await keys.type(page.getByLabel('Company (optional)'), 'Stone GmbH');
    await keys.choose(page.getByLabel('Country (optional)'), 'Germany');
    await keys.type(taxId, 'DE 12');
    await keys.press(button(page, 'Save client'));
    await expect(taxId).toBeFocused();
    await expect(taxId).toHaveAccessibleDescription(/Enter a VAT ID like DE123456789/);
    await expect(page.getByLabel('Company (optional)')).toHaveValue('Stone GmbH');
    await keys.type(taxId, '123 456 789');
    await keys.press(button(page, 'Save client'));
    await expect(heading(page)).toHaveText('Stone GmbH');
    await expect(region(page, 'Billing details')).toContainText('DE123456789');
  });

  await test.step('a client that was changed elsewhere is overwritten only on request', async () => {
    await keys.press(page.getByRole('main').getByRole('link', { name: 'Edit' }));
    await site.query(`update clients set version = version + 1 where company = 'Stone GmbH'`);
    await keys.type(page.getByLabel('Phone (optional)'), '030 1234');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Save my version')).toBeVisible();
    await page.keyboard.press('Enter');
    await waitForRequests(page);
    await expect(button(page, 'Save my version')).toBeVisible();
    await keys.press(button(page, 'Save my version'));
    await expect(region(page, 'Contact')).toContainText('030 1234');
  });

  await test.step('duplicates are merged and separated', async () => {
    await keys.press(page.getByRole('main').getByRole('link', { name: 'Clients', exact: true }));
    await keys.press(page.getByRole('link', { name: 'Review duplicates' }));
    await expect(page.getByText('Same name')).toBeVisible();
    await keys.press(page.getByRole('button', { name: 'Keep this one and merge' }).first());
    await expect(page.getByText('No duplicates found.')).toBeVisible();
    await keys.press(page.getByRole('main').getByRole('link', { name: 'Clients', exact: true }));
    await expect(page.getByText('1 client', { exact: true })).toBeVisible();
    await keys.press(page.getByRole('rowheader').getByRole('link'));
    await expect(region(page, 'Contact')).toContainText('ada@home.example');
    await keys.press(page.getByRole('button', { name: 'Undo' }));
    await expect(region(page, 'Contact')).not.toContainText('ada@stone.example');
  });

  await test.step('a client is merged into one of another name', async () => {
    await keys.press(page.getByRole('link', { name: 'Merge with another client' }));
    await expect(heading(page)).toHaveText('Merge Stone GmbH');
    await expect(page.getByRole('button', { name: 'Stone GmbH' })).toHaveCount(0);
    await keys.press(page.getByRole('button', { name: 'Ada Stone' }));
    await expect(heading(page)).toHaveText('Stone GmbH');
    await expect(region(page, 'Contact')).toContainText('ada@stone.example');
    await expect(region(page, 'Contact')).toContainText('ada@home.example');
    await keys.press(page.getByRole('button', { name: 'Undo' }));
    await expect(region(page, 'Contact')).not.toContainText('ada@stone.example');
  });
  await expectSameDocument(page);

  await test.step('the command palette finds a client', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ada@stone');
    const option = page.getByRole('option', { name: /Ada Stone/ });
    await expect(option).toBeVisible();
    for (let tries = 0; tries < 9 && (await option.getAttribute('aria-selected')) !== 'true'; tries++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/clients\/\d+$/);
    await expect(region(page, 'Contact')).toContainText('ada@stone.example');
  });
});

test('by keyboard, the owner sets a client’s reminders, and the client corrects their address', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?400/);
  const member = await site.addMember('Jo Fern');
  await site.signIn(context, owner);
  const keys = useKeyboard(page);
  await keys.open('/dashboard/clients/new');
  await keys.type(page.getByLabel('Name', { exact: true }), 'Jo Fern');
  await keys.type(page.getByLabel('Email addresses (optional)'), member.email);
  await keys.press(page.getByRole('button', { name: 'Add client', exact: true }));

  await test.step('the reminders follow the site’s schedule until other days are chosen', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Payment reminders', exact: true }));
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Payment reminders');
    const usual = page.getByRole('radio', { name: 'Same as for all clients' });
    await expect(usual).toBeChecked();
    await expect(page.getByLabel('Days before the due date')).toBeHidden();
    await tabTo(page, usual);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'On other days' })).toBeChecked();
    const [first, second] = [0, 1].map(place => page.getByLabel('Days after the due date').nth(place));
    if (!first || !second) throw new Error('The fields are missing.');
    await tabTo(page, page.getByRole('checkbox', { name: 'On the due date' }));
    await page.keyboard.press('Space');
    await tabTo(page, first);
    await page.keyboard.type('9');
    await tabTo(page, page.getByRole('checkbox', { name: 'Day after the due date' }).nth(1));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Save reminders' }));
    await page.keyboard.press('Enter');
    await expect(second).toHaveAccessibleDescription('Enter more than 9 days.');
    await expect(second).toBeFocused();
    await expect(first).toHaveValue('9');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Reminders saved')).toBeVisible();
    await checkAppearance(page, 'the reminders of a client');
  });

  await test.step('a preview shows the client’s email', async () => {
    await tabTo(page, page.locator('summary', { hasText: 'Before the due date' }));
    await page.keyboard.press('Enter');
    const email = page.frameLocator('iframe[title="Preview: Before the due date"]');
    await expect(email.getByText('Hi Jo,')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Jo Fern' }));
    await page.keyboard.press('Enter');
    await expect(region(page, 'Billing details')).toContainText('on the due date, 9 days after, 12 days after');
  });

  await test.step('the client corrects their address', async () => {
    const client = page.url();
    await waitForRequests(page);
    await site.signIn(context, member);
    await page.goto('/dashboard/billing-details');
    await waitForHydration(page);
    await tabTo(page, page.getByLabel('City (optional)'));
    await page.keyboard.type('Berlin');
    const save = page.getByRole('button', { name: 'Save billing details' });
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    const country = page.getByLabel('Country (optional)');
    await expect(country).toHaveAccessibleDescription(/Choose the country of this address/);
    await expect(country).toBeFocused();
    await page.keyboard.type('Germany');
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Billing details saved')).toBeVisible();
    await waitForRequests(page);
    await site.signIn(context, owner);
    await page.goto(client);
    await waitForHydration(page);
    await expect(region(page, 'Billing details')).toContainText('Berlin');
    await waitForRequests(page);
  });

  await test.step('a rejected change keeps the saved postal code', async () => {
    await site.query(`update clients set postal_code = '10115' where postal_code = '' and city = 'Berlin'`);
    await site.signIn(context, member);
    await page.goto('/dashboard/billing-details');
    await waitForHydration(page);
    const taxId = page.getByLabel('VAT ID or tax number (optional)');
    await taxId.fill('DE1');
    await page.getByRole('button', { name: 'Save billing details' }).click();
    await expect(taxId).toHaveAccessibleDescription(/VAT ID/);
    await expect(taxId).toBeFocused();
    await expect(page.getByLabel('Postal code (optional)')).toHaveValue('10115');
  });
});

test('a double click adds one invoice', async ({ page, context }) => {
  await site.signIn(context, owner);
  const api = createApiClient(context.request, site.url);
  await api('POST', '/clients/import', { csv: 'Name,Email\nNora Reef,nora@reef.example', dryRun: false });
  await page.goto('/dashboard/clients/of/nora@reef.example');
  await waitForHydration(page);
  await button(page, 'New invoice').dblclick();
  await expect(heading(page)).toHaveText('Draft invoice');
  expect(await site.query('select 1 from invoice_drafts')).toHaveLength(1);
});

test('an address of another client is reported at its field, without another version to replace', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?409/);
  await site.signIn(context, owner);
  const api = createApiClient(context.request, site.url);
  await api('POST', '/clients/import', { csv: 'Name,Email\nRuth Quay,ruth@quay.example', dryRun: false });
  await page.goto('/dashboard/clients/new');
  await waitForHydration(page);
  await page.getByLabel('Name', { exact: true }).fill('Ruth Q.');
  const emails = page.getByLabel('Email addresses (optional)');
  await emails.fill('ruth@quay.example');
  await button(page, 'Add client').click();
  await expect(emails).toHaveAccessibleDescription(/ruth@quay\.example belongs to Ruth Quay\./);
  await expect(button(page, 'Save my version')).toBeHidden();
});

test('a list of clients that is too large is refused with advice', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/clients/import');
  await waitForHydration(page);
  const file = page.getByLabel('File', { exact: true });
  const rows = Array.from({ length: 30_000 }, (_, index) => `"Ada ${index}","ada${index}@stone.example"`);
  const buffer = Buffer.from(['Name,Email', ...rows].join('\n'));
  await file.setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer });
  await button(page, 'Preview import').click();
  await expect(file).toHaveAccessibleDescription(/too large.*Split it into files of at most 500 KB/);
  expect(await site.query(`select 1 from clients where name like 'Ada 2%'`)).toHaveLength(0);
});
