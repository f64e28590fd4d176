import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startFakeProviders } from '../../support/fake-payment-providers.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import { openOrder, orderFixture, getRegion, payByCard, type OrderFixture } from '../support/order-fixture.ts';
import { expect, waitForHydration, testOnOwnSite } from '../support/test.ts';

let providers: Awaited<ReturnType<typeof startFakeProviders>>;
// Cards are played by the site itself; PayPal is a service outside, which can be away.
const test = testOnOwnSite({
  settings: async () => {
    providers = await startFakeProviders();
    const paypal = Object.entries(providers.environment).filter(([name]) => name.startsWith('PAYPAL_'));
    return { environment: Object.fromEntries(paypal) };
  },
});
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

let desk: OrderFixture;
/** The owner's window. */
let office: Page;
let folder: string;
test.beforeAll(async ({ browser }) => {
  desk = await orderFixture();
  office = await desk.openOffice(browser);
  folder = await mkdtemp(join(tmpdir(), 'order-'));
  await writeFile(join(folder, 'site.zip'), 'The work.');
});
test.afterAll(async () => {
  await office.context().close();
  await desk.close();
  providers.close();
  await rm(folder, { recursive: true });
});

/** Orders something without an account; the page is the order's then. */
async function order(page: Page, kind: string, id: string): Promise<void> {
  await page.goto(`/order/${kind}/${id}`);
  await waitForHydration(page);
  await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
  await page.getByRole('main').getByLabel('E-mail').fill('noor@site.example');
  await page.getByLabel('Your name, typed in agreement').fill('Noor Haddad');
  await page.getByRole('button', { name: 'Order with payment' }).click();
  await expect(page).toHaveURL(/\/order\/\d+\.[\w-]+/);
  await waitForHydration(page);
}

/** Opens in the owner's window what its client has open. */
const openInOffice = (page: Page) => openOrder(office, Number(/\/order\/(\d+)/.exec(page.url())?.[1]));
const next = (page: Page) => getRegion(page, 'What is next');

test('terms 1, 2 and 12: takes a plan from its deposit to the download', async ({ page }) => {
  await order(page, 'plan', 'starter');
  await expect(next(page)).toContainText('The first payment is awaited.');
  await payByCard(page);
  await expect(next(page)).toContainText('The content that the work begins with is awaited.');
  await expect(page.getByText(/^Expected$/)).toBeVisible();
  const items = page.getByRole('region', { name: 'What the work begins with' }).getByRole('listitem');
  const count = await items.count();
  for (let place = 0; place < count; place++) {
    await items.nth(place).getByText('Supply it').click();
    await items.nth(place).getByRole('button', { name: 'Sent another way' }).click();
    await expect(page.getByText('Supplied', { exact: true })).toHaveCount(place + 1);
  }
  await openInOffice(page);
  await office.getByRole('button', { name: 'Start the work' }).click();
  await expect(next(office)).toContainText('The work is going on.');
  await office.getByLabel('Upload what is delivered').setInputFiles(join(folder, 'site.zip'));
  await expect(office.getByRole('link', { name: 'site.zip' })).toBeVisible();
  await office.getByRole('button', { name: 'Show the work' }).click();
  await expect(next(office)).toContainText('The work waits to be looked at.');

  await page.reload();
  await expect(page.getByRole('link', { name: 'site.zip' })).toHaveCount(0);
  await page.getByText('Accept the work as complete').click();
  await page.getByRole('button', { name: 'Accept the work' }).click();
  await expect(next(page)).toContainText('The work is complete; the balance is awaited.');
  await payByCard(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'site.zip' }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toBe('The work.');
  await expect(page.getByRole('region', { name: 'Documents' }).getByRole('listitem')).toHaveCount(4);
  await office.reload();
  await office.getByRole('button', { name: 'Deliver the files' }).click();
  await expect(next(office)).toContainText('Everything is delivered.');
});

