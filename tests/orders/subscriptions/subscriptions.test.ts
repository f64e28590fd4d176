import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { billingDocuments } from '#features/billing/tables.ts';
import type { SubscriptionAction } from '#features/orders/lifecycle/contract/enums.ts';
import { changeSubscription } from '#features/orders/subscriptions/actions.ts';
import { insertSubscriptionPeriod } from '#features/orders/lifecycle/queries/subscriptions.ts';
import { orderEvents, orders } from '#features/orders/lifecycle/tables.ts';
import { type DeadlineFixture, maintenance, deadlineFixture } from '../../support/order-deadline-fixture.ts';
import { cancelAllOrders, resetDocumentDays } from '../../support/document-days.ts';

let site: DeadlineFixture;
beforeAll(async () => (site = await deadlineFixture()));
afterAll(() => site.close());
beforeEach(async () => {
  await resetDocumentDays(site.db);
  await cancelAllOrders(site.db);
});

const changeAs = (party: 'client' | 'owner', action: SubscriptionAction, orderId: number) =>
  site.act((tx, issuing) => changeSubscription(tx, issuing, { orderId, action, party, actorId: null }));
const pause = (id: number) => changeAs('client', 'pause', id);
const resume = (id: number) => changeAs('client', 'resume', id);
const cancel = (id: number) => changeAs('owner', 'cancel', id);
const keep = (id: number) => changeAs('owner', 'undo_cancellation', id);

/** A subscription that started on a day and is paid until the end of the month. */
async function placeStartedOrder(day: string): Promise<number> {
  site.at(day);
  const id = await site.place(maintenance);
  await site.pay(id);
  return id;
}

async function runOn(...days: readonly string[]): Promise<void> {
  for (const day of days) {
    site.at(day);
    await site.run();
  }
}

/** Returns the total of an order's invoices, less its credit notes. */
async function invoicedAmountOf(id: number): Promise<number> {
  const { rows } = await site.db.$client.query<{ sum: number }>(
    `select sum(e.amount)::int as sum from ledger_entries e join billing_documents d on d.id = e.billing_document_id
      where d.order_id = $1 and e.kind in ('invoiced', 'credited')`,
    [id],
  );
  return rows[0]?.sum ?? 0;
}

const logOf = async (id: number) =>
  (await site.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.id)).map(
    ({ type, transition, actor, details }) => [transition ?? type, actor, details.day ?? null],
  );

