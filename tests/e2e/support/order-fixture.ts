import type { Locator, Page } from '@playwright/test';
import type { CheckoutOffer } from '#features/orders/checkout/contract.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import type { createdPaymentSchema } from '#features/payments/contract/checkout.ts';
import type { ManualTransition } from '#features/orders/lifecycle/contract/enums.ts';
import { API_PREFIX } from '#shared/paths.ts';
import type { z } from 'zod';
import { openDeveloperTools } from './developer-tools.ts';
import type { Keyboard } from './keyboard.ts';
import { expect, navigateInApp, site, testOnOwnSite, waitForHydration, waitForRequests } from './test.ts';

/** An order without an account, and the secret link that opens it. */
export interface PlacedOrder {
  readonly number: number;
  readonly reference: string;
}

/** The orders of the test file's site, if it uses `testOrders`. */
export let orders: Awaited<ReturnType<typeof orderFixture>>;

/**
 * Returns the test function of a file with its own site, on which `orders` creates the orders that the tests need. The
 * texts of the order page for each term are tested without a browser (order-pages.test.ts).
 */
export function testOrders() {
  const test = testOnOwnSite();
  test.beforeAll(async () => {
    orders = await orderFixture();
  });
  test.afterAll(() => orders.close());
  test.beforeEach(async ({ context, baseURL }) => {
    await openDeveloperTools(context.request, baseURL);
    await site.query('delete from rate_limits');
  });
  return test;
}

const byte = () => Math.floor(Math.random() * 256);

/**
 * Adds the owner and payment instructions to the test file's site. The returned functions use the API to bring an order
 * into the state in which a test starts.
 */
async function orderFixture() {
  await holdDocumentJobs();
  await site.query(`update billing_settings set bkash_instructions = 'Send to 01711-000000.', bank_transfer_instructions = 'IBAN DE00 0000 0000',
    exchange_rates = '[{"currency": "USD", "rate": "120", "on": "2026-11-01"}]'`);
  const owner = await site.addOwner();
  const ownerCookie = await site.cookieOf(owner);

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

  async function placeOrder(kind = 'plan', id = 'growth'): Promise<PlacedOrder> {
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
    if (!nextPayment) throw new Error('No payment is due.');
    const [, number, token] = /\/document\/([^/]+)\/([^/?]+)/.exec(nextPayment.path) ?? [];
    const report = { method: 'bank_transfer', sender: 'Noor Haddad', reference: crypto.randomUUID() };
    const { id } = await call<z.infer<typeof createdPaymentSchema>>(
      'POST',
      `/billing-documents/${number}/${token}/payments`,
      report,
    );
    await call('POST', `/payments/${id}/confirm`, {}, ownerCookie);
  }

  async function paid(): Promise<PlacedOrder> {
    const order = await placeOrder();
    await pay(order);
    return order;
  }

  const applyTransition = (order: PlacedOrder, name: ManualTransition) =>
    asOwner(order, '/transitions', { transition: name });

  /** Returns an order with a quote for 800 and an option for 300, which is valid for a day. */
  async function placeQuotedOrder(): Promise<PlacedOrder> {
    const order = await placeOrder('plan', 'elite');
    const quote = {
      title: 'Tide tables',
      lineItems: [
        { description: 'Tables', amount: '800' },
        { description: 'Tide alerts', amount: '300', optional: 'on' },
      ],
      deliveryDays: '21',
      supportDays: '0',
      contentItems: [],
      expiresOn: Temporal.Now.plainDateISO().add({ days: 1 }).toString(),
      installments: '1',
      note: '',
    };
    await call('PUT', `/orders/${order.number}/quote`, quote, ownerCookie);
    return order;
  }

  /** Marks all content items as supplied, except for the last `except`. */
  async function supply(order: PlacedOrder, except = 0): Promise<void> {
    const missing = (await read(order)).contentItems.filter(({ suppliedAt }) => suppliedAt === null);
    for (const { position } of missing.slice(0, missing.length - except))
      await asClient(order, `/content-items/${position}`);
  }

  /** Returns an order in progress. */
  async function placeStartedOrder(): Promise<PlacedOrder> {
    const order = await paid();
    await supply(order);
    await applyTransition(order, 'start_work');
    return order;
  }

  /** Uses the three included revisions of an order in progress, and submits its work again. */
  async function useRevisions(order: PlacedOrder): Promise<void> {
    for (let number = 1; number <= 3; number++) {
      await applyTransition(order, 'submit_for_review');
      await asClient(order, '/revisions', { size: 'minor', body: `Number ${number}.` });
    }
    await applyTransition(order, 'submit_for_review');
  }

  /** Returns an order whose deposit is so late that the owner may charge a fee. */
  async function placeOverdueOrder(): Promise<PlacedOrder> {
    const order = await placeOrder();
    // A trigger refuses changes of documents, except in replication.
    await site.query(`begin; set local session_replication_role = replica;
      update billing_documents set due_on = due_on - 20 where order_id = ${order.number}; commit`);
    return order;
  }

  /** Requests support twice: once while it is included, and once when it no longer is. */
  async function askForSupport(order: PlacedOrder): Promise<void> {
    await asClient(order, '/support-requests', { body: 'The map is grey.' });
    const noSupport = `update orders set offer_snapshot = offer_snapshot || '{"supportDays": 0}' where id = $1`;
    await site.query(noSupport, [order.number]);
    await asClient(order, '/support-requests', { body: 'A second map.' });
  }

  /** Returns an order that is delivered and paid. */
  async function delivered(): Promise<PlacedOrder> {
    const order = await placeStartedOrder();
    await applyTransition(order, 'submit_for_review');
    await asClient(order, '/transitions', { transition: 'complete' });
    await pay(order);
    await applyTransition(order, 'deliver');
    return order;
  }

  return {
    owner,
    pay,
    placeOrder,
    placeOverdueOrder,
    placeQuotedOrder,
    paid,
    askForSupport,
    supply,
    useRevisions,
    delivered,
    applyTransition,
    close: waitForBillingJobs,
  };
}

