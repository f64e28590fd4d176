import { expect } from 'vitest';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { processDueOrders } from '#features/orders/jobs.ts';
import { getApi, postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

/** An order by quote in a simulated year: its prices, the client's choices, and its later events. */
export interface SimulatedOrder {
  readonly clientId: number;
  readonly currency?: string;
  readonly depositPercent: number;
  /** Optional lines in the quote, and those that the client ticks. */
  readonly options?: readonly string[];
  readonly chosen?: readonly number[];
  readonly discount?: string;
  /** Amounts of the milestones before the last one, which is the rest. */
  readonly milestones?: readonly string[];
  /** Days from the quote to the first milestone, and between them. */
  readonly dueEvery?: number;
  readonly isUrgent?: boolean;
  /** The price of a change order after the first milestone. */
  readonly raisedBy?: string;
  readonly ending?: 'completed' | 'canceled' | 'refunded' | 'surcharge_declined';
}

interface OrderSimulation {
  readonly site: TestSite;
  readonly clock: { readonly now: Temporal.Instant };
  readonly cookie: string;
}

/**
 * Simulates an order by quote. Each step is one visit of the owner and the client; the caller moves the clock between
 * them. Checks that the client signed the quoted amounts and that the invoices add up to them.
 */
export async function* simulateOrder({ site, clock, cookie }: OrderSimulation, plan: SimulatedOrder) {
  const dayIn = (days: number) => clock.now.toZonedDateTimeISO('UTC').toPlainDate().add({ days }).toString();
  const request = async (method: 'POST' | 'PUT', path: string, body: object, as = cookie) => {
    const answer = await postApi(site, path, body, { cookie: as, method });
    expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300);
    return answer.json<{ number: number }>();
  };
  const { clientId, currency, depositPercent, options = [], chosen = [], milestones, dueEvery = 20 } = plan;
  const { number } = await request('POST', '/client-orders', { clientId, title: 'Website', currency });
  const path = `/orders/${number}`;
  const read = () => getApi<Order>(site, path, cookie);
  const applyTransition = (transition: string) =>
    request('POST', `${path}/transitions`, { transition, reason: 'As agreed.' });
  await request('PUT', `${path}/quote`, {
    lineItems: [
      { description: 'Design', amount: '1234.56' },
      { description: 'Work', amount: '77.77', quantity: '7.25', unit: 'hour', discount: '5%' },
      ...options.map((amount, index) => ({ description: `Option ${index + 1}`, amount, optional: 'on' })),
    ],
    discount: plan.discount ?? '',
    ...(plan.isUrgent ? { urgent: 'on' } : {}),
    deliveryDays: 30,
    supportDays: 30,
    contentItems: [],
    expiresOn: dayIn(7),
    depositPercent,
    ...(milestones && {
      milestones: [...milestones, ''].map((amount, index) => ({
        description: `Part ${index + 1}`,
        amount,
        dueOn: dayIn((index + 1) * dueEvery),
      })),
    }),
  });
  const client = (await read()).guestPath.replace('/order/', '/orders/');
  yield;

  const quoted = await getApi<Order>(site, chosen.length > 0 ? `${client}?options=${chosen.join(',')}` : client);
  const agreementHash = quoted.quote?.agreementHash;
  await request('POST', `${client}/quote/accept`, { options: chosen, agreementHash, signature: 'C' }, '');
  const agreed = await read();
  expect([agreed.total, agreed.tax]).toEqual([quoted.total, quoted.tax]);
  const signed = [quoted.quote?.deposit ?? 0, ...quoted.milestones.map(({ amount }) => amount)];
  /** Pays the open invoices. If possible, a client pays a few days before the invoice date. */
  const pay = async () => {
    for (const document of (await read()).billingDocuments.filter(({ amountDue }) => amountDue > 0)) {
      const body = { method: 'bank_transfer', receivedOn: dayIn(-3), sendsReceipt: false };
      const amount = (document.amountDue / 100).toFixed(2);
      await request('POST', `/invoices/${document.number}/payments`, { ...body, amount });
    }
  };
  yield;

  await pay();
  if (plan.ending === 'surcharge_declined') {
    while ((await read()).milestones.filter(({ invoice }) => invoice).length < 2) yield;
    await request('POST', `${path}/urgent-delivery/decline`, { reason: 'No time.' });
  }
  if (plan.ending === 'refunded') {
    while (!(await read()).milestones[0]?.invoice) yield;
    await pay();
    await applyTransition('refund');
    const { billingDocuments } = await read();
    expect(billingDocuments.filter(({ kind }) => kind !== 'receipt').reduce((sum, one) => sum + one.total, 0)).toBe(0);
    return;
  }
  await applyTransition('start_work');
  yield;

  if (plan.raisedBy !== undefined || plan.ending === 'canceled') {
    while (!(await read()).milestones[0]?.invoice) yield;
  }
  if (plan.ending === 'canceled') {
    await applyTransition('cancel_work');
    return;
  }
  if (plan.raisedBy !== undefined) {
    const lineItems = [{ description: 'Map', amount: plan.raisedBy }];
    await request('POST', `${path}/change-orders`, { lineItems, extraDays: 2 });
    const [change] = (await read()).changeOrders;
    await request('POST', `${client}/change-orders/${change?.id}/answer`, { answer: 'accept' }, '');
  }
  yield;

  await pay();
  await applyTransition('submit_for_review');
  await request('POST', `${client}/transitions`, { transition: 'complete' }, '');
  yield;

  await pay();
  const { status, total, billingDocuments } = await read();
  const invoices = billingDocuments.filter(({ kind }) => kind !== 'receipt');
  expect([status, invoices.reduce((sum, document) => sum + document.total, 0)]).toEqual(['paid', total]);
  const isChanged = plan.raisedBy !== undefined || plan.ending === 'surcharge_declined';
  const amounts = invoices.map(document => document.total);
  if (milestones && !isChanged) expect(amounts).toEqual(signed.filter(amount => amount > 0));
}

/** Processes the deadlines of all orders, such as milestones that become due. */
export const processOrders = (site: TestSite) => processDueOrders({ ...site.http.services, log: site.log.log });
