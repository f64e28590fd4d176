import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openResidents, type Resident, type Residents } from './residents.ts';
import { expect, takenOver, testOnOwnSite } from './test.ts';

const test = testOnOwnSite('start');
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let residents: Residents;
let owner: Resident;
let folder: string;
test.beforeAll(async ({ ownSite }) => {
  residents = await openResidents(ownSite);
  await residents.query('delete from users');
  await residents.query(`update billing_settings set bkash = 'Send to 01711-000000.'`);
  owner = await residents.add({ name: 'Mira Castellan', role: 'owner', daysAgo: 90 });
  folder = await mkdtemp(join(tmpdir(), 'order-'));
  await writeFile(join(folder, 'site.zip'), 'The work.');
});
test.afterAll(async () => {
  // Documents are drawn and mailed some moments later, by jobs that end with the site.
  const busy = `select 1 from pgboss.job where name in ('billing.document', 'payments.ask') and state in ('created', 'active', 'retry') and start_after <= now()`;
  await expect.poll(() => residents.query(busy), { timeout: 20_000 }).toEqual([]);
  await residents.close();
  await rm(folder, { recursive: true });
});

/** Orders something without an account; the page is the order's then. */
async function order(page: Page, kind: string, id: string): Promise<void> {
  await page.goto(`/order/${kind}/${id}`);
  await takenOver(page);
  await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
  await page.getByRole('main').getByLabel('E-mail').fill('noor@site.example');
  await page.getByLabel('Your name, typed in agreement').fill('Noor Haddad');
  await page.getByRole('button', { name: 'Order with payment' }).click();
  await expect(page).toHaveURL(/\/order\/\d+\.[\w-]+/);
  await takenOver(page);
}

/** Pays what is to be paid next by card, and comes back to the order. */
async function payByCard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pay it' }).click();
  await takenOver(page);
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Thank you, your payment has arrived')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await expect(page.getByRole('region', { name: 'What is next' })).toBeVisible();
}

/** The owner's own window, at the same order. */
async function desk(browser: Browser, baseURL: string | undefined, page: Page): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL, reducedMotion: 'reduce' } : {});
  await residents.signIn(context, owner);
  const own = await context.newPage();
  await own.goto(`/dashboard/orders/${/\/order\/(\d+)/.exec(page.url())?.[1]}`);
  await takenOver(own);
  return own;
}

const next = (page: Page) => page.getByRole('region', { name: 'What is next' });

test('terms 1, 2 and 12: a plan, from its deposit to the download of what was made', async ({
  page,
  browser,
  baseURL,
}) => {
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
  const office = await desk(browser, baseURL, page);
  await office.getByRole('button', { name: 'Start the work' }).click();
  await expect(next(office)).toContainText('The work is going on.');
  await office.getByLabel('Upload what is delivered').setInputFiles(join(folder, 'site.zip'));
  await expect(office.getByRole('link', { name: 'site.zip' })).toBeVisible();
  await office.getByRole('button', { name: 'Show the work' }).click();
  await expect(next(office)).toContainText('The work waits to be looked at.');

  await page.reload();
  await expect(page.getByRole('link', { name: 'site.zip' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Accept the work as complete' }).click();
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

  // Paid and delivered: the client says what it was like, by the link alone.
  await page.reload();
  await takenOver(page);
  const testimonial = page.getByRole('region', { name: 'Your testimonial' });
  await testimonial.getByText('Write a testimonial').click();
  await testimonial.getByLabel('What you say').fill('We have our evenings back.');
  await testimonial.getByLabel('What you do').fill('Baker');
  await testimonial.getByRole('checkbox').check();
  await testimonial.getByRole('button', { name: 'Send it to the owner' }).click();
  await expect(testimonial).toContainText('Waits for the owner');
  await office.goto('/dashboard/testimonials');
  await takenOver(office);
  await office.getByRole('button', { name: 'Approve and show it' }).click();
  await expect(office.getByRole('region', { name: 'On the site' })).toContainText('We have our evenings back.');
  await office.goto('/');
  const said = office.getByRole('figure').filter({ hasText: 'We have our evenings back.' });
  await expect(said).toContainText('Noor Haddad');
  await expect(said.getByText('Paid client')).toBeVisible();
  await page.reload();
  await takenOver(page);
  await testimonial.getByText('Take it back').click();
  await testimonial.getByRole('button', { name: 'Delete my testimonial' }).click();
  await expect(page.getByText('Your testimonial is deleted.')).toBeVisible();
  await office.reload();
  await expect(said).toHaveCount(0);
  await office.context().close();
});

test('a project, paid by bKash and confirmed by the owner, opens its files', async ({ page, browser, baseURL }) => {
  await order(page, 'project', 'mise');
  await page.getByRole('link', { name: 'Pay it' }).click();
  await takenOver(page);
  await page.getByRole('radio', { name: 'bKash' }).check();
  await page.getByLabel('Sent from').fill('01799-123456');
  await page.getByLabel('Transaction reference').fill('BK-77');
  await page.getByRole('button', { name: /^I have sent / }).click();
  await expect(page.getByText('Thank you, that is noted')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await expect(next(page)).toContainText('A payment waits to be confirmed.');
  const office = await desk(browser, baseURL, page);
  await expect(next(office)).toContainText('Your turn');
  await office.goto('/dashboard/payments');
  await takenOver(office);
  await office.getByRole('button', { name: /^Confirm/ }).click();
  await expect(office.getByText('The payment is confirmed')).toBeVisible();
  await page.reload();
  await expect(next(page)).toContainText('Everything is paid; the files are to be delivered.');
  await office.context().close();
});

test('term 14: a monthly service begins once its first part of a month is paid, and is ended by its client', async ({
  page,
}) => {
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
  await expect(subscription).toContainText('Goes on');
});