/** Opens an order as its client, in a new document. */
export async function openOrder(page: Page, { reference }: PlacedOrder): Promise<void> {
  await page.goto(`/order/${reference}`);
  await waitForHydration(page);
}

/**
 * Lets the owner and an order's client, who has only its link, take turns in one document. A change clears the app's
 * cached data, so the other party sees it.
 */
export function takeTurns(page: Page) {
  /** Waits for the page after a change. */
  const settle = async () => {
    await expect(page.locator('.spinner-screen')).toHaveCount(0);
    await waitForRequests(page);
  };
  const open = async (path: string, number: number) => {
    await navigateInApp(page, path);
    await expect(page.getByText(new RegExp(`^Order ${number} ·`))).toBeVisible();
  };
  return {
    /** Opens the order's page with the query string `search`. */
    async asOwner({ number }: PlacedOrder, search = ''): Promise<void> {
      await settle();
      await site.signIn(page.context(), orders.owner);
      await open(`/dashboard/orders/${number}${search}`, number);
    },
    async asClient({ number, reference }: PlacedOrder): Promise<void> {
      await settle();
      await page.context().clearCookies({ name: /^session-/ });
      await open(`/order/${reference}`, number);
    },
  };
}

/** Pays the next invoice by card, which is saved if the client agrees to that, and returns to the order. */
export async function payByCard(page: Page, keys: Keyboard, saved?: { consent: string; card: string }): Promise<void> {
  await keys.press(page.getByRole('link', { name: 'Pay invoice' }));
  await keys.expectDocument(/\/document\//);
  await waitForHydration(page);
  await keys.press(page.getByRole('radio', { name: 'Card' }), 'Space');
  if (saved) await keys.press(page.getByRole('checkbox', { name: saved.consent }), 'Space');
  await keys.press(page.getByRole('button', { name: /^Pay \$/ }));
  await keys.expectDocument(/fake-provider/);
  if (saved) await keys.reach(page.getByRole('radio', { name: saved.card }));
  await keys.press(page.getByRole('button', { name: 'Pay', exact: true }));
  await keys.expectDocument(/\/document\//);
  await expect(page.getByText('Thank you for your payment')).toBeVisible({ timeout: 20_000 });
  await keys.press(page.getByRole('link', { name: 'Back to order' }));
  await expect(getNextStep(page)).toBeVisible();
}

/** Returns a section of the order page. */
export const getRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Returns the part of the order page with the next step. */
export const getNextStep = (page: Page) => getRegion(page, 'Next step');

/** Opens a disclosure by its label. */
export const unfold = (within: Page | Locator, label: string) => within.locator('summary', { hasText: label }).click();

/** Expects the status message after a form of the order page was submitted. It is repeated if it is out of view. */
export const getStatusMessage = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence }).first()).toBeVisible();

/** Adds 19% tax to the site's prices, except for clients outside the EU. */
export async function chargeTax(): Promise<void> {
  await site.query(`update billing_settings set tax_country = 'DE', tax_behavior = 'exclusive'`);
  await site.query(
    `insert into tax_rates (name, basis_points, category, is_default) values ('VAT', 1900, 'standard', true)`,
  );
}

/**
 * Waits for the background jobs that create and email documents and check payments, because they stop with the site.
 */
export async function waitForBillingJobs(): Promise<void> {
  const busy = `select 1 from pgboss.job where name in ('billing.send_document', 'payments.refresh_payment', 'payments.process_refund') and state in ('created', 'active', 'retry') and start_after <= now()`;
  await expect.poll(() => site.query(busy), { timeout: 20_000 }).toEqual([]);
}

/**
 * Keeps the site from drawing and emailing the PDFs of documents and agreements. That takes longer than ordering, and
 * is tested without a browser. The jobs are postponed until long after the tests.
 */
export async function holdDocumentJobs(): Promise<void> {
  await site.query(`create function hold_job() returns trigger language plpgsql as
      'begin new.start_after = now() + interval ''1 day''; return new; end';
    create trigger hold_documents before insert on pgboss.job for each row
      when (new.name in ('billing.send_document', 'orders.send_agreement')) execute function hold_job()`);
}
