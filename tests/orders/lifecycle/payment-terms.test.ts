import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completeRefund } from '#features/payments/actions/refunds.ts';
import { getAmountDue, listPayableDocuments } from '#features/billing/queries/ledger.ts';
import { payableKinds } from '#features/billing/rules/documents.ts';
import { billingDocuments } from '#features/billing/tables.ts';
import { payments, refunds } from '#features/payments/tables.ts';
import { runAutomaticTransitions, transitionOrder } from '#features/orders/lifecycle/actions/transition-order.ts';
import { type TransitionRequest, getOrderSnapshot } from '#features/orders/lifecycle/actions/record-transition.ts';
import { type NewOrder, createOrder } from '#features/orders/lifecycle/actions/create-order.ts';
import { findOrderForUpdate, updateContentItemSupplied } from '#features/orders/lifecycle/queries/orders.ts';
import { getOrderSummary } from '#features/orders/lifecycle/rules/summary.ts';
import { orderEvents, orders } from '#features/orders/lifecycle/tables.ts';
import { toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import { billingFixture } from '../../support/billing-fixture.ts';
import { DEFAULT_PAYMENT_TERMS, toNoon } from '../../support/order-factory.ts';
import { resetDocumentDays } from '../../support/document-days.ts';

let site: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => (site = await billingFixture()));
afterAll(() => site.close());
beforeEach(() => resetDocumentDays(site.db));

const on = (day: string) => site.issuingAt(toNoon(day));

const growth: NewOrder = {
  kind: 'plan',
  isQuoted: false,
  clientId: null,
  clientName: 'Noor Haddad',
  clientEmail: 'noor@example.com',
  title: 'Growth',
  offerSnapshot: { id: 'growth', features: ['Up to 8 pages'], deliveryDays: 14, supportDays: 30 },
  agreedTerms: {
    settings: DEFAULT_PAYMENT_TERMS,
    texts: [{ number: 1, text: 'I start a project after a deposit of 50% has been paid.' }],
  },
  brief: '',
  lineItems: [{ description: 'Growth', amount: toMinorUnits(99_901), term: null }],
  tax: { behavior: 'inclusive', name: 'VAT', basisPoints: 0 },
  currency: 'USD',
  total: toMinorUnits(99_901),
  isUrgent: false,
  contentItems: ['The texts'],
};

const place = async (order: Partial<NewOrder> = {}, day = '2027-03-01') =>
  (await site.db.transaction(tx => createOrder(tx, on(day), { ...growth, ...order }))).id;
const take = (
  day: string,
  orderId: number,
  transition: TransitionRequest['transition'],
  actor: TransitionRequest['actor'],
  reason = 'So it is.',
) => site.db.transaction(tx => transitionOrder(tx, on(day), { orderId, transition, actor, actorId: null, reason }));

/** Pays the oldest open invoice manually, and runs the transitions that follow the owner's confirmation. */
async function payNext(day: string, orderId: number): Promise<void> {
  const next = (await payableDocuments(orderId)).find(({ owed }) => owed > 0);
  if (!next) throw new Error('No invoice is open.');
  await site.confirm((await site.pay(next.id)).id);
  await site.db.transaction(tx => runAutomaticTransitions(tx, on(day), orderId));
}
const payableDocuments = (orderId: number) => listPayableDocuments(site.db, orderId, payableKinds);
const listPayables = async (orderId: number) =>
  (await payableDocuments(orderId)).map(({ kind, total, dueOn }) => [kind, total, dueOn]);
const stateOf = async (orderId: number) =>
  (await site.db.select({ state: orders.status }).from(orders).where(eq(orders.id, orderId)))[0]?.state;

async function summaryOf(day: string, orderId: number) {
  const facts = await site.db.transaction(async tx => {
    const order = await findOrderForUpdate(tx, orderId);
    if (!order) throw new Error('This order doesn’t exist.');
    return getOrderSnapshot(tx, order, 'UTC');
  });
  return getOrderSummary(toNoon(day), facts);
}

