import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { buildDocumentPath } from '#features/billing/actions/document-urls.ts';
import { createIssueContext } from '#features/billing/actions/issue-document.ts';
import { confirmPayment, insertPendingPayment } from '#features/payments/actions/payments.ts';
import { getOrderSnapshot } from '#features/orders/lifecycle/actions/record-transition.ts';
import { runAutomaticTransitions } from '#features/orders/lifecycle/actions/transition-order.ts';
import type { CheckoutOffer } from '#features/orders/checkout/contract.ts';
import type { OrderStatus } from '#features/orders/lifecycle/contract/enums.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { findOrder } from '#features/orders/lifecycle/queries/orders.ts';
import { getOrderSummary } from '#features/orders/lifecycle/rules/summary.ts';
import { getTimeZone } from '#features/site/queries.ts';
import type { SafeFetch } from '#platform/http/safe-fetch.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { getApi, postApi } from './api-client.ts';
import { type SignedInUser, memberFixture } from './member-fixture.ts';
import { createTestSite, type TestSite } from './test-site.ts';
import { resetDocumentDays } from './document-days.ts';

/** The time at which every test starts. */
export const FIRST = Temporal.Instant.from('2027-03-01T12:00:00Z');

/** A visitor's order and the secret link that opens it. */
export interface PlacedOrder {
  readonly number: number;
  readonly reference: string;
}

/** Orders a plan as a visitor; `changes` replaces parts of the request. */
export async function placePlanOrder(
  site: TestSite,
  id = 'growth',
  changes: { kind?: string } = {},
): Promise<PlacedOrder> {
  const { kind = 'plan' } = changes;
  const { standardPrice, urgentPrice } = await getApi<CheckoutOffer>(site, `/checkout-offers/${kind}/${id}`);
  const answer = await postApi(site, '/orders', {
    kind,
    id,
    name: 'Noor Haddad',
    email: 'noor@site.example',
    signature: 'Noor Haddad',
    agreementHash: standardPrice.agreementHash,
    urgentAgreementHash: urgentPrice?.agreementHash,
    ...changes,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<PlacedOrder>();
}

/**
 * Sets up one site with an owner for all tests of a file, with orders by visitors. `environment` returns the site's
 * environment variables.
 */
export function orderFixture({
  environment,
  ...options
}: {
  readonly pages?: boolean;
  readonly safeFetch?: SafeFetch;
  readonly environment?: () => Promise<Record<string, string>>;
} = {}) {
  let site: TestSite;
  let now = FIRST;
  let owner: SignedInUser;
  const members = memberFixture(() => site);

  beforeAll(async () => {
    const settings = environment ? { environment: await environment() } : {};
    site = await createTestSite({ ...options, ...settings, now: () => now });
    owner = await members.arrive({ role: 'owner', name: 'Mira Castellan' });
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    now = FIRST;
    await resetDocumentDays(site.db);
    await site.db.$client.query('delete from emails; delete from rate_limits');
  });

  /** Places a visitor's order for a plan. */
  async function placeOrder(id?: string, changes?: object): Promise<PlacedOrder> {
    const order = await placePlanOrder(site, id, changes);
    await site.db.$client.query('delete from rate_limits; delete from emails');
    return order;
  }

  /** Returns an order: by number as the owner sees it, by link as its client sees it. */
  const read = (reference: string | number) =>
    getApi<Order>(site, `/orders/${reference}`, typeof reference === 'number' ? owner.cookie : undefined);
  const asClient = (
    { reference: link }: PlacedOrder,
    path: string,
    body: object = {},
    method: 'POST' | 'PUT' = 'POST',
  ) => postApi(site, `/orders/${link}${path}`, body, { method });
  const asOwner = ({ number }: PlacedOrder, path: string, body: object = {}) =>
    members.send(owner, 'POST', `/orders/${number}${path}`, body);

  const getStatus = async ({ number }: PlacedOrder): Promise<OrderStatus> => {
    const order = await findOrder(site.db, number);
    if (!order) throw new Error('This order doesn’t exist.');
    return order.status;
  };

  /** Returns the status and payments on an order's page, with fewer queries than the page. */
  async function getProgress({ number }: PlacedOrder) {
    const order = await findOrder(site.db, number);
    if (!order) throw new Error('This order doesn’t exist.');
    const facts = await getOrderSnapshot(site.db, order, await getTimeZone(site.db));
    const { state: status, nextPayment, owed: amountDue, lateFees } = getOrderSummary(now, facts);
    const next = nextPayment?.document;
    return {
      status,
      amountDue,
      lateFees,
      nextInvoice: next ? { id: Number(next.id), path: buildDocumentPath(site.http.services, next.number) } : null,
    };
  }

  /** Pays the next open invoice, which lets the order continue. */
  async function pay(order: PlacedOrder): Promise<void> {
    const { nextInvoice } = await getProgress(order);
    if (!nextInvoice) throw new Error('There is no invoice to pay.');
    await site.db.transaction(async tx => {
      const payment = { documentId: nextInvoice.id, method: 'bank_transfer', reference: crypto.randomUUID() } as const;
      const { id } = await insertPendingPayment(tx, now, payment);
      await confirmPayment(tx, now, id);
      await runAutomaticTransitions(tx, await createIssueContext(tx, site.http.services), order.number);
    });
  }

  /** Supplies the missing content; the last item as the client, which lets the order continue. */
  async function supplyContent(order: PlacedOrder): Promise<void> {
    const { rows } = await site.db.$client.query<{ last: number | null }>(
      `with missing as (select position from order_content_items where order_id = $1 and supplied_at is null),
        supplied as (update order_content_items set supplied_at = $2
          where order_id = $1 and supplied_at is null and position < (select max(position) from missing))
      select max(position) as last from missing`,
      [order.number, now.toString()],
    );
    const last = rows[0]?.last ?? null;
    if (last !== null) await asClient(order, `/content-items/${last}`);
  }

  /** Places an order and pays until work has started. */
  async function placeStartedOrder(id?: string): Promise<PlacedOrder> {
    const order = await placeOrder(id);
    await pay(order);
    await supplyContent(order);
    expect((await asOwner(order, '/transitions', { transition: 'start_work' })).statusCode).toBe(200);
    await site.db.$client.query('delete from emails');
    return order;
  }

  /** Uploads a file. */
  const sendFile = (reference: string | number, query: string, bytes = 'some bytes') =>
    site.http.app.inject({
      method: 'POST',
      url: `${API_PREFIX}/orders/${reference}/files?${query}`,
      payload: Buffer.from(bytes),
      headers: {
        'content-type': 'application/octet-stream',
        'sec-fetch-site': 'same-origin',
        ...(typeof reference === 'number' ? { cookie: owner.cookie } : {}),
      },
    });
  const download = (path: string, cookie?: string) =>
    site.http.app.inject({ method: 'GET', url: path, headers: cookie ? { cookie } : {} });

  return {
    ...members,
    site: () => site,
    owner: () => owner,
    /** Moves the clock and extends all sessions, so no one is signed out. */
    passDays: async (days: number) => {
      const next = FIRST.add({ hours: days * 24 });
      if (Temporal.Instant.compare(next, now) < 0) await resetDocumentDays(site.db);
      now = next;
      const later = `$1 * interval '1 day'`;
      await site.db.$client.query(
        `update sessions set expires_at = expires_at + ${later}, absolute_expires_at = absolute_expires_at + ${later}`,
        [days],
      );
    },
    placeOrder,
    placeStartedOrder,
    read,
    getStatus,
    getProgress,
    supplyContent,
    asClient,
    asOwner,
    pay,
    sendFile,
    download,
  };
}
