import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emails } from '#features/email/tables.ts';
import { listPayableDocuments } from '#features/billing/queries/ledger.ts';
import { payableKinds } from '#features/billing/rules/documents.ts';
import { transitionOrder } from '#features/orders/lifecycle/actions/transition-order.ts';
import { issueFirstInvoice } from '#features/orders/lifecycle/actions/create-order.ts';
import {
  answerChangeOrder,
  grantRevision,
  createChangeOrder,
  requestRevision,
  withdrawChangeOrder,
} from '#features/orders/revisions/actions.ts';
import { listChangeOrders } from '#features/orders/lifecycle/queries/change-orders.ts';
import { insertOrder } from '#features/orders/lifecycle/queries/orders.ts';
import { orderEvents, orders } from '#features/orders/lifecycle/tables.ts';
import { billingFixture, countOutcomes } from '../../support/billing-fixture.ts';
import { toNoon, createOrderRow } from '../../support/order-factory.ts';

let site: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => (site = await billingFixture()));
afterAll(() => site.close());

const issuing = () => site.issuingAt(toNoon('2027-03-10'));

/** Creates an order for 100.00 with an invoiced deposit of 50.00 and work that is ready for review. */
async function shown(): Promise<number> {
  return site.db.transaction(async tx => {
    const order = await insertOrder(tx, createOrderRow({ status: 'in_review' }));
    await issueFirstInvoice(tx, issuing(), order);
    return order.id;
  });
}
const ask = (orderId: number, size: 'minor' | 'major' = 'minor') =>
  site.db.transaction(tx => requestRevision(tx, issuing(), { orderId, actorId: null, size }));
const show = (orderId: number) =>
  site.db.transaction(tx =>
    transitionOrder(tx, issuing(), { orderId, transition: 'submit_for_review', actor: 'owner', actorId: null }),
  );
/** Quotes a change, and returns its ID. */
const quote = (orderId: number, amount = '25') =>
  site.db.transaction(async tx => {
    const lineItems = [{ description: 'A second language', amount }];
    await createChangeOrder(tx, issuing(), { orderId, actorId: null, lineItems, extraDays: 2 });
    return (await listChangeOrders(tx, orderId)).at(-1)?.id ?? 0;
  });
const answer = (orderId: number, change: number, accepted: boolean) =>
  site.db.transaction(tx =>
    answerChangeOrder(tx, issuing(), { orderId, actorId: null, change, answer: accepted ? 'accept' : 'decline' }),
  );

async function readStored(orderId: number) {
  const [order] = await site.db.select().from(orders).where(eq(orders.id, orderId));
  return { state: order?.status, total: order?.total, lines: order?.lineItems.map(({ description }) => description) };
}