test('buys a project with bKash and unlocks its files once the owner confirms', async ({ page }) => {
  await page.goto('/projects/mise');
  await page.getByRole('link', { name: 'Buy the source' }).click();
  await expect(page).toHaveURL('/order/project/mise');
  await order(page, 'project', 'mise');
  const delivered = page.getByRole('region', { name: 'What is delivered' });
  await expect(delivered).toContainText('mise.zip, locked');
  await page.getByRole('link', { name: 'Pay it' }).click();
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'bKash' }).check();
  await page.getByLabel('Sent from').fill('01799-123456');
  await page.getByLabel('Transaction reference').fill('BK-77');
  await page.getByRole('button', { name: /^I have sent / }).click();
  await expect(page.getByText('Thank you, that is noted')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await expect(next(page)).toContainText('A payment waits to be confirmed.');
  await openInOffice(page);
  await expect(next(office)).toContainText('Your turn');
  await office.goto('/dashboard/payments');
  await waitForHydration(office);
  await office.getByRole('button', { name: /^Confirm/ }).click();
  await expect(office.getByText('The payment is confirmed')).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await expect(next(page)).toContainText('Everything is delivered.');
  await expect(delivered).toContainText('Once you download a file, you can no longer get a refund.');
  await expect(next(page).getByText('Cancel and get a full refund').first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await delivered.getByRole('link', { name: 'mise.zip' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('mise.zip');
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  await page.reload();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('The client downloaded the files.');
  await expect(delivered).not.toContainText('you can no longer get a refund');
  await expect(next(page)).toContainText('The files were downloaded on');
});

test('the owner adds the files of a project for sale', async ({ page }) => {
  await office.goto('/dashboard/add-project');
  await waitForHydration(office);
  await office.getByRole('textbox', { name: 'Title' }).fill('Tide tables');
  await expect(office.locator('.editor-text')).toBeVisible();
  await office.getByRole('textbox', { name: 'Text' }).fill('Twice a day it rises.');
  await expect(office).toHaveURL('/dashboard/update-project/tide-tables');
  await office.getByRole('button', { name: 'Settings' }).click();
  await office.getByLabel('Link', { exact: true }).fill('https://tides.example/');
  await office.getByLabel('Price of the source').fill('49.50');
  await expect(office.getByText(/^Saved at/)).toBeVisible();
  const files = office.getByRole('region', { name: 'Files for buyers' });
  await expect(files).toContainText('Add files to sell this project.');
  await office.getByRole('button', { name: 'Publish' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(office.getByText('Published. Readers see it now.')).toBeVisible();
  await page.goto('/projects/tide-tables');
  await expect(page.getByText('Not available to buy right now')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buy the source' })).toHaveCount(0);
  await office.goto('/dashboard');
  await expect(office.getByText('1 project has a price but no files')).toBeVisible();
  await office.getByRole('link', { name: /Add files to sell/ }).click();
  await waitForHydration(office);
  await files.getByLabel('Add files').setInputFiles(join(folder, 'site.zip'));
  await expect(files.getByRole('listitem').filter({ hasText: '9 bytes' })).toContainText('site.zip');
  await expect(files).not.toContainText('Add files to sell this project.');
  await page.goto('/projects/tide-tables');
  await expect(page.getByRole('link', { name: 'Buy the source' })).toBeVisible();
  await files.getByRole('button', { name: 'Remove site.zip' }).click();
  await office.getByRole('button', { name: 'Remove file' }).click();
  await expect(files).toContainText('Add files to sell this project.');
});

test('term 14: starts a monthly service once paid, and its client ends it', async ({ page }) => {
  await order(page, 'service', 'maintenance');
  await payByCard(page);
  const subscription = page.getByRole('region', { name: 'The subscription' });
  await expect(subscription).toContainText('Goes on');
  await expect(subscription).toContainText('$150.00');
  await subscription.getByText('End it').first().click();
  await subscription.getByRole('button', { name: 'End it' }).click();
  await expect(subscription).toContainText('Ends on');
  await subscription.getByText('Keep it after all').first().click();
  await subscription.getByRole('button', { name: 'Keep it after all' }).click();
  await expect(page.getByText('It goes on.', { exact: true })).toBeVisible();
  await expect(subscription).toContainText('Goes on');
});

test('names an unreachable payment provider and succeeds on retry', async ({ page, trouble }) => {
  trouble.announce(/status (of )?503/);
  trouble.announce(/foreign request/);
  const placed = await desk.placeOrder();
  await openOrder(page, placed);
  await page.getByRole('link', { name: 'Pay it' }).click();
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  providers.setDown(true);
  const pay = page.getByRole('button', { name: 'Pay $499.50' });
  await pay.click();
  await expect(page.getByRole('alert')).toContainText('PayPal does not answer. Nothing was paid.');
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  providers.setDown(false);
  const isProvider = new RegExp(`^${providers.environment.PAYPAL_HOST}/pay/`);
  await page.route(isProvider, route => route.fulfill({ contentType: 'text/html', body: '<title>PayPal</title>' }));
  const invoice = page.url();
  await pay.click();
  await expect(page).toHaveURL(isProvider);
  const reference = page.url().split('/').at(-1) ?? '';
  providers.paypal.pay(reference);
  await page.goto(providers.paypal.find(reference)?.returnTo ?? '');
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText('Thank you, your payment has arrived')).toBeVisible({ timeout: 20_000 });
  await page.goto(invoice);
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('listitem')).toHaveCount(1);
  expect((await desk.read(placed)).summary.amountDue).toBe(0);
});

test('starts a project from a delivered order', async () => {
  const placed = await desk.delivered();
  await openOrder(office, placed.number);
  await office.getByRole('button', { name: 'Begin a project from this order' }).click();
  await expect(office).toHaveURL(/\/dashboard\/update-project\//);
  await expect(office.getByRole('textbox', { name: 'Title' })).toHaveValue('Growth');
});
