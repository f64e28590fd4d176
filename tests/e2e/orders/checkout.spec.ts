import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { listAxeViolations } from '../support/audits.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import {
  getRegion,
  getStatusMessage,
  openOrder,
  orderFixture,
  payByCard,
  type OrderFixture,
} from '../support/order-fixture.ts';
import { checkAppearance } from '../support/visual-checks.ts';
import { expect, waitForHydration, hydratePage, testOnOwnSite, site } from '../support/test.ts';

const test = testOnOwnSite();
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

let desk: OrderFixture;
/** The owner's window. */
let office: Page;
let folder: string;
test.beforeAll(async ({ browser }) => {
  desk = await orderFixture();
  office = await desk.openOffice(browser);
  folder = await mkdtemp(join(tmpdir(), 'order-'));
  await writeFile(join(folder, 'texts.txt'), 'All the texts.');
  await writeFile(join(folder, 'site.zip'), 'The work.');
});
test.afterAll(async () => {
  await office.context().close();
  await desk.close();
  await rm(folder, { recursive: true });
});
test.beforeEach(() => site.query('delete from rate_limits'));

const next = (page: Page) => getRegion(page, 'What is next');

test('takes a plan from pricing to the download', async ({ page, trouble }) => {
  // Two pages are checked on the way.
  test.slow();
  trouble.announce(/status (of )?422/);
  const price = page.getByRole('complementary', { name: 'The price' });
  await test.step('shows errors on the fields and keeps the input', async () => {
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Order Growth' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Order Growth' })).toBeVisible();
    await waitForHydration(page);
    await expect(price.getByText('$999.00').first()).toBeVisible();
    await page.getByLabel('Urgent: within 48 to 72 hours').check();
    await expect(price.getByText('$249.75')).toBeVisible();
    await expect(price.getByText('$1,248.75')).toBeVisible();
    await expect(price.getByText('$499.50').first()).toBeHidden();
    await page.getByLabel('Your brief (optional)').fill('Kept.');
    await page.getByRole('button', { name: 'Order with payment' }).click();
    await expect(page.getByRole('alert')).toHaveText('3 fields need another look. Each says why.');
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Your brief (optional)')).toHaveValue('Kept.');
    await expect(page.getByLabel('Urgent: within 48 to 72 hours')).toBeChecked();
    expect(await listAxeViolations(page)).toEqual([]);
  });

  const order = await test.step('places one order with a double click', async () => {
    await page.getByLabel('Your brief (optional)').fill('A shop for tide tables.\n\nWith a map.');
    await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
    await page.getByRole('main').getByLabel('E-mail').fill('noor@site.example');
    await page.getByLabel('Your name, typed in agreement').fill('Noor Haddad');
    await page.getByLabel('Files (optional)').setInputFiles(join(folder, 'texts.txt'));
    await page.getByRole('button', { name: 'Order with payment' }).dblclick();
    await expect(page).toHaveURL(/\/order\/\d+\.[\w-]+/);
    await expect(page.getByText('Thank you. The order has arrived')).toBeVisible();
    await expect(page.getByText('Your turn')).toBeVisible();
    await expect(next(page)).toContainText('The first payment is awaited.');
    await expect(page.getByRole('link', { name: 'texts.txt' })).toBeVisible();
    await expect(page.getByText('$624.38').first()).toBeVisible();
    const placed = await site.query('select count(*)::int as count from orders');
    expect(placed[0]?.count).toBe(1);
    await checkAppearance(page, 'an order, for its client');
    await page.setViewportSize({ width: 1440, height: 900 });
    const [, reference = '', number = ''] = /\/order\/((\d+)\.[\w-]+)/.exec(page.url()) ?? [];
    return { number: Number(number), reference };
  });

  await test.step('sends a message and the content', async () => {
    await page.getByLabel('Your message').fill('When do you begin?');
    await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Your message is sent.')).toBeVisible();
    await expect(page.getByLabel('Your message')).toHaveValue('');
    await page.getByText('Supply it').first().click();
    await page.getByLabel(/Files for: The words/).setInputFiles(join(folder, 'texts.txt'));
    await expect(page.getByText('Supplied')).toHaveCount(1);
  });

  await test.step('the owner reads it, asks “what if”, and refuses the urgency', async () => {
    await openOrder(office, order.number);
    await expect(office.getByText('When do you begin?')).toBeVisible();
    await office.getByText('What if nothing else happens?').click();
    const later = new Date(Date.now() + 20 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    await office.getByLabel('Until the evening of').fill(later);
    await office.getByRole('button', { name: 'Show' }).click();
    await expect(office.getByText(/^Supposed: so it would stand/)).toBeVisible();
    await expect(office.getByText('Late fee', { exact: true })).toBeVisible();
    await checkAppearance(office, 'an order, for the owner');
    await office.setViewportSize({ width: 1440, height: 900 });
    await office.getByRole('link', { name: 'Back to today' }).click();
    await office.locator('summary', { hasText: 'Refuse the urgency' }).click();
    await office.getByLabel('Why? The client reads it.').fill('I am at sea.');
    await office.getByRole('button', { name: 'Refuse it, without the surcharge' }).click();
    await getStatusMessage(office, 'The order goes on without the surcharge.');
  });

  await test.step('the client pays the deposit and supplies the rest', async () => {
    await payByCard(page);
    await expect(next(page)).toContainText('The content that the work begins with is awaited.');
    await expect(page.getByText(/^Expected$/)).toBeVisible();
    const items = getRegion(page, 'What the work begins with').getByRole('listitem');
    const waiting = items.filter({ hasText: 'Awaited' });
    for (let left = await waiting.count(); left > 0; left--) {
      await waiting.first().getByText('Supply it').click();
      await waiting.first().getByRole('button', { name: 'Sent another way' }).click();
      await expect(waiting).toHaveCount(left - 1);
    }
  });

  await test.step('the owner works and shows the work', async () => {
    await openOrder(office, order.number);
    await office.getByRole('button', { name: 'Start the work' }).click();
    await expect(next(office)).toContainText('The work is going on.');
    await office.getByLabel('Upload what is delivered').setInputFiles(join(folder, 'site.zip'));
    await expect(office.getByRole('link', { name: 'site.zip' })).toBeVisible();
    await office.getByRole('button', { name: 'Show the work' }).click();
    await expect(next(office)).toContainText('The work waits to be looked at.');
  });

  await test.step('the client accepts the work, pays the balance and downloads the files', async () => {
    await page.reload();
    await waitForHydration(page);
    await expect(page.getByText('site.zip')).toBeVisible();
    await expect(page.getByRole('link', { name: 'site.zip' })).toHaveCount(0);
    await page.getByText('Accept the work as complete').click();
    await page.getByRole('button', { name: 'Accept the work' }).click();
    await expect(next(page)).toContainText('The work is complete; the balance is awaited.');
    await desk.pay(order);
    await page.reload();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'site.zip' }).click();
    const file = await (await downloading).path();
    expect(await readFile(file, 'utf8')).toBe('The work.');
    await expect(getRegion(page, 'Documents').getByRole('listitem')).toHaveCount(4);
  });

  await test.step('the owner delivers the files', async () => {
    await openOrder(office, order.number);
    await office.getByRole('button', { name: 'Deliver the files' }).click();
    await expect(next(office)).toContainText('Everything is delivered.');
  });
});