describe('term 11: revisions', () => {
  it('starts three minor ones immediately and the fourth once its price is accepted', async () => {
    const id = await shown();
    for (let used = 0; used < 3; used++) {
      expect(await ask(id)).toBe(true);
      await show(id);
    }
    expect(await ask(id)).toBe(false);
    expect(await readStored(id)).toMatchObject({ state: 'in_review', total: 10_000 });
    await expect(ask(id)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('term 11') });
    const change = await quote(id);
    await expect(ask(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await answer(id, change, true);
    expect(await readStored(id)).toEqual({
      state: 'in_progress',
      total: 12_500,
      lines: ['Growth', 'A second language'],
    });
    await show(id);
    await site.db.transaction(tx =>
      transitionOrder(tx, issuing(), { orderId: id, transition: 'complete', actor: 'client', actorId: null }),
    );
    // Changes agreed on during the work are invoiced with the balance.
    const payableDocuments = await listPayableDocuments(site.db, id, payableKinds);
    expect(payableDocuments.map(({ kind, total }) => [kind, total])).toEqual([
      ['deposit_invoice', 5000],
      ['balance_invoice', 7500],
    ]);
  });

  it('lets the owner grant a revision that is waiting for a quote free of charge', async () => {
    const id = await shown();
    const grant = () => site.db.transaction(tx => grantRevision(tx, issuing(), { orderId: id, actorId: null }));
    await expect(grant()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await ask(id, 'major')).toBe(false);
    await grant();
    expect(await readStored(id)).toMatchObject({ state: 'in_progress', total: 10_000 });
    await expect(grant()).rejects.toMatchObject({ code: 'CONFLICT' });
    const log = await site.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.id);
    expect(log.map(({ type, transition, actor }) => [transition ?? type, actor]).slice(-3)).toEqual([
      ['revision_requested', 'client'],
      ['revision_granted', 'owner'],
      ['request_revision', 'owner'],
    ]);
    await show(id);
    // No revision is waiting for a price anymore, so others can be requested, and all minor ones are left.
    for (let used = 0; used < 3; used++) {
      expect(await ask(id)).toBe(true);
      await show(id);
    }
    expect(await ask(id)).toBe(false);
    const change = await quote(id);
    await expect(grant()).rejects.toMatchObject({ code: 'CONFLICT' });
    await answer(id, change, false);
  });

  it('prices each major one without using up a minor one', async () => {
    const id = await shown();
    expect(await ask(id, 'major')).toBe(false);
    const change = await quote(id);
    await answer(id, change, false);
    expect(await readStored(id)).toEqual({ state: 'in_review', total: 10_000, lines: ['Growth'] });
    for (let used = 0; used < 3; used++) {
      expect(await ask(id)).toBe(true);
      await show(id);
    }
  });

  it('waits for a quote again after the owner withdraws it, and no longer for its answer', async () => {
    const id = await shown();
    const withdraw = (change: number) =>
      site.db.transaction(tx => withdrawChangeOrder(tx, issuing(), { orderId: id, actorId: null, change }));
    const updates = () => site.db.$count(emails, eq(emails.template, 'order_updated'));
    await ask(id, 'major');
    const wrong = await quote(id, '250');
    const before = await updates();
    await withdraw(wrong);
    expect(await updates()).toBe(before + 1);
    await expect(answer(id, wrong, true)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(withdraw(wrong)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(ask(id)).rejects.toMatchObject({ message: expect.stringContaining('still waiting for a quote') });
    expect(await readStored(id)).toEqual({ state: 'in_review', total: 10_000, lines: ['Growth'] });
    await answer(id, await quote(id), true);
    expect(await readStored(id)).toMatchObject({ state: 'in_progress', total: 12_500 });
    await expect(withdraw(wrong)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('accepts one of ten simultaneous answers', async () => {
    const id = await shown();
    await ask(id, 'major');
    const change = await quote(id);
    const { done } = await countOutcomes(
      Array.from({ length: 10 }, (_none, place) => answer(id, change, place % 2 === 0)),
    );
    expect(done).toBe(1);
    expect(await site.db.$count(orderEvents, eq(orderEvents.orderId, id))).toBeLessThanOrEqual(4);
    expect([10_000, 12_500]).toContain((await readStored(id)).total);
  });

  it('rejects an answer to another order’s quote', async () => {
    const [one, other] = [await shown(), await shown()];
    const change = await quote(one);
    await expect(answer(other, change, true)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await readStored(other)).total).toBe(10_000);
  });

  it('lets the owner quote one unrequested change at a time during work', async () => {
    const id = await shown();
    const change = await quote(id);
    await expect(quote(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await answer(id, change, false);
    await expect(quote(id, '0')).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
    for (const status of ['agreed', 'completed', 'closed'] as const) {
      await site.db.update(orders).set({ status }).where(eq(orders.id, id));
      await expect(quote(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });

  it.each(['agreed', 'in_progress', 'completed', 'closed'] as const)('is refused while %s', async status => {
    const { id } = await site.db.transaction(tx => insertOrder(tx, createOrderRow({ status })));
    await expect(ask(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await site.db.$count(orderEvents, eq(orderEvents.orderId, id))).toBe(0);
  });
});
