import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listProposedFees } from '#features/orders/late-fees/queries.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { getBillingPeriod, calculateProratedAmount } from '#features/orders/lifecycle/rules/subscription-periods.ts';
import { expectApiError, postApi } from '../../support/api-client.ts';
import { type DeadlineFixture, maintenance, deadlineFixture } from '../../support/order-deadline-fixture.ts';
import { resetDocumentDays } from '../../support/document-days.ts';
import { orderFixture } from '../../support/order-fixture.ts';
import { startFakeProviders } from '../../support/fake-payment-providers.ts';
import { createPaymentModel } from '../../support/payment-model.ts';

const perMonth = toMinorUnits(15_000);

let site: DeadlineFixture;
beforeAll(async () => (site = await deadlineFixture()));
afterAll(() => site.close());

/** Time zones with very different offsets, some at half hours, and with clock changes, some at midnight. */
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'America/Santiago',
  'Africa/Casablanca',
];

/** A minute of the day, often one that calendar code easily gets wrong, such as around midnight. */
const minute = fc.oneof(fc.constantFrom(0, 1, 60, 120, 150, 23 * 60, 23 * 60 + 59), fc.nat({ max: 24 * 60 - 1 }));
const late = fc.record({
  zone: fc.constantFrom(...zones),
  // Days of clock changes and ends of months, or any day of two years.
  day: fc.oneof(
    fc.constantFrom('2027-03-13', '2027-03-28', '2027-04-03', '2027-09-04', '2027-10-31', '2027-11-06', '2028-02-29'),
    fc.nat({ max: 700 }).map(days => Temporal.PlainDate.from('2027-01-01').add({ days }).toString()),
  ),
  minute,
  daysLate: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 70 })),
  paidMinute: minute,
});

/** Returns the days that are invoiced and not credited, and their price. */
async function invoicedOf(id: number): Promise<{ days: [from: string, until: string][]; price: number }> {
  const { rows } = await site.db.$client.query<{ days: [string, string][]; price: number }>(
    `select
      (select json_agg(json_build_array(starts_on, ends_on) order by starts_on)
        from subscription_periods where order_id = $1) as days,
      (select sum(e.amount)::int from ledger_entries e join billing_documents d on d.id = e.billing_document_id
        where d.order_id = $1 and e.kind in ('invoiced', 'credited')) as price`,
    [id],
  );
  return rows[0] ?? { days: [], price: 0 };
}

describe('term 14: service paid late, in any time zone', () => {
  it('begins on the payment day without a late fee or second invoice', async () => {
    await fc.assert(
      fc.asyncProperty(late, async ({ zone, day, minute: at, daysLate, paidMinute }) => {
        await resetDocumentDays(site.db);
        await site.inZone(zone);
        const local = (date: Temporal.PlainDate, minutes: number) =>
          date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from('00:00').add({ minutes }) });
        const clock = (time: Temporal.ZonedDateTime) => site.at(time.toInstant().toString());
        const orderedOn = Temporal.PlainDate.from(day);
        const ordered = local(orderedOn, at);
        let paid = local(orderedOn.add({ days: daysLate }), paidMinute);
        if (Temporal.ZonedDateTime.compare(paid, ordered) < 0) paid = ordered;
        // Where clocks skip an hour, the requested time may be on the next day.
        const paidOn = paid.toPlainDate();
        clock(ordered);
        const id = await site.place(maintenance);
        clock(paid);
        await site.run();
        expect((await site.summaryOf(id)).lateFees).toEqual([]);
        await site.pay(id);
        // An invoice that was too small for the rest of this month is replaced, and the new one is paid.
        if ((await site.stateOf(id)) === 'agreed') await site.pay(id);
        expect(await site.stateOf(id)).toBe('in_progress');
        const price = calculateProratedAmount(getBillingPeriod(paidOn), perMonth);
        const until = paidOn.with({ day: paidOn.daysInMonth });
        const evening = paidOn.add({ days: 1 }).toZonedDateTime(zone).subtract({ seconds: 1 });
        // The end of the month would also show what the payment or a run on the first evening added.
        for (const time of [evening, until.add({ days: 1 }).toZonedDateTime(zone).subtract({ seconds: 1 })]) {
          if (Temporal.ZonedDateTime.compare(time, paid) < 0) continue;
          clock(time);
          await site.run();
        }
        expect(await invoicedOf(id)).toEqual({ days: [[paidOn.toString(), until.toString()]], price });
        expect(await site.summaryOf(id)).toMatchObject({ owed: 0, lateFees: [] });
        clock(until.add({ days: 1 }).toZonedDateTime(zone));
        await site.run();
        const invoiced = await invoicedOf(id);
        expect([invoiced.price, invoiced.days.length]).toEqual([price + perMonth, 2]);
        await site.setOrder(id, { status: 'closed' });
      }),
      { numRuns: 40 },
    );
  }, 240_000);
});