describe('term 14: subscription', () => {
  it('is invoiced pro rata, due the same day, and starts once paid', async () => {
    site.at('2027-04-16');
    const id = await site.place(maintenance);
    expect(await site.payables(id)).toEqual([['invoice', 7500, '2027-04-16']]);
    expect(await site.stateOf(id)).toBe('agreed');
    await site.pay(id);
    expect(await site.stateOf(id)).toBe('in_progress');
    const [document] = await site.db.select().from(billingDocuments).where(eq(billingDocuments.orderId, id));
    expect(document?.content.lineItems).toMatchObject([
      { description: 'Maintenance, 16 to 30 April 2027', detail: '15 of 30 days at $150.00 per month', term: 14 },
    ]);
    expect(document?.content.terms.map(({ number }) => number)).toEqual([14, 6]);
    expect((await site.summaryOf(id)).downloadBlockedReason).toBeNull();
  });

  it('is invoiced for a full month when it starts on the 1st', async () => {
    const id = await placeStartedOrder('2027-03-01');
    expect(await site.periods(id)).toEqual([['2027-03-01', '2027-03-31', 15_000]]);
    const [document] = await site.db.select().from(billingDocuments).where(eq(billingDocuments.orderId, id));
    expect(document?.content.lineItems).toMatchObject([
      { description: 'Maintenance, 1 to 31 March 2027', detail: null },
    ]);
  });

  it('is invoiced once on each 1st, however often deadlines are processed', async () => {
    const id = await placeStartedOrder('2027-01-20');
    await runOn('2027-01-31');
    expect(await site.periods(id)).toHaveLength(1);
    site.at('2027-02-01');
    await Promise.all(Array.from({ length: 6 }, () => site.run()));
    await runOn('2027-02-01', '2027-02-28', '2027-03-01', '2027-03-02');
    expect(await site.periods(id)).toEqual([
      ['2027-01-20', '2027-01-31', 5806],
      ['2027-02-01', '2027-02-28', 15_000],
      ['2027-03-01', '2027-03-31', 15_000],
    ]);
    expect((await site.payables(id)).map(([, , dueOn]) => dueOn)).toEqual(['2027-01-20', '2027-02-08', '2027-03-08']);
  });

  it('is invoiced at the tax rate of each period', async () => {
    const sql = (text: string) => site.db.$client.query(text);
    await sql(`insert into tax_rates (name, basis_points, category, valid_from, valid_until, is_default)
      values ('VAT', 1900, 'standard', null, '2027-04-30', true), ('VAT', 2000, 'standard', '2027-05-01', null, true)`);
    onTestFinished(async () => void (await sql('delete from tax_rates')));
    const id = await placeStartedOrder('2027-03-16');
    // The test's order was placed without tax.
    await site.db
      .update(orders)
      .set({ tax: { behavior: 'exclusive', name: 'VAT', basisPoints: 1900 } })
      .where(eq(orders.id, id));
    await runOn('2027-05-02');
    const documents = await site.db
      .select()
      .from(billingDocuments)
      .where(eq(billingDocuments.orderId, id))
      .orderBy(billingDocuments.id);
    expect(
      documents
        .map(({ content: { kind, tax, total, servicePeriod } }) => [kind, tax.basisPoints, total, servicePeriod])
        .filter(([kind]) => kind === 'invoice'),
    ).toEqual([
      ['invoice', 0, expect.any(Number), { from: '2027-03-16', until: '2027-03-31' }],
      ['invoice', 1900, 17_850, { from: '2027-04-01', until: '2027-04-30' }],
      ['invoice', 2000, 18_000, { from: '2027-05-01', until: '2027-05-31' }],
    ]);
    expect((await site.summaryOf(id)).subscription?.nextInvoice?.amount).toBe(18_000);
  });

  it('is invoiced for each month missed while the site was down', async () => {
    const id = await placeStartedOrder('2027-01-20');
    await runOn('2027-03-10', '2027-03-10');
    expect(await site.periods(id)).toEqual([
      ['2027-01-20', '2027-01-31', 5806],
      ['2027-02-01', '2027-02-28', 15_000],
      ['2027-03-01', '2027-03-31', 15_000],
    ]);
    expect((await site.payables(id)).map(([, , dueOn]) => dueOn)).toEqual(['2027-01-20', '2027-03-17', '2027-03-17']);
  });

  it.each([
    // The order date, the payment date, the amount charged, and the last day it covers.
    ['2027-01-10', '2027-01-20', 5806, '2027-01-31'],
    ['2027-01-01', '2027-01-31', 484, '2027-01-31'],
    ['2027-02-01', '2027-02-28', 536, '2027-02-28'],
    ['2028-02-10', '2028-02-29', 517, '2028-02-29'],
    // A month later, the payment for January covers the rest of February.
    ['2027-01-01', '2027-02-05', 12_857, '2027-02-28'],
    ['2026-12-01', '2027-01-31', 484, '2027-01-31'],
    ['2027-04-16', '2027-04-16', 7500, '2027-04-30'],
  ])('ordered on %s and paid on %s starts on the payment day and costs %i', async (ordered, paid, price, until) => {
    site.at(ordered);
    const id = await site.place(maintenance);
    site.at(paid);
    await site.run();
    expect((await site.summaryOf(id)).lateFees).toEqual([]);
    await site.pay(id);
    expect(await site.stateOf(id)).toBe('in_progress');
    await site.run();
    const covered = await site.site.db.$client.query<{ from: string; until: string }>(
      'select starts_on::text as from, ends_on::text as until from subscription_periods where order_id = $1',
      [id],
    );
    expect(covered.rows).toEqual([{ from: paid, until }]);
    expect(await invoicedAmountOf(id)).toBe(price);
    expect((await site.summaryOf(id)).owed).toBe(0);
    // The next invoice comes on the 1st, for a full month.
    const next = Temporal.PlainDate.from(until).add({ days: 1 }).toString();
    await runOn(until);
    expect(await site.payables(id)).toHaveLength(1);
    await runOn(next);
    expect((await site.periods(id)).at(-1)).toEqual([next, expect.any(String), 15_000]);
  });

  it('is invoiced again when the payment does not cover the current month', async () => {
    site.at('2027-01-31');
    const id = await site.place(maintenance);
    await runOn('2027-02-01', '2027-02-15');
    expect(await site.periods(id)).toHaveLength(1);
    await site.pay(id);
    // 4.84 for one day of January doesn't cover half of February, so it is refunded.
    expect([await site.stateOf(id), await site.periods(id)]).toEqual(['agreed', [['2027-02-15', '2027-02-28', 7500]]]);
    expect((await site.summaryOf(id)).owed).toBe(7500);
    await site.pay(id);
    expect(await site.stateOf(id)).toBe('in_progress');
    await runOn('2027-02-15', '2027-02-28');
    expect(await site.periods(id)).toEqual([['2027-02-15', '2027-02-28', 7500]]);
    await runOn('2027-03-01');
    expect((await site.periods(id)).at(-1)).toEqual(['2027-03-01', '2027-03-31', 15_000]);
  });

  it('is not invoiced while paused and pro rata when resumed', async () => {
    const id = await placeStartedOrder('2027-01-10');
    await pause(id);
    await expect(pause(id)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('term 14') });
    expect((await site.summaryOf(id)).nextAction).toEqual({
      by: 'none',
      message: 'The subscription is paused from 01 Feb 2027 until it’s resumed.',
    });
    await runOn('2027-02-01', '2027-03-15');
    expect(await site.periods(id)).toHaveLength(1);
    await resume(id);
    expect(await site.periods(id)).toEqual([
      ['2027-01-10', '2027-01-31', 10_645],
      ['2027-03-15', '2027-03-31', 8226],
    ]);
    await runOn('2027-04-01');
    expect((await site.periods(id)).at(-1)).toEqual(['2027-04-01', '2027-04-30', 15_000]);
    expect(await logOf(id)).toEqual([
      ['placed', 'client', null],
      ['activate_subscription', 'system', null],
      ['subscription_paused', 'client', '2027-02-01'],
      ['subscription_resumed', 'client', '2027-03-15'],
    ]);
  });

  it('continues unchanged if it is resumed before the pause starts', async () => {
    const id = await placeStartedOrder('2027-01-10');
    await pause(id);
    site.at('2027-01-20');
    await resume(id);
    expect(await site.periods(id)).toHaveLength(1);
    expect((await site.summaryOf(id)).subscription?.nextInvoice?.on.toString()).toBe('2027-02-01');
  });

  it('is invoiced for the month in which it was paused, even after a missed run', async () => {
    const id = await placeStartedOrder('2027-01-10');
    site.at('2027-02-03');
    await pause(id);
    await runOn('2027-03-01');
    expect(await site.periods(id)).toHaveLength(2);
    expect((await logOf(id)).at(-1)).toEqual(['subscription_paused', 'client', '2027-03-01']);
  });

  it('can be resumed by the owner but not by the client while an invoice is overdue', async () => {
    const id = await placeStartedOrder('2027-01-10');
    await runOn('2027-02-01');
    await pause(id);
    site.at('2027-03-05');
    await expect(resume(id)).rejects.toMatchObject({
      message: expect.stringContaining('before you resume the subscription. (Payment term 14.)'),
    });
    expect(await site.periods(id)).toHaveLength(2);
    await changeAs('owner', 'resume', id);
    expect(await site.periods(id)).toHaveLength(3);
  });

  it('ends after the invoiced period, and the order closes the next day', async () => {
    const id = await placeStartedOrder('2027-01-10');
    await cancel(id);
    expect((await site.summaryOf(id)).nextAction.message).toBe('The subscription is canceled and ends on 31 Jan 2027.');
    await expect(cancel(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(pause(id)).rejects.toMatchObject({
      message: expect.stringContaining('This subscription ends on 31 Jan 2027.'),
    });
    await runOn('2027-01-31');
    expect(await site.stateOf(id)).toBe('in_progress');
    await runOn('2027-02-01', '2027-03-01');
    expect([await site.stateOf(id), (await site.periods(id)).length]).toEqual(['closed', 1]);
    expect(await logOf(id)).toEqual([
      ['placed', 'client', null],
      ['activate_subscription', 'system', null],
      ['subscription_canceled', 'owner', '2027-01-31'],
      ['end_subscription', 'system', null],
    ]);
    await expect(keep(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('stays open after its end until the last invoice is paid', async () => {
    const id = await placeStartedOrder('2027-01-10');
    await runOn('2027-02-01');
    await cancel(id);
    await runOn('2027-03-01');
    expect(await site.stateOf(id)).toBe('in_progress');
    await site.pay(id);
    expect([await site.stateOf(id), (await site.periods(id)).length]).toEqual(['closed', 2]);
  });

  it('continues when its end is withdrawn in time', async () => {
    const id = await placeStartedOrder('2027-01-10');
    await expect(keep(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await cancel(id);
    site.at('2027-01-31');
    await keep(id);
    await runOn('2027-02-01');
    expect([await site.stateOf(id), (await site.periods(id)).length]).toEqual(['in_progress', 2]);
  });

  it('notifies the other party of changes and both of its end', async () => {
    const id = await placeStartedOrder('2027-01-10');
    await site.takeEmails();
    await pause(id);
    await changeAs('owner', 'resume', id);
    await cancel(id);
    await runOn('2027-02-01');
    const written = (await site.takeEmails()).filter(({ template }) => template === 'order_updated');
    expect(written.map(({ toEmail, subject }) => [toEmail, subject])).toEqual([
      ['mira@site.example', `Order ${id}: Subscription paused from 01 Feb 2027`],
      ['noor@client.example', `Order ${id}: Subscription resumed from 01 Feb 2027`],
      ['noor@client.example', `Order ${id}: Subscription canceled, ends on 31 Jan 2027`],
      ['noor@client.example', `Order ${id}: Subscription ended`],
      ['mira@site.example', `Order ${id}: Subscription ended`],
    ]);
  });

  it('ends immediately when paused', async () => {
    const id = await placeStartedOrder('2027-01-10');
    await pause(id);
    site.at('2027-02-10');
    await cancel(id);
    expect(await site.stateOf(id)).toBe('closed');
  });

  it('cannot be changed before it starts, after it ends or on other orders', async () => {
    site.at('2027-01-10');
    const agreed = await site.place(maintenance);
    const plan = await site.place({ ...maintenance, kind: 'plan' });
    for (const id of [agreed, plan]) {
      for (const change of [pause, resume, cancel, keep]) {
        await expect(change(id)).rejects.toMatchObject({ code: 'CONFLICT' });
      }
    }
    await expect(pause(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await logOf(agreed)).toEqual([['placed', 'client', null]]);
    await expect(site.take(await placeStartedOrder('2027-01-10'), 'end_subscription', 'owner')).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('cannot have overlapping periods in the database', async () => {
    const id = await placeStartedOrder('2027-01-10');
    const [document] = await site.payableDocuments(await site.place({ ...maintenance, kind: 'plan' }));
    const insert = (startsOn: string, endsOn: string) =>
      site.db.transaction(tx =>
        insertSubscriptionPeriod(tx, { orderId: id, startsOn, endsOn, invoiceId: document?.id ?? 0 }),
      );
    await expect(insert('2027-01-20', '2027-01-31')).rejects.toMatchObject({ cause: { code: '23505' } });
    await expect(insert('2027-02-01', '2027-02-27')).rejects.toMatchObject({ cause: { code: '23514' } });
    await expect(insert('2027-01-31', '2027-02-28')).rejects.toMatchObject({ cause: { code: '23514' } });
    expect(await site.periods(id)).toHaveLength(1);
  });
});
