import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  recordTransition,
  type TransitionRequest,
  getOrderSnapshot,
} from '#features/orders/lifecycle/actions/record-transition.ts';
import {
  insertContentItems,
  insertOrder,
  updateContentItemSupplied,
} from '#features/orders/lifecycle/queries/orders.ts';
import { getOrderSummary } from '#features/orders/lifecycle/rules/summary.ts';
import { orderEvents, orders } from '#features/orders/lifecycle/tables.ts';
import { billingFixture, countOutcomes } from '../../support/billing-fixture.ts';
import { toNoon, createOrderRow } from '../../support/order-factory.ts';

let site: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => (site = await billingFixture()));
afterAll(() => site.close());

const place = (row: Parameters<typeof createOrderRow>[0] = {}) =>
  site.db.transaction(tx => insertOrder(tx, createOrderRow(row)));
const applyTransition = (
  orderId: number,
  name: TransitionRequest['transition'],
  actor: TransitionRequest['actor'],
  reason?: string,
) =>
  site.db.transaction(tx =>
    recordTransition(
      tx,
      { now: toNoon('2026-11-20'), timeZone: 'UTC' },
      { orderId, transition: name, actor, actorId: null, ...(reason === undefined ? {} : { reason }) },
    ),
  );

async function readStored(orderId: number) {
  const [order] = await site.db.select({ state: orders.status }).from(orders).where(eq(orders.id, orderId));
  const log = await site.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id);
  return {
    state: order?.state,
    log: log.map(({ fromStatus, toStatus, actor, reason }) => [fromStatus, toStatus, actor, reason]),
  };
}

describe('order transition', () => {
  it('records the actor, the time and the reason', async () => {
    const { id } = await place({ status: 'content_received' });
    await applyTransition(id, 'start_work', 'owner');
    await applyTransition(id, 'submit_for_review', 'owner');
    await applyTransition(id, 'complete', 'owner', '  She said so on the telephone. ');
    expect(await readStored(id)).toEqual({
      state: 'completed',
      log: [
        ['content_received', 'in_progress', 'owner', null],
        ['in_progress', 'in_review', 'owner', null],
        ['in_review', 'completed', 'owner', 'She said so on the telephone.'],
      ],
    });
  });

  it('happens once for fifty simultaneous attempts', async () => {
    const { id } = await place({ status: 'content_received' });
    const { done, failed } = await countOutcomes(
      Array.from({ length: 50 }, () => applyTransition(id, 'start_work', 'owner')),
    );
    expect([done, new Set(failed)]).toEqual([1, new Set(['CONFLICT'])]);
    expect((await readStored(id)).log).toHaveLength(1);
  });

  it.each([
    ['requested', 'start_work', 'owner', '(Payment term 15.)'],
    ['agreed', 'start_work', 'owner', '(Payment term 1.)'],
    ['deposit_paid', 'start_work', 'owner', '(Payment term 9.)'],
    ['in_review', 'complete', 'system', 'current stage'],
    ['closed', 'cancel_work', 'owner', 'current stage'],
  ] as const)(
    'from %s by %s of the %s is refused with a reason and writes nothing',
    async (status, name, actor, why) => {
      const { id } = await place({ status });
      await site.db.transaction(tx => insertContentItems(tx, id, ['The texts']));
      await expect(applyTransition(id, name, actor)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(why),
      });
      expect(await readStored(id)).toEqual({ state: status, log: [] });
    },
  );

  it.each(['complete', 'cancel_work'] as const)('%s by the owner requires a reason', async name => {
    const { id } = await place({ status: 'in_review' });
    for (const reason of [undefined, '', '   ']) {
      await expect(applyTransition(id, name, 'owner', reason)).rejects.toMatchObject({
        code: 'UNPROCESSABLE',
        fields: { reason: expect.any(String) },
      });
    }
    expect(await readStored(id)).toEqual({ state: 'in_review', log: [] });
  });

  it('of an unknown order throws NOT_FOUND', async () => {
    await expect(applyTransition(999_999, 'start_work', 'owner')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be deleted from the history', async () => {
    const { id } = await place({ status: 'content_received' });
    await applyTransition(id, 'start_work', 'owner');
    const removal = site.db.delete(orderEvents).where(eq(orderEvents.orderId, id));
    await expect(removal).rejects.toMatchObject({ cause: { code: '23000' } });
  });
});

