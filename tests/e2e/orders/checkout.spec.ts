import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { listAxeViolations } from '../support/audits.ts';
import { checkAppearance } from '../support/visual-checks.ts';
import { waitForBillingJobs } from '../support/order-fixture.ts';
import { expect, waitForHydration, testOnOwnSite, site, type TestUser } from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
let folder: string;
test.beforeAll(async () => {
  owner = await site.addOwner();
  folder = await mkdtemp(join(tmpdir(), 'order-'));
  await writeFile(join(folder, 'texts.txt'), 'All the texts.');
  await writeFile(join(folder, 'site.zip'), 'The work.');
});
test.afterAll(async () => {
  await waitForBillingJobs();
  await rm(folder, { recursive: true });
});
test.beforeEach(() => site.query('delete from rate_limits'));

/** Fills the form of an order in, as somebody without an account. */
async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your brief (optional)').fill('A shop for tide tables.\n\nWith a map.');
  await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page.getByLabel('Your name, typed in agreement').fill('Noor Haddad');
}

const isOrder = /\/order\/\d+\.[\w-]+/;

/** The page of an order that was just placed, by its secret link. */
async function arrived(page: Page): Promise<string> {
  await expect(page).toHaveURL(isOrder);
  await expect(page.getByText('Thank you. The order has arrived')).toBeVisible();
  return new URL(page.url()).pathname;
}

test('orders a plan from pricing, with errors on the fields and input kept', async ({ page, trouble }) => {
  trouble.announce(/status (of )?422/);
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Order Growth' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order Growth' })).toBeVisible();
  await waitForHydration(page);
  const price = page.getByRole('complementary', { name: 'The price' });
  await expect(price.getByText('$999.00').first()).toBeVisible();
  await page.getByLabel('Urgent: within 48 to 72 hours').check();
  await expect(price.getByText('$1,248.75')).toBeVisible();
  await expect(price.getByText('$499.50').first()).toBeHidden();
  await page.getByLabel('Your brief (optional)').fill('Kept.');
  await page.getByRole('button', { name: 'Order with payment' }).click();
  await expect(page.getByRole('alert')).toHaveText('3 fields need another look. Each says why.');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Your brief (optional)')).toHaveValue('Kept.');
  await expect(page.getByLabel('Urgent: within 48 to 72 hours')).toBeChecked();
  expect(await listAxeViolations(page)).toEqual([]);
  await fillIn(page, 'noor@site.example');
  await page.getByLabel('Files (optional)').setInputFiles(join(folder, 'texts.txt'));
  await page.getByRole('button', { name: 'Order with payment' }).dblclick();
  await arrived(page);
  await expect(page.getByText('Your turn')).toBeVisible();
  await expect(page.getByRole('link', { name: 'texts.txt' })).toBeVisible();
  await expect(page.getByText('$624.38').first()).toBeVisible();
  const placed = await site.query('select count(*)::int as count from orders');
  expect(placed[0]?.count).toBe(1);
  await checkAppearance(page, 'an order, for its client');
});

test('keeps the input while the client signs in', async ({ page, context }) => {
  const lin = await site.addMember('Lin');
  await page.goto('/order/plan/starter');
  await page.getByLabel('Your brief (optional)').fill('A harbour café.');
  await page.getByRole('button', { name: 'Sign in or register first' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  const next = new URL(page.url()).searchParams.get('next') ?? '';
  await site.signIn(context, lin);
  await page.goto(next);
  await expect(page.getByLabel('Your brief (optional)')).toHaveValue('A harbour café.');
  await expect(page.getByText(`You order as Lin, ${lin.email}`)).toBeVisible();
  await page.getByLabel('Your name, typed in agreement').fill('Lin');
  await page.getByRole('button', { name: 'Order with payment' }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/\d+/);
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Starter' })).toBeVisible();
});

test('both parties send messages and files and use “what if” on the same page', async ({ page, browser, baseURL }) => {
  await page.goto('/order/plan/growth');
  await waitForHydration(page);
  await fillIn(page, 'noor@site.example');
  await page.getByRole('button', { name: 'Order with payment' }).click();
  const path = await arrived(page);
  await page.getByLabel('Your message').fill('When do you begin?');
  await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Your message is sent.')).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('');
  await page.getByText('Supply it').first().click();
  await page.getByLabel(/Files for: The words/).setInputFiles(join(folder, 'texts.txt'));
  await expect(page.getByText('Supplied')).toHaveCount(1);

  const office = await browser.newContext(baseURL ? { baseURL } : {});
  await site.signIn(office, owner);
  const desk = await office.newPage();
  await desk.goto(`/dashboard/orders/${/\d+/.exec(path)?.[0]}`);
  await waitForHydration(desk);
  await expect(desk.getByText('When do you begin?')).toBeVisible();
  await desk.getByLabel('Upload what is delivered').setInputFiles(join(folder, 'site.zip'));
  await expect(desk.getByRole('link', { name: 'site.zip' })).toBeVisible();
  await desk.getByText('What if nothing else happens?').click();
  const later = new Date(Date.now() + 20 * 24 * 3600 * 1000).toISOString().slice(0, 10);
  await desk.getByLabel('Until the evening of').fill(later);
  await desk.getByRole('button', { name: 'Show' }).click();
  await expect(desk.getByText(/^Supposed: so it would stand/)).toBeVisible();
  await expect(desk.getByText('Late fee', { exact: true })).toBeVisible();
  await checkAppearance(desk, 'an order, for the owner');
  await office.close();

  await page.reload();
  await expect(page.getByText('site.zip')).toBeVisible();
  await expect(page.getByRole('link', { name: 'site.zip' })).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('places, corrects, discusses and cancels an order', async ({ page, trouble }) => {
    trouble.announce(/status (of )?422/);
    await page.goto('/order/plan/growth');
    await page.getByLabel('Your brief (optional)').fill('Kept.');
    await page.getByRole('button', { name: 'Order with payment' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expect(page.getByLabel('Your brief (optional)')).toHaveValue('Kept.');
    await fillIn(page, 'lin@site.example');
    await page.getByLabel('Files (optional)').setInputFiles(join(folder, 'texts.txt'));
    await page.getByRole('button', { name: 'Order with payment' }).click();
    await arrived(page);
    await expect(page.getByRole('link', { name: 'texts.txt' })).toBeVisible();
    await page.getByLabel('Your message').fill('Hello.');
    await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Your message is sent.')).toBeVisible();
    await page.getByText('Cancel the order').first().click();
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await expect(page.getByText('This order was cancelled.')).toBeVisible();
  });
});
