import type { Locator, Page } from '@playwright/test';
import { formatPlainDate } from '#shared/time.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import {
  openOrder,
  orderFixture,
  getRegion,
  payByCard,
  getStatusMessage,
  type OrderFixture,
} from '../support/order-fixture.ts';
import { expect, waitForHydration, testOnOwnSite, site } from '../support/test.ts';

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

/** Opens what stands folded under its label. */
const unfold = (within: Page | Locator, label: string) => within.locator('summary', { hasText: label }).click();

/** Reads the term that a fact of the order names as its reason. */
async function expectTerm(within: Locator, term: number): Promise<void> {
  await unfold(within.first(), 'Why?');
  await expect(within.getByText(`Term ${term}`, { exact: true }).first()).toBeVisible();
}

/** A fact about where the order stands. */
const fact = (page: Page, name: string) =>
  getRegion(page, 'Status')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) });

test('term 4: pays the balance of a large plan in installments', async ({ page }) => {
  const order = await desk.placeOrder('business');
  await openOrder(page, order);
  await unfold(page, 'Pay the balance in installments');
  await page.getByLabel('How the balance is paid').selectOption('In 3 monthly installments');
  await page.getByRole('button', { name: 'Choose' }).click();
  await getStatusMessage(page, 'The choice of installments is kept.');
  await expect(fact(page, 'Total')).toContainText('balance in 3 installments');
  await desk.pay(order);
  await desk.supply(order);
  await desk.move(order, 'start_work');
  await desk.move(order, 'submit_for_review');
  await openOrder(page, order);
  await page.getByText('Accept the work as complete').click();
  await page.getByRole('button', { name: 'Accept the work' }).click();
  const papers = getRegion(page, 'Documents').getByRole('listitem').filter({ hasText: 'installment' });
  await expect(papers).toHaveCount(3);
  await expect(papers.filter({ hasText: '$249.83' })).toHaveCount(2);
  await expect(papers.filter({ hasText: '$249.84' })).toHaveCount(1);
  await desk.pay(order);
  await openOrder(page, order);
  await expect(papers.filter({ hasText: 'settled' })).toHaveCount(1);
  await expect(fact(page, 'Total')).toContainText('$499.66 open');
});

test('term 6: proposes a late fee, charged on one order and waived on another', async ({ page }) => {
  const [one, other] = [await desk.placeOrder(), await desk.placeOrder()];
  await desk.passDays(9);
  await openOrder(office, one.number);
  await expect(fact(office, 'Late fee')).toContainText('$24.98');
  await expectTerm(fact(office, 'Late fee'), 6);
  await office.getByRole('button', { name: 'Ask for it' }).click();
  await getStatusMessage(office, 'The late fee is asked for.');
  await expect(fact(office, 'Late fee')).toHaveCount(0);
  await openOrder(office, other.number);
  await office.getByRole('button', { name: 'Waive it' }).click();
  await getStatusMessage(office, 'The late fee is waived.');
  await expect(fact(office, 'Late fee')).toHaveCount(0);
  await openOrder(page, one);
  await expect(getRegion(page, 'Documents').getByRole('listitem').filter({ hasText: 'late fee' })).toContainText(
    '$24.98',
  );
  await expect(fact(page, 'Total')).toContainText('$524.48 open');
  await openOrder(page, other);
  await expect(getRegion(page, 'Documents').getByRole('listitem')).toContainText('late fee waived');
  await expect(fact(page, 'Total')).toContainText('$499.50 open');
});

test('term 7: refunds the deposit after a week without work', async ({ page }) => {
  const order = await desk.placeOrder();
  await openOrder(page, order);
  await payByCard(page);
  const next = getRegion(page, 'What is next');
  await expect(next.getByText('Take the deposit back')).toBeVisible();
  await expectTerm(next, 7);
  await expect(page.getByRole('button', { name: 'Take the deposit back' })).toHaveCount(0);
  await desk.passDays(8);
  await openOrder(page, order);
  await unfold(next, 'Take the deposit back');
  await page.getByRole('button', { name: 'Take the deposit back' }).click();
  await expect(next).toContainText('The money was given back, and the order ended.');
  // The site gives it back by itself.
  await expect.poll(() => site.query('select status from refunds')).toEqual([{ status: 'succeeded' }]);
  await getRegion(page, 'Documents')
    .getByRole('link', { name: /Deposit invoice/ })
    .click();
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
});

