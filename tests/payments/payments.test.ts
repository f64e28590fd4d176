import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectPayment } from '#features/payments/actions/payments.ts';
import { completeRefund } from '#features/payments/actions/refunds.ts';
import { recordProviderEvent } from '#features/payments/queries/payments.ts';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import { ledgerEntries } from '#features/billing/tables.ts';
import { providerEvents, refunds } from '#features/payments/tables.ts';
import { now, billingFixture, countOutcomes } from '../support/billing-fixture.ts';

let site: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => (site = await billingFixture()));
afterAll(() => site.close());

describe('payment', () => {
  it('reported manually waits for the owner and counts once', async () => {
    const invoice = await site.issue(1000);
    const payment = await site.pay(invoice.id);
    expect([payment.status, payment.amount]).toEqual(['in_review', 1000]);
    expect(await getAmountDue(site.db, invoice.id)).toBe(1000);
    const settled = await Promise.all(Array.from({ length: 20 }, () => site.confirm(payment.id)));
    expect(settled.filter(Boolean)).toHaveLength(1);
    expect(await getAmountDue(site.db, invoice.id)).toBe(0);
    expect(await site.db.transaction(tx => rejectPayment(tx, now, payment.id, 'It is not there.'))).toBeUndefined();
  });

  it('does not count when rejected and can be reported again', async () => {
    const invoice = await site.issue(1000);
    const payment = await site.pay(invoice.id, 'TRX-7');
    expect(await site.db.transaction(tx => rejectPayment(tx, now, payment.id, 'It is not there.'))).toMatchObject({
      status: 'rejected',
      failureReason: 'It is not there.',
    });
    expect(await site.confirm(payment.id)).toBe(false);
    expect(await getAmountDue(site.db, invoice.id)).toBe(1000);
    expect((await site.pay(invoice.id, 'trx-7')).status).toBe('in_review');
  });

  it('is created once per reference, ignoring case, across tabs and documents', async () => {
    const [one, other] = [await site.issue(1000), await site.issue(500)];
    const { done, failed } = await countOutcomes([
      site.pay(one.id, 'TRX-9', 'bkash'),
      site.pay(other.id, 'trx-9', 'bkash'),
      site.pay(one.id, 'TRX-9', 'bkash'),
    ]);
    expect([done, failed]).toEqual([1, ['CONFLICT', 'CONFLICT']]);
    // References only need to be unique per method.
    expect((await site.pay(other.id, 'TRX-9', 'bank_transfer')).amount).toBe(500);
  });
});

describe('refund', () => {
  it('is created once for fifty simultaneous requests', async () => {
    const { payment } = await site.paid(1000);
    const { done, failed } = await countOutcomes(Array.from({ length: 50 }, () => site.refund(payment.id, 1000)));
    expect([done, new Set(failed)]).toEqual([1, new Set(['CONFLICT'])]);
    expect(await site.db.$count(refunds, sql`payment_id = ${payment.id}`)).toBe(1);
  });

  it('is limited to the amount paid and makes it due again', async () => {
    const { invoice, payment } = await site.paid(1000);
    const first = await site.refund(payment.id, 400);
    await expect(site.refund(payment.id, 601)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await getAmountDue(site.db, invoice.id)).toBe(0);
    const finished = await Promise.all(
      Array.from({ length: 10 }, () => site.db.transaction(tx => completeRefund(tx, now, first, null))),
    );
    expect(finished.filter(Boolean)).toHaveLength(1);
    expect(await getAmountDue(site.db, invoice.id)).toBe(400);
    await site.refund(payment.id, 600);
  });

  it('requires a settled payment and an amount', async () => {
    const invoice = await site.issue(1000);
    const payment = await site.pay(invoice.id);
    await expect(site.refund(payment.id, 1)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(site.refund(999_999, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await site.confirm(payment.id);
    await expect(site.refund(payment.id, 0)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(site.refund(payment.id, -1)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('provider event', () => {
  it('is recorded once for a hundred deliveries', async () => {
    const event = { provider: 'stripe', eventId: 'evt_1' };
    const taken = await Promise.all(
      Array.from({ length: 100 }, () => site.db.transaction(tx => recordProviderEvent(tx, now, event))),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await site.db.transaction(tx => recordProviderEvent(tx, now, { ...event, provider: 'paypal' }))).toBe(true);
  });

  it('is recorded on redelivery after a rollback', async () => {
    const event = { provider: 'stripe', eventId: 'evt_2' };
    const broken = site.db.transaction(async tx => {
      await recordProviderEvent(tx, now, event);
      throw new Error('Ended halfway.');
    });
    await expect(broken).rejects.toThrow('Ended halfway.');
    expect(await site.db.transaction(tx => recordProviderEvent(tx, now, event))).toBe(true);
  });

  it('cannot be deleted', async () => {
    await expect(site.db.delete(providerEvents)).rejects.toMatchObject({ cause: { code: '23000' } });
  });
});

describe('ledger', () => {
  const walks = fc.array(
    fc.tuple(
      fc.constantFrom('issue', 'credit', 'pay', 'confirm', 'reject', 'refund', 'finish'),
      fc.nat({ max: 5 }),
      fc.integer({ min: 1, max: 2000 }),
    ),
    { minLength: 10, maxLength: 40 },
  );

  it('balances invoices, credits, payments and refunds for random sequences', async () => {
    await fc.assert(
      fc.asyncProperty(walks, async walk => {
        const invoices = [await site.issue(1000)];
        const paymentIds: number[] = [];
        const refundIds: number[] = [];
        for (const [step, place, amount] of walk) {
          const invoice = invoices[place % invoices.length];
          const payment = paymentIds[place % Math.max(1, paymentIds.length)] ?? 0;
          const refund = refundIds[place % Math.max(1, refundIds.length)] ?? 0;
          if (!invoice) continue;
          const steps = {
            issue: async () => invoices.push(await site.issue(amount)),
            credit: () => site.creditOf(invoice, amount),
            pay: async () => paymentIds.push((await site.pay(invoice.id)).id),
            confirm: () => site.confirm(payment),
            reject: () => site.db.transaction(tx => rejectPayment(tx, now, payment, 'No.')),
            refund: async () => refundIds.push(await site.refund(payment, amount)),
            finish: () => site.db.transaction(tx => completeRefund(tx, now, refund, null)),
          };
          // A rejected step must not change the totals.
          const { failed } = await countOutcomes([steps[step]()]);
          expect(failed.filter(code => code !== 'CONFLICT' && code !== 'NOT_FOUND')).toEqual([]);
        }
        for (const { id, total } of invoices) {
          const { credited, received, refunded } = await movements(id);
          expect(await getAmountDue(site.db, id)).toBe(total + credited - received + refunded);
          expect(total + credited).toBeGreaterThanOrEqual(0);
          expect(received - refunded).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 12 },
    );
    expect(await site.db.$count(ledgerEntries, sql`kind = 'refunded'`)).toBeGreaterThan(0);
  });
});

/** Returns a document's movements from the other tables. */
async function movements(id: number) {
  const { rows } = await site.db.execute<{ credited: number; received: number; refunded: number }>(sql`
    select
      (select coalesce(sum(total), 0)::int from billing_documents where related_document_id = ${id}) as credited,
      (select coalesce(sum(amount), 0)::int from payments where billing_document_id = ${id} and status = 'confirmed') as received,
      (select coalesce(sum(given.amount), 0)::int from refunds given join payments on payments.id = given.payment_id
        where payments.billing_document_id = ${id} and given.status = 'succeeded') as refunded`);
  return rows[0] ?? { credited: 0, received: 0, refunded: 0 };
}
