import type { Browser, Page } from '@playwright/test';
import type { CheckoutOffer } from '#features/orders/checkout/contract.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import type { createdPaymentSchema } from '#features/payments/contract/checkout.ts';
import type { ManualTransition } from '#features/orders/lifecycle/contract/enums.ts';
import { API_PREFIX } from '#shared/paths.ts';
import type { z } from 'zod';
import { expect, navigateInApp, site, waitForHydration } from './test.ts';

/** An order without an account, and the secret link that opens it. */
export interface PlacedOrder {
  readonly number: number;
  readonly reference: string;
}

const byte = () => Math.floor(Math.random() * 256);

/**
 * Adds the owner and payment instructions to the test file's site. The returned functions use the API to bring an order
 * into the state in which a test starts.
 */
export async function orderFixture() {
  await site.query(`update billing_settings set bkash_instructions = 'Send to 01711-000000.', bank_transfer_instructions = 'IBAN DE00 0000 0000',
    exchange_rates = '[{"currency": "USD", "rate": "120", "on": "2026-11-01"}]'`);
  const owner = await site.addOwner();
  let ownerCookie = await site.cookieOf(owner);
  const offices: Page[] = [];

  /** Calls the API. Any error response fails the test. */
  async function call<Answer>(method: string, path: string, body?: object, cookie?: string): Promise<Answer> {
    const answer = await fetch(site.url + API_PREFIX + path, {
      method,
      headers: {
        origin: site.url,
        'x-test-network': `10.${byte()}.${byte()}.${byte()}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(cookie ? { cookie } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${answer.status} ${text.slice(0, 300)}`).toBe(true);
    return JSON.parse(text) as Answer;
  }
  const asOwner = ({ number }: PlacedOrder, path: string, body: object = {}) =>
    call('POST', `/orders/${number}${path}`, body, ownerCookie);
  const asClient = ({ reference: link }: PlacedOrder, path: string, body: object = {}) =>
    call('POST', `/orders/${link}${path}`, body);
  const read = ({ reference: link }: PlacedOrder) => call<Order>('GET', `/orders/${link}`);

  async function placeOrder(id = 'growth', kind = 'plan'): Promise<PlacedOrder> {
    const { standardPrice, urgentPrice } = await call<CheckoutOffer>('GET', `/checkout-offers/${kind}/${id}`);
    return call('POST', '/orders', {
      kind,
      id,
      name: 'Noor Haddad',
      email: `noor-${crypto.randomUUID().slice(0, 8)}@site.example`,
      signature: 'Noor Haddad',
      agreementHash: standardPrice.agreementHash,
      urgentAgreementHash: urgentPrice?.agreementHash,
    });
  }

  /** Pays the next invoice by bank transfer, which the owner confirms. */
  async function pay(order: PlacedOrder): Promise<void> {
    const { nextPayment } = (await read(order)).summary;
    if (!nextPayment) throw new Error('Nothing is to be paid.');
    const [, number, token] = /\/document\/([^/]+)\/([^/?]+)/.exec(nextPayment.path) ?? [];
    const report = { method: 'bank_transfer', sender: 'Noor Haddad', reference: crypto.randomUUID() };
    const { id } = await call<z.infer<typeof createdPaymentSchema>>(
      'POST',
      `/billing-documents/${number}/${token}/payments`,
      report,
    );
    await call('POST', `/payments/${id}/confirm`, {}, ownerCookie);
  }

  async function paid(id?: string): Promise<PlacedOrder> {
    const order = await placeOrder(id);
    await pay(order);
    return order;
  }

  const move = (order: PlacedOrder, name: ManualTransition) => asOwner(order, '/transitions', { transition: name });

  /** Marks all content items as supplied, except for the last `except`. */
  async function supply(order: PlacedOrder, except = 0): Promise<void> {
    const { contentItems } = await read(order);
    for (const { position } of contentItems.slice(0, contentItems.length - except))
      await asClient(order, `/content-items/${position}`);
  }

  /** Returns an order in progress. */
  async function placeStartedOrder(id?: string): Promise<PlacedOrder> {
    const order = await paid(id);
    await supply(order);
    await move(order, 'start_work');
    return order;
  }

  /** Returns an order that is delivered and paid. */
  async function delivered(): Promise<PlacedOrder> {
    const order = await placeStartedOrder();
    await move(order, 'submit_for_review');
    await asClient(order, '/transitions', { transition: 'complete' });
    await pay(order);
    await move(order, 'deliver');
    return order;
  }

  let daysAhead = 0;
  return {
    placeOrder,
    pay,
    paid,
    supply,
    move,
    placeStartedOrder,
    delivered,
    read,
    asClient,
    asOwner,
    /** Opens a new browser context in which the owner is signed in. */
    async openOffice(browser: Browser): Promise<Page> {
      const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
      await site.signIn(context, owner);
      const page = await context.newPage();
      offices.push(page);
      return page;
    },
    /** Moves the site's clock ahead. The owner leaves the page and signs in again. */
    async passDays(days: number) {
      daysAhead += days;
      // A request in flight while the clock moves can end the session.
      for (const page of offices) await page.goto('about:blank');
      await site.passDays(days);
      ownerCookie = await site.cookieOf(owner, daysAhead);
      for (const page of offices) await site.signIn(page.context(), owner, daysAhead);
    },
    /** Returns today's date on the site. */
    today: () => Temporal.Now.plainDateISO('UTC').add({ days: daysAhead }),
    close: waitForBillingJobs,
  };
}

export type OrderFixture = Awaited<ReturnType<typeof orderFixture>>;

/** Opens an order as its client, or by number as the signed-in user. */
export async function openOrder(page: Page, order: PlacedOrder | number): Promise<void> {
  await page.goto(typeof order === 'number' ? `/dashboard/orders/${order}` : `/order/${order.reference}`);
  await waitForHydration(page);
}

/** Opens an order without a document load, for the first time in its document: later the app shows the same data. */
export async function openOrderInApp(page: Page, order: PlacedOrder | number): Promise<void> {
  const number = typeof order === 'number' ? order : order.number;
  await navigateInApp(page, typeof order === 'number' ? `/dashboard/orders/${number}` : `/order/${order.reference}`);
  await expect(page.getByText(new RegExp(`^Order ${number} ·`))).toBeVisible();
}

/** Pays the next invoice by card, and returns to the order. */
export async function payByCard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pay it' }).click();
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Thank you, your payment has arrived')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await expect(getRegion(page, 'What is next')).toBeVisible();
}

/** Returns a section of the order page. */
export const getRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Expects the status message after a form of the order page was submitted. */
export const getStatusMessage = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();

/**
 * Waits for the background jobs that create and email documents and check payments, because they stop with the site.
 */
export async function waitForBillingJobs(): Promise<void> {
  const busy = `select 1 from pgboss.job where name in ('billing.send_document', 'payments.refresh_payment', 'payments.process_refund') and state in ('created', 'active', 'retry') and start_after <= now()`;
  await expect.poll(() => site.query(busy), { timeout: 20_000 }).toEqual([]);
}
