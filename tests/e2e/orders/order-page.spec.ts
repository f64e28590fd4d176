import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { API_PREFIX } from '#shared/paths.ts';
import { COMPLETE_PROJECT } from '../../support/project-fixture.ts';
import { createApiClient } from '../support/api-client.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import {
  getRegion,
  getStatusMessage,
  openOrder,
  openOrderInApp,
  orderFixture,
  type OrderFixture,
  type PlacedOrder,
} from '../support/order-fixture.ts';
import { expect, navigateInApp, waitForHydration, testOnOwnSite, site } from '../support/test.ts';

// What the page says about each term is tested without a browser (order-pages.test.ts), as are its forms without
// JavaScript. Here, each form is sent with JavaScript.
const test = testOnOwnSite({ settings: () => ({ ownClock: true }) });
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

let desk: OrderFixture;
/** The owner's window. */
let office: Page;
test.beforeAll(async ({ browser }) => {
  desk = await orderFixture();
  office = await desk.openOffice(browser);
});
test.afterAll(async () => {
  await office.context().close();
  await desk.close();
});

/** Opens a disclosure by its label. */
const unfold = (within: Page | Locator, label: string) => within.locator('summary', { hasText: label }).click();

/** Reads the term that a fact of the order names as its reason. */
async function expectTerm(within: Locator, term: number): Promise<void> {
  await unfold(within.first(), 'Why?');
  await expect(within.getByText(`Term ${term}`, { exact: true }).first()).toBeVisible();
}

/** Returns a fact about the order's status. */
const fact = (page: Page, name: string) =>
  getRegion(page, 'Status')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) });

const next = (page: Page) => getRegion(page, 'What is next');

/** Returns an order in review whose three included revisions are used. */
async function placeRevisedOrder() {
  const order = await desk.placeStartedOrder();
  for (let number = 1; number <= 3; number++) {
    await desk.move(order, 'submit_for_review');
    await desk.asClient(order, '/revisions', { size: 'minor', body: `Number ${number}.` });
  }
  await desk.move(order, 'submit_for_review');
  return order;
}