/** A plan whose work is complete. */
async function completed(order: Partial<NewOrder> = {}): Promise<number> {
  const id = await place({ contentItems: [], ...order });
  await payNext('2027-03-02', id);
  await take('2027-03-03', id, 'start_work', 'owner');
  await take('2027-03-10', id, 'submit_for_review', 'owner');
  await take('2027-03-11', id, 'complete', 'client');
  return id;
}

describe('terms 1 and 2: deposit and balance', () => {
  it('take a plan from its deposit to its last payment', async () => {
    const id = await place();
    // Half of 999.01 is rounded up.
    expect(await listPayables(id)).toEqual([['deposit_invoice', 49_951, '2027-03-01']]);
    await payNext('2027-03-02', id);
    expect(await stateOf(id)).toBe('deposit_paid');
    await site.db.transaction(tx => updateContentItemSupplied(tx, id, 1, new Date('2027-03-05T12:00:00Z')));
    await site.db.transaction(tx => runAutomaticTransitions(tx, on('2027-03-05'), id));
    expect(await stateOf(id)).toBe('content_received');
    expect((await summaryOf('2027-03-05', id)).expected?.date.toString()).toBe('2027-03-19');
    await take('2027-03-06', id, 'start_work', 'owner');
    await take('2027-03-15', id, 'submit_for_review', 'owner');
    await take('2027-03-17', id, 'complete', 'client');
    expect(await listPayables(id)).toEqual([
      ['deposit_invoice', 49_951, '2027-03-01'],
      ['balance_invoice', 49_950, '2027-03-24'],
    ]);
    expect((await summaryOf('2027-03-17', id)).downloadBlockedReason).toMatchObject({ term: 12 });
    await payNext('2027-03-20', id);
    expect(await stateOf(id)).toBe('paid');
    expect((await summaryOf('2027-03-20', id)).downloadBlockedReason).toBeNull();
    const log = await site.db
      .select({ to: orderEvents.toStatus, actor: orderEvents.actor })
      .from(orderEvents)
      .where(eq(orderEvents.orderId, id))
      .orderBy(asc(orderEvents.id));
    expect(log.map(({ to, actor }) => [to, actor])).toEqual([
      [null, 'client'],
      ['deposit_paid', 'system'],
      ['content_received', 'system'],
      ['in_progress', 'owner'],
      ['in_review', 'owner'],
      ['completed', 'client'],
      ['paid', 'system'],
    ]);
  });

  it('issue no balance invoice after a deposit of the full price', async () => {
    const id = await completed({
      agreedTerms: { ...growth.agreedTerms, settings: { ...DEFAULT_PAYMENT_TERMS, depositPercent: 100 } },
    });
    expect(await listPayables(id)).toEqual([['deposit_invoice', 99_901, '2027-03-01']]);
    expect(await stateOf(id)).toBe('paid');
  });

  it('invoice a finished project in full', async () => {
    const id = await place({ kind: 'project', contentItems: [] });
    expect(await listPayables(id)).toEqual([['invoice', 99_901, '2027-03-01']]);
    await payNext('2027-03-01', id);
    expect(await stateOf(id)).toBe('paid');
  });

  it('issue nothing before an agreement', async () => {
    const id = await place({ kind: 'custom' });
    expect([await stateOf(id), await listPayables(id)]).toEqual(['requested', []]);
  });
});

describe('term 4: installments', () => {
  it('split the balance into monthly parts and keep files locked until the last is paid', async () => {
    const price = toMinorUnits(100_001);
    const lineItems = [{ description: 'Growth', amount: price, term: null }];
    const id = await place({ contentItems: [], lineItems, total: price }, '2027-01-19');
    await site.db.update(orders).set({ installments: 3 }).where(eq(orders.id, id));
    await payNext('2027-01-20', id);
    await take('2027-01-21', id, 'start_work', 'owner');
    await take('2027-01-22', id, 'submit_for_review', 'owner');
    await take('2027-01-24', id, 'complete', 'client');
    expect((await listPayables(id)).slice(1)).toEqual([
      ['installment_invoice', 16_667, '2027-01-31'],
      ['installment_invoice', 16_667, '2027-02-28'],
      ['installment_invoice', 16_666, '2027-03-31'],
    ]);
    expect(sumAmounts((await payableDocuments(id)).map(({ total }) => total))).toBe(100_001);
    await payNext('2027-01-31', id);
    await payNext('2027-02-28', id);
    expect(await stateOf(id)).toBe('completed');
    expect((await summaryOf('2027-03-01', id)).downloadBlockedReason).toMatchObject({ term: 12 });
    await payNext('2027-03-31', id);
    expect(await stateOf(id)).toBe('paid');
  });
});

