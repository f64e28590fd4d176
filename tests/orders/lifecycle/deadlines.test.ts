import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { issueFirstInvoice } from '#features/orders/lifecycle/actions/create-order.ts';
import { listOrdersToProcess } from '#features/orders/lifecycle/queries/due-orders.ts';
import { orderEvents, orderReminders } from '#features/orders/lifecycle/tables.ts';
import { findOrder } from '#features/orders/lifecycle/queries/orders.ts';
import { processDueOrdersQueue } from '#features/orders/lifecycle/rules/queues.ts';
import { queues } from '#app/jobs.ts';
import type { Transaction } from '#platform/database/database.ts';
import { type DeadlineFixture, growth, maintenance, deadlineFixture } from '../../support/order-deadline-fixture.ts';
import { DEFAULT_PAYMENT_TERMS } from '../../support/order-factory.ts';
import { cancelAllOrders, resetDocumentDays } from '../../support/document-days.ts';

let site: DeadlineFixture;
beforeAll(async () => (site = await deadlineFixture()));
afterAll(() => site.close());
beforeEach(async () => {
  await resetDocumentDays(site.db);
  await cancelAllOrders(site.db);
});

async function runOn(...days: readonly string[]): Promise<void> {
  for (const day of days) {
    site.at(day);
    await site.run();
  }
}

/** A plan whose files were delivered on 10 March. */
async function delivered(supportDays: number): Promise<number> {
  site.at('2027-03-01');
  const id = await site.place({ ...growth, contentItems: [], offerSnapshot: { ...growth.offerSnapshot, supportDays } });
  await site.pay(id);
  await site.take(id, 'start_work');
  await site.take(id, 'submit_for_review');
  await site.take(id, 'complete');
  await site.pay(id);
  site.at('2027-03-10');
  await site.take(id, 'deliver');
  return id;
}

/** A plan whose deposit was due on 1 March. */
async function unpaid(lateFeeMode: 'manual' | 'automatic'): Promise<number> {
  site.at('2027-03-01');
  return site.place({
    ...growth,
    agreedTerms: { ...growth.agreedTerms, settings: { ...DEFAULT_PAYMENT_TERMS, lateFeeMode } },
  });
}

/**
 * Returns how often this connection has scanned the orders table and its index of open orders, including earlier
 * transactions that PostgreSQL has not reported yet.
 */
async function countScans(tx: Transaction): Promise<{ whole: number; throughIndex: number }> {
  const { rows } = await tx.execute<{ whole: number; throughIndex: number }>(sql`
    select pg_stat_get_xact_numscans('orders'::regclass)::integer as whole,
      pg_stat_get_xact_numscans('orders_open_idx'::regclass)::integer as "throughIndex"`);
  const [scans] = rows;
  if (!scans) throw new Error('PostgreSQL returned no statistics.');
  return scans;
}

const listed = (today: string) =>
  listOrdersToProcess(site.db, { now: new Date(`${today}T12:00:00Z`), today, after: 0 });

