import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPayableDocuments } from '#features/billing/queries/ledger.ts';
import { payableKinds } from '#features/billing/rules/documents.ts';
import { lateFeeWaivers } from '#features/billing/tables.ts';
import { applyAutomaticLateFees, resolveLateFee } from '#features/orders/late-fees/actions.ts';
import { insertOrder, listOrderEvents } from '#features/orders/lifecycle/queries/orders.ts';
import { issueFirstInvoice } from '#features/orders/lifecycle/actions/create-order.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { billingFixture, countOutcomes } from '../../support/billing-fixture.ts';
import { DEFAULT_PAYMENT_TERMS, toNoon, createOrderRow } from '../../support/order-factory.ts';
import { resetDocumentDays } from '../../support/document-days.ts';

let site: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => (site = await billingFixture()));
afterAll(() => site.close());
beforeEach(() => resetDocumentDays(site.db));

const on = (day: string) => site.issuingAt(toNoon(day));
const payableDocuments = (orderId: number) => listPayableDocuments(site.db, orderId, payableKinds);

/** An order whose deposit of 50.00 was due on 1 March. */
async function unpaid(lateFees: 'manual' | 'automatic' = 'manual') {
  const agreedTerms = {
    settings: { ...DEFAULT_PAYMENT_TERMS, lateFeeMode: lateFees },
    texts: [{ number: 6 as const, text: 'A fee of 5%.' }],
  };
  const order = await site.db.transaction(async tx => {
    const row = await insertOrder(tx, createOrderRow({ agreedTerms, total: toMinorUnits(10_000) }));
    await issueFirstInvoice(tx, on('2027-03-01'), row);
    return row;
  });
  const [deposit] = await payableDocuments(order.id);
  return { orderId: order.id, invoice: deposit?.id ?? 0 };
}
const apply = (day: string, about: { orderId: number; invoice: number }) =>
  site.db.transaction(tx => resolveLateFee(tx, on(day), { ...about, actorId: null, decision: 'apply' }));
const waive = (day: string, about: { orderId: number; invoice: number }) =>
  site.db.transaction(tx =>
    resolveLateFee(tx, on(day), { ...about, actorId: null, decision: 'waive', reason: 'An old client.' }),
  );
const run = (day: string, orderId: number) => site.db.transaction(tx => applyAutomaticLateFees(tx, on(day), orderId));

describe('term 6: late fee', () => {
  it('is issued once, on a separate invoice, and never on a fee', async () => {
    const about = await unpaid();
    await expect(apply('2027-03-08', about)).rejects.toMatchObject({ code: 'CONFLICT' });
    const { done, failed } = await countOutcomes(Array.from({ length: 20 }, () => apply('2027-03-09', about)));
    expect([done, new Set(failed)]).toEqual([1, new Set(['CONFLICT'])]);
    expect((await payableDocuments(about.orderId)).map(({ kind, total, dueOn }) => [kind, total, dueOn])).toEqual([
      ['deposit_invoice', 5000, '2027-03-01'],
      ['late_fee_invoice', 250, '2027-03-16'],
    ]);
    // Neither a second fee nor a fee on the fee.
    await expect(apply('2028-03-09', about)).rejects.toMatchObject({ code: 'CONFLICT' });
    const [, fee] = await payableDocuments(about.orderId);
    await expect(apply('2028-03-09', { ...about, invoice: fee?.id ?? 0 })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('is not charged after it was waived', async () => {
    const about = await unpaid();
    await expect(waive('2027-03-08', about)).rejects.toMatchObject({ code: 'CONFLICT' });
    await waive('2027-03-09', about);
    await expect(apply('2027-03-10', about)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(waive('2027-03-10', about)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await payableDocuments(about.orderId)).map(({ kind, lateFee }) => [kind, lateFee])).toEqual([
      ['deposit_invoice', 'waived'],
    ]);
    expect(await site.db.$count(lateFeeWaivers)).toBe(1);
  });

  it('waits for the owner unless set to automatic', async () => {
    const { orderId } = await unpaid();
    expect(await run('2027-05-01', orderId)).toBe(0);
    expect(await payableDocuments(orderId)).toHaveLength(1);
  });

  it('is charged once automatically, even after missed runs', async () => {
    const { orderId } = await unpaid('automatic');
    expect(await run('2027-03-08', orderId)).toBe(0);
    const days = ['2027-05-01', '2027-05-01', '2027-05-02', '2028-01-01'];
    const added: number[] = [];
    for (const day of days) added.push(await run(day, orderId));
    expect(added).toEqual([1, 0, 0, 0]);
    expect((await payableDocuments(orderId)).map(({ total }) => total)).toEqual([5000, 250]);
    const charged = { type: 'late_fee_charged', actor: 'system', details: { amount: 250 } };
    expect(await listOrderEvents(site.db, orderId)).toMatchObject([charged]);
  });

  it('is refused for another order’s document or an unknown order', async () => {
    const [one, other] = [await unpaid(), await unpaid()];
    const mixed = { orderId: one.orderId, invoice: other.invoice };
    await expect(apply('2027-05-01', mixed)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(apply('2027-05-01', { ...one, orderId: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await payableDocuments(one.orderId)).toHaveLength(1);
  });
});