describe('order snapshot', () => {
  it('reflects documents and payments', async () => {
    const invoice = await site.issue(10_000);
    const [row] = await site.db.select().from(orders).where(eq(orders.id, site.orderId));
    if (!row) throw new Error('There is no order.');
    const facts = () => getOrderSnapshot(site.db, row, 'UTC');
    expect(getOrderSummary(toNoon('2026-11-20'), await facts())).toMatchObject({
      owed: 10_000,
      nextPayment: { document: { number: invoice.number, amountSettled: 0 }, amount: 10_000 },
      nextAction: { by: 'client' },
    });
    const payment = await site.pay(invoice.id);
    expect(await facts()).toMatchObject({ hasPaymentInReview: true, isPaymentProcessing: false });
    const setStatus = (status: string) =>
      site.db.execute(sql`update payments set status = ${status} where id = ${payment.id}`);
    await setStatus('processing');
    expect(await facts()).toMatchObject({ hasPaymentInReview: true, isPaymentProcessing: true });
    expect(getOrderSummary(toNoon('2026-11-20'), await facts()).nextAction.by).toBe('none');
    await setStatus('in_review');
    await site.pay(invoice.id);
    await site.confirm(payment.id);
    // A second report for the paid invoice doesn't hold up the order.
    expect((await facts()).hasPaymentInReview).toBe(false);
    expect(getOrderSummary(toNoon('2026-11-20'), await facts())).toMatchObject({ owed: 0, nextPayment: null });
  });

  it('lists each content item with whether it was supplied', async () => {
    const order = await place({ status: 'deposit_paid' });
    await site.db.transaction(tx => insertContentItems(tx, order.id, ['The logo', 'The texts']));
    const supply = () =>
      site.db.transaction(tx => updateContentItemSupplied(tx, order.id, 1, new Date('2026-11-20T12:00:00Z')));
    expect([await supply(), await supply()]).toEqual([true, false]);
    expect((await getOrderSnapshot(site.db, order, 'UTC')).content).toEqual([
      { label: 'The logo', isSupplied: true },
      { label: 'The texts', isSupplied: false },
    ]);
  });

  it('round-trips every kind of event', async () => {
    const { id, ...row } = await place({ status: 'in_review' });
    const entries = [
      ['placed', {}],
      ['revision_requested', { size: 'major' }],
      ['change_order_quoted', { changeOrderId: '7', amount: 5000, days: 2 }],
      ['change_order_answered', { changeOrderId: '7', accepted: true }],
      ['change_order_withdrawn', { changeOrderId: '7' }],
      ['urgent_delivery_declined', {}],
      ['support_requested', { supportRequestId: '3', included: false }],
      ['support_quoted', { supportRequestId: '3', changeOrderId: '8', amount: 5000 }],
      ['support_quote_answered', { supportRequestId: '3', changeOrderId: '8', accepted: true }],
      ['support_quote_withdrawn', { supportRequestId: '3' }],
      ['support_resolved', { supportRequestId: '3' }],
      ['support_reopened', { supportRequestId: '3' }],
    ] as const;
    for (const [type, details] of entries) {
      await site.db.execute(
        sql`insert into order_events (order_id, type, actor, details, occurred_at)
            values (${id}, ${type}, 'client', ${JSON.stringify(details)}, '2026-11-20T12:00:00Z')`,
      );
    }
    const { history } = await getOrderSnapshot(site.db, { id, ...row }, 'UTC');
    expect(history.map(({ at, actor, ...said }) => [String(at), actor, said])).toEqual(
      entries.map(([type, details]) => ['2026-11-20T12:00:00Z', 'client', { type, ...details }]),
    );
  });

  it('rejects an incomplete event', async () => {
    const order = await place({ status: 'in_review' });
    await site.db.execute(
      sql`insert into order_events (order_id, type, actor, occurred_at) values (${order.id}, 'revision_requested', 'client', now())`,
    );
    await expect(getOrderSnapshot(site.db, order, 'UTC')).rejects.toThrow('Incomplete order history entry');
  });
});