describe('order deadlines', () => {
  it('have a queue', () => {
    expect(queues).toContain(processDueOrdersQueue);
  });

  it('expire a quote the day after its last day', async () => {
    site.at('2027-03-01');
    const id = await site.place({ ...growth, kind: 'custom' });
    await site.setOrder(id, { status: 'quoted', quoteExpiresOn: '2027-03-10' });
    await runOn('2027-03-10');
    expect(await site.stateOf(id)).toBe('quoted');
    await runOn('2027-03-11', '2027-03-11');
    expect(await site.stateOf(id)).toBe('expired');
    expect(await site.db.$count(orderEvents, eq(orderEvents.orderId, id))).toBe(2);
  });

  it.each([
    [30, '2027-04-09', '2027-04-10'],
    [1, '2027-03-11', '2027-03-12'],
    [0, '2027-03-10', '2027-03-11'],
  ])('term 13: closes a delivered order after %i days of support', async (days, last, after) => {
    const id = await delivered(days);
    await runOn(last);
    expect(await site.stateOf(id)).toBe('delivered');
    // Until then, the job doesn't even read it.
    if (days > 0) expect(await listed('2027-03-10')).not.toContain(id);
    await runOn(after);
    expect(await site.stateOf(id)).toBe('closed');
  });

  it('term 12: keeps an order open while an amount is due', async () => {
    const id = await delivered(0);
    await site.act(async (tx, issuing) => {
      const order = await findOrder(tx, id);
      if (order) await issueFirstInvoice(tx, issuing, order);
    });
    await runOn('2027-05-01');
    expect(await site.stateOf(id)).toBe('delivered');
    await site.pay(id);
    expect(await site.stateOf(id)).toBe('closed');
  });

  it('term 6: issue automatic late fees once, even after missed runs', async () => {
    const [proposed, automatic] = [await unpaid('manual'), await unpaid('automatic')];
    await runOn('2027-03-08');
    expect(await site.payableDocuments(automatic)).toHaveLength(1);
    await runOn('2027-05-01', '2027-05-01', '2027-06-01');
    expect(await site.payables(automatic)).toEqual([
      ['deposit_invoice', 50_000, '2027-03-01'],
      ['late_fee_invoice', 2500, '2027-05-08'],
    ]);
    expect(await site.payableDocuments(proposed)).toHaveLength(1);
  });

  it('advance a paid order whose status was not advanced', async () => {
    site.at('2027-03-01');
    const id = await site.place({ ...growth, contentItems: [] });
    await site.setOrder(id, { kind: 'custom' });
    await site.pay(id);
    expect(await site.stateOf(id)).toBe('content_received');
    await site.setOrder(id, { status: 'agreed' });
    await runOn('2027-03-02');
    expect(await site.stateOf(id)).toBe('content_received');
  });

  it('continue after an order that fails', async () => {
    site.at('2027-03-01');
    const failing = await site.place({ ...growth, kind: 'custom' });
    const next = await site.place({ ...growth, kind: 'custom' });
    for (const id of [failing, next]) await site.setOrder(id, { status: 'quoted', quoteExpiresOn: '2027-03-10' });
    await site.setOrder(failing, { agreedTerms: { settings: null as never, texts: [] } });
    await runOn('2027-03-11');
    expect([await site.stateOf(failing), await site.stateOf(next)]).toEqual(['quoted', 'expired']);
    expect(site.site.log.takeErrors()).toMatchObject([{ order: failing }]);
    await site.setOrder(failing, { agreedTerms: growth.agreedTerms });
  });

  it('are processed once by eight simultaneous instances', async () => {
    const ids = [await unpaid('automatic'), await unpaid('automatic'), await delivered(0)];
    site.at('2027-01-15');
    const subscription = await site.place(maintenance);
    await site.pay(subscription);
    await site.takeEmails();
    site.at('2027-03-20');
    await Promise.all(Array.from({ length: 8 }, () => site.run()));
    for (const id of ids.slice(0, 2)) expect(await site.payableDocuments(id)).toHaveLength(2);
    expect(await site.stateOf(ids[2] ?? 0)).toBe('closed');
    expect(await site.periods(subscription)).toHaveLength(3);
    const reminders = await site.db.$count(orderReminders);
    expect(await site.db.$count(orderEvents, eq(orderEvents.orderId, subscription))).toBe(2);
    const subjects = (await site.takeEmails()).filter(({ template }) => template === 'payment_overdue');
    expect(subjects.filter(({ text }) => text?.includes(`order/${ids[0]}.`))).toHaveLength(1);
    await site.run();
    expect(await site.db.$count(orderReminders)).toBe(reminders);
    expect(await site.takeEmails()).toEqual([]);
  });

  it('use the owner’s calendar days', async () => {
    await site.inZone('Pacific/Kiritimati');
    onTestFinished(() => site.inZone('UTC'));
    site.at('2027-01-15T12:00:00Z');
    const id = await site.place(maintenance);
    await site.pay(id);
    expect((await site.periods(id)).map(([from]) => from)).toEqual(['2027-01-16']);
    // There, the 1st begins at 10:00 UTC on the day before.
    site.at('2027-01-31T09:59:00Z');
    await site.run();
    expect(await site.periods(id)).toHaveLength(1);
    site.at('2027-01-31T10:00:00Z');
    await site.run();
    expect(await site.periods(id)).toHaveLength(2);
  });

  it('are found by index without reading closed orders', async () => {
    site.at('2027-03-01');
    const open = await site.place(growth);
    await site.db.execute(sql`
      insert into orders (kind, status, client_name, client_email, title, offer_snapshot, agreed_terms, line_items, tax, currency, total, created_at, updated_at)
      select kind, 'closed', client_name, client_email, title, offer_snapshot, agreed_terms, line_items, tax, currency, total, created_at, updated_at
      from orders, generate_series(1, 20000) where orders.id = ${open}`);
    await site.db.execute(sql`vacuum analyze orders`);
    expect(await listed('2027-03-01')).toContain(open);
    const scanned = await site.db.transaction(async tx => {
      const before = await countScans(tx);
      await listOrdersToProcess(tx, { now: new Date(), today: '2027-03-01', after: 0 });
      const after = await countScans(tx);
      return { whole: after.whole - before.whole, throughIndex: after.throughIndex - before.throughIndex };
    });
    // Query planning also reads both ends of the index.
    expect(scanned).toEqual({ whole: 0, throughIndex: expect.toSatisfy((times: number) => times > 0) });
  });
});