test('terms 8 and 9: waits for content, starts without it for a reason, then refuses refunds', async ({ page }) => {
  const order = await desk.paid();
  await desk.passDays(8);
  await openOrder(page, order);
  await expect(fact(page, 'Refund')).toContainText('A full refund is possible');
  await openOrder(office, order.number);
  const next = getRegion(office, 'What is next');
  await expect(next.getByRole('button', { name: 'Start the work' })).toBeDisabled();
  await expectTerm(next, 9);
  const without = next.locator('details').filter({ hasText: 'Start without all of the content' });
  await unfold(without, 'Start without all of the content');
  const reason = without.getByLabel('Why? The other side reads it.');
  await next.getByRole('button', { name: 'Start without all of the content' }).click();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('The texts follow next week.');
  await next.getByRole('button', { name: 'Start without all of the content' }).click();
  await expect(next).toContainText('The work is going on.');

  await openOrder(page, order);
  await expect(getRegion(page, 'What happened')).toContainText('“The texts follow next week.”');
  await expect(page.getByRole('button', { name: 'Take the deposit back' })).toHaveCount(0);
  await expect(fact(page, 'Refund')).toContainText('Not now');
  await expectTerm(fact(page, 'Refund'), 8);
});

test('term 10: moves the expected date by days of waiting and shows both parties why', async ({ page }) => {
  const order = await desk.paid();
  await desk.supply(order, 1);
  await desk.passDays(5);
  await openOrder(page, order);
  await expect(fact(page, 'Expected')).toContainText('5 days later');
  const items = getRegion(page, 'What the work begins with').getByRole('listitem');
  await unfold(items.last(), 'Supply it');
  await items.last().getByRole('button', { name: 'Sent another way' }).click();
  await expect(getRegion(page, 'What is next')).toContainText('The owner’s turn');
  await desk.passDays(3);
  await openOrder(office, order.number);
  for (const side of [page, office]) {
    // What follows is the owner's own delay, which moves nothing.
    await expect(fact(side, 'Expected')).toContainText('5 days later');
    await expectTerm(fact(side, 'Expected'), 10);
    await expect(fact(side, 'Expected')).toContainText('The work waited for content.');
  }
});

test('term 11: quotes the fourth revision before it starts', async ({ page }) => {
  const order = await desk.placeStartedOrder();
  for (let number = 1; number <= 3; number++) {
    await desk.move(order, 'submit_for_review');
    await desk.asClient(order, '/revisions', { size: 'minor', body: `Number ${number}.` });
  }
  await desk.move(order, 'submit_for_review');
  await openOrder(page, order);
  await expect(fact(page, 'Revisions')).toContainText('0 of 3 minor ones left');
  const changes = getRegion(page, 'Revisions and changes');
  await unfold(changes, 'Ask for a revision');
  await expect(changes.getByLabel('Minor')).toHaveAccessibleName(/none left: it gets a quote first/);
  await changes.getByLabel('What is to be changed').fill('All of it in blue.');
  await changes.getByRole('button', { name: 'Ask for it' }).click();
  await getStatusMessage(page, 'It begins once you accept its quote');

  await openOrder(office, order.number);
  const quoting = getRegion(office, 'Revisions and changes');
  await quoting.getByLabel('What it is for').fill('Blue');
  await quoting.getByLabel('Amount in USD').first().fill('100.50');
  await quoting.getByLabel('Days that it adds').fill('2');
  await quoting.getByRole('button', { name: 'Send the quote' }).click();
  await getStatusMessage(office, 'The quote is sent.');

  await openOrder(page, order);
  await getRegion(page, 'What is next').getByRole('link', { name: 'Read and answer it' }).click();
  await expect(changes).toContainText('2 days more');
  await changes.getByRole('button', { name: 'Accept for $100.50' }).click();
  await getStatusMessage(page, 'Accepted: the change is part of the order.');
  await expect(getRegion(page, 'What is next')).toContainText('The work is going on.');
  await expect(fact(page, 'Total')).toContainText('$1,099.50');
  await expect(fact(page, 'Expected')).toContainText('2 days later');
});

