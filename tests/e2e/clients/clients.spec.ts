import type { Page } from '@playwright/test';
import {
  expect,
  expectSameDocument,
  markDocument,
  navigateInApp,
  site,
  tabTo,
  type TestUser,
  testOnOwnSite,
  waitForHydration,
} from '../support/test.ts';
import { checkAppearance } from '../support/visual-checks.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

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
  await site.signIn(context, owner);
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

test('by keyboard, the owner sets a client’s reminders, and the client corrects their address', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?400/);
  const member = await site.addMember('Jo Fern');
  await site.signIn(context, owner);
  await page.goto('/dashboard/clients');
  await waitForHydration(page);
  await addClient(page, 'Jo Fern', member.email);

  await test.step('the reminders follow the site until other days are chosen', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Payment reminders', exact: true }));
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Payment reminders');
    const usual = page.getByRole('radio', { name: 'As on the site' });
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
    await site.signIn(context, member);
    await page.goto('/dashboard/billing-details');
    await waitForHydration(page);
    await tabTo(page, page.getByLabel('City (optional)'));
    await page.keyboard.type('Berlin');
    const save = page.getByRole('button', { name: 'Save billing details' });
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    const country = page.getByLabel('Country (optional)');
    await expect(country).toHaveAccessibleDescription(/Choose a country\./);
    await expect(country).toBeFocused();
    await page.keyboard.type('Germany');
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Billing details saved')).toBeVisible();
    await site.signIn(context, owner);
    await page.goto(client);
    await expect(region(page, 'Billing details')).toContainText('Berlin');
  });
});