describe('a service that hasn’t been paid for', () => {
  it('gets no late fee on the dashboard, and no warning of one', async () => {
    await resetDocumentDays(site.db);
    await site.inZone('UTC');
    site.at('2027-03-01');
    const id = await site.place(maintenance);
    await site.takeEmails();
    for (const day of ['2027-03-02', '2027-03-08', '2027-03-09']) {
      site.at(day);
      await site.run();
    }
    expect((await site.summaryOf(id)).lateFees).toEqual([]);
    const { items } = await listProposedFees(site.db, { today: '2027-03-09', timeZone: 'UTC' }, 1000);
    expect(items.filter(({ orderId }) => orderId === id)).toEqual([]);
    const written = (await site.takeEmails()).filter(({ subject }) => subject.includes('overdue'));
    expect(written.map(({ template }) => template)).toEqual(['payment_overdue']);
    expect(written.map(({ text }) => text).join('\n')).not.toContain('late fee');
    await site.setOrder(id, { status: 'closed' });
  });
});

describe('card payment', () => {
  let providers: Awaited<ReturnType<typeof startFakeProviders>>;
  const fixture = orderFixture({ environment: async () => (providers = await startFakeProviders()).environment });
  const { placeOrder, read, passDays } = fixture;
  afterAll(() => providers.close());
  const model = createPaymentModel(fixture.site, () => providers);
  const amounts = () => model.rowsOf<{ amount: string }>(`select amount from payments where status = 'pending'`);

  it('charges only the remaining days of the month', async () => {
    await passDays(0);
    const order = await placeOrder('maintenance', { kind: 'service' });
    expect((await read(order.reference)).summary.amountDue).toBe(15_000);
    // 21 March: 11 of 31 days are left.
    await passDays(20);
    await model.begin(await read(order.reference), 'stripe');
    const rest = calculateProratedAmount(getBillingPeriod(Temporal.PlainDate.from('2027-03-21')), perMonth);
    expect((await amounts()).map(({ amount }) => Number(amount))).toEqual([rest]);
    model.pay(0);
    await model.deliver(0, 1);
    const paid = await read(order.reference);
    expect(paid).toMatchObject({ status: 'in_progress', summary: { amountDue: 0, lateFees: [] } });
    expect(paid.payments.map(({ amount, refunded }) => [amount, refunded])).toEqual([[rest, 0]]);
    expect(paid.billingDocuments.map(({ kind }) => kind).filter(kind => kind === 'invoice')).toHaveLength(1);
  });

  it('is refused and names the new invoice when the invoiced days have passed', async () => {
    model.reset();
    await passDays(0);
    const order = await placeOrder('maintenance', { kind: 'service' });
    const old = await read(order.reference);
    await passDays(45);
    const [document] = old.billingDocuments;
    const path = `/billing-documents${document?.path.slice('/document'.length)}/payments`;
    const refused = await postApi(fixture.site(), path, { method: 'stripe' });
    expectApiError(refused, 'CONFLICT');
    const { summary } = await read(order.reference);
    expect(refused.body).toContain(`Invoice ${summary.nextPayment?.document} replaces it`);
    expect(summary.nextPayment?.document).not.toBe(document?.number);
    // 15 April: 16 of 30 days are left.
    expect(summary.amountDue).toBe(8000);
    expect(await amounts()).toEqual([]);
  });
});