/** Pays the deposit at the fake card provider, which can refund it. */
async function payDepositByCard(request: APIRequestContext, order: PlacedOrder): Promise<void> {
  const { nextPayment } = (await desk.read(order)).summary;
  const path = nextPayment?.path.replace('/document/', '/billing-documents/').split('?')[0] ?? '';
  const headers = { origin: site.url };
  const begun = await request.post(`${API_PREFIX}${path}/payments`, { headers, data: { method: 'stripe' } });
  expect(begun.status(), await begun.text()).toBe(201);
  const { checkoutUrl } = (await begun.json()) as { checkoutUrl: string };
  const paid = await request.post(checkoutUrl, { headers, form: { act: 'pay' }, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
  await expect.poll(async () => (await desk.read(order)).summary.amountDue).toBe(0);
}

test('both parties send each form of the order page', async ({ page }) => {
  // Walks through nine orders.
  test.slow();
  const [charged, waived] = [await desk.placeOrder(), await desk.placeOrder()];
  const [waiting, unstarted] = [await desk.paid(), await desk.placeOrder()];
  await payDepositByCard(page.request, unstarted);
  const large = await desk.placeOrder('business');
  const revised = await placeRevisedOrder();
  const delivered = await desk.delivered();
  await desk.passDays(9);
  const service = await desk.placeOrder('maintenance', 'service');
  await desk.pay(service);

  await test.step('term 4: the client chooses installments', async () => {
    await openOrder(page, large);
    await unfold(page, 'Pay the balance in installments');
    await page.getByLabel('How the balance is paid').selectOption('In 3 monthly installments');
    await page.getByRole('button', { name: 'Choose' }).click();
    await getStatusMessage(page, 'The choice of installments is kept.');
    await expect(fact(page, 'Total')).toContainText('balance in 3 installments');
  });

  await test.step('term 6: the owner charges a late fee and waives another', async () => {
    await openOrder(office, charged.number);
    await expect(fact(office, 'Late fee')).toContainText('$24.98');
    await expectTerm(fact(office, 'Late fee'), 6);
    await office.getByRole('button', { name: 'Ask for it' }).click();
    await getStatusMessage(office, 'The late fee is asked for.');
    await expect(fact(office, 'Late fee')).toHaveCount(0);
    await openOrderInApp(office, waived.number);
    await office.getByRole('button', { name: 'Waive it' }).click();
    await getStatusMessage(office, 'The late fee is waived.');
    await expect(fact(office, 'Late fee')).toHaveCount(0);
  });

  await test.step('term 7: the client takes the deposit back', async () => {
    await openOrderInApp(page, unstarted);
    await unfold(next(page), 'Take the deposit back');
    await page.getByRole('button', { name: 'Take the deposit back' }).click();
    await expect(next(page)).toContainText('The money was given back, and the order ended.');
    // The site sends the refund in a job.
    await expect.poll(() => site.query('select status from refunds')).toEqual([{ status: 'succeeded' }]);
    await getRegion(page, 'Documents')
      .getByRole('link', { name: /Deposit invoice/ })
      .click();
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  });

  await test.step('term 9: the owner starts without content, for a reason', async () => {
    await openOrderInApp(office, waiting.number);
    await expect(next(office).getByRole('button', { name: 'Start the work' })).toBeDisabled();
    await expectTerm(next(office), 9);
    const without = next(office).locator('details').filter({ hasText: 'Start without all of the content' });
    await unfold(without, 'Start without all of the content');
    const reason = without.getByLabel('Why? The other side reads it.');
    await next(office).getByRole('button', { name: 'Start without all of the content' }).click();
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await reason.fill('The texts follow next week.');
    await next(office).getByRole('button', { name: 'Start without all of the content' }).click();
    await expect(next(office)).toContainText('The work is going on.');
  });

  await test.step('term 11: the client asks for a fourth revision and accepts its quote', async () => {
    await openOrder(page, revised);
    const changes = getRegion(page, 'Revisions and changes');
    await unfold(changes, 'Ask for a revision');
    await expect(changes.getByLabel('Minor')).toHaveAccessibleName(/none left: it gets a quote first/);
    await changes.getByLabel('What is to be changed').fill('All of it in blue.');
    await changes.getByRole('button', { name: 'Ask for it' }).click();
    await getStatusMessage(page, 'It begins once you accept its quote');

    await openOrderInApp(office, revised.number);
    const quoting = getRegion(office, 'Revisions and changes');
    await quoting.getByLabel('What it is for').fill('Blue');
    await quoting.getByLabel('Amount in USD').first().fill('100.50');
    await quoting.getByLabel('Days that it adds').fill('2');
    await quoting.getByRole('button', { name: 'Send the quote' }).click();
    await getStatusMessage(office, 'The quote is sent.');

    await openOrder(page, revised);
    await next(page).getByRole('link', { name: 'Read and answer it' }).click();
    await expect(changes).toContainText('2 days more');
    await changes.getByRole('button', { name: 'Accept for $100.50' }).click();
    await getStatusMessage(page, 'Accepted: the change is part of the order.');
    await expect(next(page)).toContainText('The work is going on.');
  });

  await test.step('term 13: the client asks for included support, and for support that gets a quote', async () => {
    await openOrderInApp(page, delivered);
    const support = getRegion(page, 'Support');
    await unfold(support, 'Ask for support');
    await support.getByLabel('What it is about').fill('The map is grey.');
    await support.getByRole('button', { name: 'Ask for it' }).click();
    await getStatusMessage(page, 'It is included.');
    await openOrderInApp(office, delivered.number);
    const asked = getRegion(office, 'Support');
    await expect(asked).toContainText('The map is grey.');
    await asked.getByRole('button', { name: 'Mark as done' }).click();
    await getStatusMessage(office, 'Marked as done.');

    const noSupport = `update orders set offer_snapshot = offer_snapshot || '{"supportDays": 0}' where id = $1`;
    await site.query(noSupport, [delivered.number]);
    await openOrder(page, delivered);
    await unfold(support, 'Ask for support');
    await support.getByLabel('What it is about').fill('A second map.');
    await support.getByRole('button', { name: 'Ask for a quote' }).click();
    await getStatusMessage(page, 'It gets a quote first');
    await openOrder(office, delivered.number);
    await asked.getByLabel('What it is for').fill('A map');
    await asked.getByLabel('Amount in USD').first().fill('80');
    await asked.getByRole('button', { name: 'Send the quote' }).click();
    await getStatusMessage(office, 'The quote is sent.');
    await openOrder(page, delivered);
    await support.getByRole('button', { name: 'Accept for $80.00' }).click();
    await getStatusMessage(page, 'Accepted: its invoice is issued.');
  });

  await test.step('term 14: the client ends a subscription and keeps it after all', async () => {
    await openOrderInApp(page, service);
    const subscription = getRegion(page, 'The subscription');
    await unfold(subscription, 'End it');
    await subscription.getByRole('button', { name: 'End it' }).click();
    await expect(subscription).toContainText('Ends on');
    await unfold(subscription, 'Keep it after all');
    await subscription.getByRole('button', { name: 'Keep it after all' }).click();
    await expect(page.getByText('It goes on.', { exact: true })).toBeVisible();
    await expect(subscription).toContainText('Goes on');
  });

  await test.step('the owner starts a project from a delivered order', async () => {
    await office.getByRole('button', { name: 'Begin a project from this order' }).click();
    await expect(office).toHaveURL(/\/dashboard\/update-project\//);
    await expect(office.getByRole('textbox', { name: 'Title' })).toHaveValue('Growth');
  });
});

test('the owner adds and removes the files of a project for sale', async () => {
  const api = createApiClient(office.context().request, site.url);
  const { id } = await api('POST', '/projects', COMPLETE_PROJECT);
  await api('POST', `/projects/${id}/transitions`, { transition: 'publish' });
  await office.goto('/dashboard');
  await waitForHydration(office);
  await expect(office.getByText('1 project has a price but no files')).toBeVisible();
  await office.getByRole('link', { name: /Add files to sell/ }).click();
  const files = getRegion(office, 'Files for buyers');
  await expect(files).toContainText('Add files to sell this project.');
  await files
    .getByLabel('Add files')
    .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: Buffer.from('The work.') });
  await expect(files.getByRole('listitem').filter({ hasText: '9 bytes' })).toContainText('site.zip');
  await expect(files).not.toContainText('Add files to sell this project.');
  await files.getByRole('button', { name: 'Remove site.zip' }).click();
  await office.getByRole('button', { name: 'Remove file' }).click();
  await expect(files).toContainText('Add files to sell this project.');
});

test('the client writes and deletes a testimonial, which the owner publishes and sorts', async ({ page, trouble }) => {
  // Consent is missing at first.
  trouble.announce(/status (of )?400/);
  const order = await desk.delivered();
  await openOrder(page, order);
  const testimonial = getRegion(page, 'Your testimonial');
  await testimonial.getByText('Write a testimonial').click();
  await testimonial.getByLabel('What you say').fill('We have our evenings back.');
  await testimonial.getByLabel('What you do').fill('Baker');
  await testimonial.getByRole('button', { name: 'Send it to the owner' }).click();
  await expect(testimonial).toContainText('It can only be kept if you agree');
  await testimonial.getByRole('checkbox').check();
  await testimonial.getByRole('button', { name: 'Send it to the owner' }).click();
  await getStatusMessage(page, 'The owner reads it before it is shown');
  await expect(testimonial).toContainText('Waits for the owner');

  await openOrder(office, order.number);
  await getRegion(office, 'The client’s testimonial').getByRole('button', { name: 'Approve and show it' }).click();
  await getStatusMessage(office, 'The site shows it now.');
  await site.query(
    `insert into testimonials (body, name, status, position, written_at) values ('Calm and quick.', 'Ida Moss', 'approved', 7, now())`,
  );
  await navigateInApp(office, '/dashboard/testimonials');
  const shown = getRegion(office, 'On the site');
  await shown.getByRole('button', { name: 'Take it off the site' }).first().click();
  await expect(office.getByText('It is off the site.')).toBeVisible();
  await getRegion(office, 'Not on the site').getByRole('button', { name: 'Show it after all' }).click();
  await expect(shown).toContainText('We have our evenings back.');
  const inOrder = async (...names: string[]) => {
    for (const [place, name] of names.entries()) {
      await expect(shown.getByRole('figure').nth(place)).toContainText(name);
    }
  };
  await inOrder('Noor Haddad', 'Ida Moss');
  await office.getByRole('button', { name: 'Move what Ida Moss says up' }).press('Enter');
  await expect(office.getByText('The order is saved.')).toBeVisible();
  await inOrder('Ida Moss', 'Noor Haddad');
  // How the home page shows a testimonial is tested without a browser.
  const home = async () => (await office.request.get('/')).text();
  await expect.poll(home).toMatch(/Calm and quick.*We have our evenings back/s);

  await openOrder(page, order);
  await unfold(testimonial, 'Take it back');
  await testimonial.getByRole('button', { name: 'Delete my testimonial' }).click();
  await getStatusMessage(page, 'Your testimonial is deleted.');
  await expect.poll(home).not.toContain('We have our evenings back.');
});