test('keeps the input while the client signs in', async ({ page, context }) => {
  const lin = await site.addMember('Lin');
  await page.goto('/order/plan/starter');
  await page.getByLabel('Your brief (optional)').fill('A harbour café.');
  await page.getByRole('button', { name: 'Sign in or register first' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  const returnPath = new URL(page.url()).searchParams.get('next') ?? '';
  await site.signIn(context, lin);
  await page.goto(returnPath);
  await expect(page.getByLabel('Your brief (optional)')).toHaveValue('A harbour café.');
  await expect(page.getByText(`You order as Lin, ${lin.email}`)).toBeVisible();
  await page.getByLabel('Your name, typed in agreement').fill('Lin');
  await page.getByRole('button', { name: 'Order with payment' }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/\d+/);
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Starter' })).toBeVisible();
});

test('term 15: requests, quotes and accepts a custom plan and invoices its deposit', async ({ page }) => {
  // Four pages are checked on the way.
  test.slow();
  const number = await test.step('requests services, and keeps what was chosen', async () => {
    await page.goto('/pricing');
    await hydratePage(page);
    await page.getByRole('link', { name: 'Build a package', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'A custom package' })).toBeVisible();
    await page.getByRole('button', { name: 'One more: Website Rescue' }).click();
    await page.getByRole('button', { name: 'One more: Website Rescue' }).click();
    await page.getByRole('button', { name: 'One more: Database Design' }).click();
    const chosen = page.getByRole('complementary', { name: 'Your package' });
    await expect(chosen.getByRole('listitem').filter({ hasText: 'Website Rescue' })).toContainText('× 2');
    // The draft is saved a moment later.
    await page.waitForFunction(() =>
      localStorage.getItem('draft:custom-package')?.includes('"quantity-database-design":"1"'),
    );
    await page.reload();
    await waitForHydration(page);
    await expect(page.getByLabel('Website Rescue, how many')).toHaveValue('2');
    await checkAppearance(page, 'the custom package');
    await page.getByLabel('Your brief').fill('Tide tables for three harbors.');
    await page.getByLabel('Budget in USD').fill('2,500');
    await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
    await page.getByLabel('E-mail', { exact: true }).fill('noor@site.example');
    await page.getByRole('button', { name: 'Ask for a quote' }).click();
    await getStatusMessage(page, 'Your request has arrived');
    return Number(/order\/(\d+)/.exec(page.url())?.[1]);
  });

  await test.step('the owner writes the quote', async () => {
    await openOrder(office, number);
    // The order is called by its services until the quote renames it.
    await expect(office.getByRole('heading', { level: 1, name: 'Website Rescue and Database Design' })).toBeVisible();
    await office.getByLabel('Title', { exact: true }).fill('Tide tables');
    await office.getByLabel('Amount, line 1').fill('1,800');
    await office.getByLabel('What for, line 3').fill('First order');
    await office.getByLabel('Amount, line 3').fill('-100.01');
    await office.getByLabel('Amount, line 2').fill('0');
    await office.getByLabel('Days until delivery').fill('21');
    await office.getByLabel('What the client supplies').fill('Harbor names');
    const preview = office.getByRole('region', { name: 'What it comes to' });
    await expect(preview).toContainText('$1,699.99');
    await expect(preview).toContainText('$850.00');
    await checkAppearance(office, 'writing a quote');
    const send = office.getByRole('button', { name: 'Send the quote' });
    await office.getByLabel('Amount, line 1').fill('much');
    await send.click();
    // A rejected quote keeps the input.
    await expect(office.getByLabel('Amount, line 1')).toHaveAttribute('aria-invalid', 'true');
    await expect(office.getByLabel('What for, line 3')).toHaveValue('First order');
    await office.getByLabel('Amount, line 1').fill('1,800');
    await send.click();
    await getStatusMessage(office, 'The quote is sent');
  });

  await test.step('the client accepts it', async () => {
    await page.reload();
    await waitForHydration(page);
    await checkAppearance(page, 'a quote');
    await page.getByLabel('Your name, typed in agreement').fill('Noor Haddad');
    await page.getByRole('button', { name: 'Accept, and pay $850.00' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Accepted.' })).toBeFocused();
    await expect(next(page)).toContainText('$850.00');
    await page.getByRole('link', { name: 'The agreement, to print and keep' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Agreement: Tide tables' })).toBeVisible();
    await checkAppearance(page, 'the agreement');
  });
});