describe('terms 7 and 8: refunds', () => {
  const refundsOf = (id: number) =>
    site.db
      .select({ id: refunds.id, amount: refunds.amount, documentId: payments.billingDocumentId })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
      .where(eq(billingDocuments.orderId, id));

  it('return the full deposit with a credit note before work starts', async () => {
    const id = await place();
    await payNext('2027-03-02', id);
    await expect(take('2027-03-09', id, 'refund', 'client')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await refundsOf(id)).toEqual([]);
    await take('2027-03-10', id, 'refund', 'client');
    expect(await stateOf(id)).toBe('refunded');
    const [refund] = await refundsOf(id);
    expect(refund?.amount).toBe(49_951);
    const notes = await site.db
      .select({ kind: billingDocuments.kind, total: billingDocuments.total })
      .from(billingDocuments)
      .where(eq(billingDocuments.orderId, id));
    expect(notes.map(({ kind, total }) => [kind, total])).toEqual([
      ['deposit_invoice', 49_951],
      ['credit_note', -49_951],
    ]);
    await site.db.transaction(tx => completeRefund(tx, toNoon('2027-03-10'), refund?.id ?? 0, null));
    expect(await getAmountDue(site.db, refund?.documentId ?? 0)).toBe(0);
    await expect(take('2027-03-10', id, 'refund', 'client')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it('are refused to both parties once work has started', async () => {
    const id = await place({ contentItems: [] });
    await payNext('2027-03-02', id);
    await take('2027-03-03', id, 'start_work', 'owner');
    for (const actor of ['client', 'owner'] as const) {
      await expect(take('2027-04-01', id, 'refund', actor)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('(Payment term 8.)'),
      });
    }
    expect([await stateOf(id), await refundsOf(id)]).toEqual(['in_progress', []]);
  });
});

describe('order that ends early', () => {
  it('owes nothing after cancellation before payment', async () => {
    const id = await place();
    await take('2027-03-02', id, 'cancel', 'client');
    expect((await payableDocuments(id)).map(({ owed }) => owed)).toEqual([0]);
    expect(await stateOf(id)).toBe('canceled');
  });

  it('keeps the payment when the owner stops work', async () => {
    const id = await place({ contentItems: [] });
    await payNext('2027-03-02', id);
    await take('2027-03-03', id, 'start_work', 'owner');
    await take('2027-05-03', id, 'cancel_work', 'owner', 'Nobody answered for two months.');
    const documents = await site.db
      .select({ kind: billingDocuments.kind })
      .from(billingDocuments)
      .where(eq(billingDocuments.orderId, id));
    expect(documents.map(({ kind }) => kind)).toEqual(['deposit_invoice']);
    expect(await stateOf(id)).toBe('canceled');
  });

  it('expires the day after its quote’s last day', async () => {
    const id = await place({ kind: 'custom' });
    await site.db.update(orders).set({ status: 'quoted', quoteExpiresOn: '2027-03-10' }).where(eq(orders.id, id));
    const run = (day: string) => site.db.transaction(tx => runAutomaticTransitions(tx, on(day), id));
    await run('2027-03-10');
    expect(await stateOf(id)).toBe('quoted');
    await run('2027-03-11');
    await run('2027-03-12');
    expect(await stateOf(id)).toBe('expired');
    expect(await site.db.$count(orderEvents, eq(orderEvents.orderId, id))).toBe(2);
  });
});
