import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createIssueContext } from '#features/billing/actions/issue-document.ts';
import { confirmPayment, insertPendingPayment } from '#features/payments/actions/payments.ts';
import { runAutomaticTransitions } from '#features/orders/lifecycle/actions/transition-order.ts';
import type { CheckoutOffer } from '#features/orders/checkout/contract/place-order.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { getApi, postApi } from './api-client.ts';
import { type SignedInUser, memberFixture } from './member-fixture.ts';
import { createTestSite, type TestSite } from './test-site.ts';
import { resetDocumentDays } from './document-days.ts';

/** When every test begins. */
export const FIRST = Temporal.Instant.from('2027-03-01T12:00:00Z');

/** An order by a visitor, and the secret link that opens it. */
export interface PlacedOrder {
  readonly number: number;
  readonly reference: string;
}

/** Orders a plan, or what else `changes` says, as a visitor. */
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
 * A site with an owner, on which orders are placed by visitors and worked on by both sides; one for all tests of a file.
 * `environment` opens what the site is to know by its settings.
 */
export function orderFixture({
  environment,
  ...options
}: {
  readonly pages?: boolean;
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

  /** An order of a plan by a visitor. */
  async function placed(id?: string, changes?: object): Promise<PlacedOrder> {
    const order = await placePlanOrder(site, id, changes);
    await site.db.$client.query('delete from rate_limits; delete from emails');
    return order;
  }

  /** An order by its number as the owner sees it, by its link as its client does. */
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

  /** Pays the next invoice that is open, and lets the order go on as it does once that has arrived. */
  async function pay({ number }: PlacedOrder): Promise<void> {
    const { summary, billingDocuments } = await read(number);
    const next = billingDocuments.find(document => document.number === summary.nextPayment?.document);
    if (!next) throw new Error('Nothing is to be paid.');
    await site.db.transaction(async tx => {
      const reference = crypto.randomUUID();
      const { id } = await insertPendingPayment(tx, now, { documentId: next.id, method: 'bank_transfer', reference });
      await confirmPayment(tx, now, id);
      await runAutomaticTransitions(tx, await createIssueContext(tx, site.http.services), number);
    });
  }

  /** An order whose work goes on. */
  async function begun(id?: string): Promise<PlacedOrder> {
    const order = await placed(id);
    await pay(order);
    for (const { position } of (await read(order.number)).contentItems)
      await asClient(order, `/content-items/${position}`);
    expect((await asOwner(order, '/transitions', { transition: 'start_work' })).statusCode).toBe(200);
    await site.db.$client.query('delete from emails');
    return order;
  }

  /** Sends a file as its body. */
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
    /** Lets time pass for whoever is signed in, too. */
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
    placed,
    begun,
    read,
    asClient,
    asOwner,
    pay,
    sendFile,
    download,
  };
}