test('term 13: includes support for a time, then quotes and invoices it', async ({ page }) => {
  const order = await desk.delivered();
  await openOrder(page, order);
  const support = getRegion(page, 'Support');
  await unfold(support, 'Ask for support');
  await support.getByLabel('What it is about').fill('The map is grey.');
  await support.getByRole('button', { name: 'Ask for it' }).click();
  await getStatusMessage(page, 'It is included.');
  await openOrder(office, order.number);
  await expect(getRegion(office, 'Support')).toContainText('The map is grey.');
  await getRegion(office, 'Support').getByRole('button', { name: 'Mark as done' }).click();
  await getStatusMessage(office, 'Marked as done.');

  await desk.passDays(200);
  await openOrder(page, order);
  await expect(support).toContainText('It was included until');
  await unfold(support, 'Ask for support');
  await support.getByLabel('What it is about').fill('A second map.');
  await support.getByRole('button', { name: 'Ask for a quote' }).click();
  await getStatusMessage(page, 'It gets a quote first');
  await openOrder(office, order.number);
  await getRegion(office, 'Support').getByLabel('What it is for').fill('A map');
  await getRegion(office, 'Support').getByLabel('Amount in USD').first().fill('80');
  await getRegion(office, 'Support').getByRole('button', { name: 'Send the quote' }).click();
  await getStatusMessage(office, 'The quote is sent.');
  await openOrder(page, order);
  await support.getByRole('button', { name: 'Accept for $80.00' }).click();
  await getStatusMessage(page, 'Accepted: its invoice is issued.');
  await expect(getRegion(page, 'What is next')).toContainText('$80.00');
  await expect(getRegion(page, 'What is delivered').getByText('These open later.')).toHaveCount(0);
});

test('term 14: invoices a subscription on each 1st over three months and pauses it', async ({ page }) => {
  const order = await desk.placeOrder('maintenance', 'service');
  await desk.pay(order);
  const next = getRegion(page, 'What is next');
  for (const month of [2, 3]) {
    // The second is the owner's second everywhere.
    const today = desk.today();
    await desk.passDays(today.until(today.add({ months: 1 }).with({ day: 2 })).days);
    // A month is invoiced as the calendar runs: each hour, and at each start.
    await site.restart();
    await expect.poll(async () => (await desk.read(order)).summary.amountDue).toBe(15_000);
    await openOrder(page, order);
    await expect(next).toContainText('$150.00');
    await expect(getRegion(page, 'Documents').getByRole('listitem').filter({ hasText: 'invoice' })).toHaveCount(month);
    await desk.pay(order);
  }
  await openOrder(page, order);
  const subscription = getRegion(page, 'The subscription');
  await expect(subscription).toContainText('Goes on');
  const first = desk.today().add({ months: 1 }).with({ day: 1 });
  await expect(subscription).toContainText(`Next invoice on ${formatPlainDate(first.toString())}`);
  await unfold(subscription, 'Pause it');
  await subscription.getByRole('button', { name: 'Pause it' }).click();
  await getStatusMessage(page, 'It is paused from the next 1st on.');
  await expect(subscription).toContainText('Paused from');
});

test('term 16: shows the urgent surcharge before ordering and removes it when refused', async ({ page }) => {
  await page.goto('/order/plan/growth');
  await waitForHydration(page);
  const price = page.getByRole('complementary', { name: 'The price' });
  await page.getByLabel('Urgent: within 48 to 72 hours').check();
  await expect(price.getByText('$249.75')).toBeVisible();
  await expect(price.getByText('$1,248.75')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
  await page.getByRole('main').getByLabel('E-mail').fill('noor-urgent@site.example');
  await page.getByLabel('Your name, typed in agreement').fill('Noor Haddad');
  await page.getByRole('button', { name: 'Order with payment' }).click();
  await expect(page).toHaveURL(/\/order\/\d+\.[\w-]+/);
  await expect(fact(page, 'Total')).toContainText('$1,248.75');
  await openOrder(office, Number(/\/order\/(\d+)/.exec(page.url())?.[1]));
  await unfold(office, 'Refuse the urgency');
  await office.getByLabel('Why? The client reads it.').fill('I am at sea.');
  await office.getByRole('button', { name: 'Refuse it, without the surcharge' }).click();
  await getStatusMessage(office, 'The order goes on without the surcharge.');
  await page.reload();
  await expect(fact(page, 'Total')).toContainText('$999.00');
  await expect(getRegion(page, 'What happened')).toContainText('“I am at sea.”');
});
