import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeDocumentAsEInvoice } from '#features/billing/actions/e-invoices.ts';
import type { BillingSettings } from '#features/billing/contract/settings.ts';
import type { MoneyReport } from '#features/billing/contract/money-report.ts';
import type { AccountStatement } from '#features/billing/contract/statement.ts';
import type { TaxReport } from '#features/billing/contract/tax-report.ts';
import { payableKinds } from '#features/billing/rules/documents.ts';
import { billingDocuments, ledgerEntries } from '#features/billing/tables.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import { EMPTY_LINE } from '#features/invoicing/contract/constants.ts';
import type { Draft } from '#features/invoicing/contract/index.ts';
import { getApi, postApi, requestApi } from '../support/api-client.ts';
import { paymentFixture } from '../support/payment-site-fixture.ts';
import { processOrders, type SimulatedOrder, simulateOrder } from '../support/simulated-orders.ts';
import { taxRateFixture } from '../support/tax-rate-fixture.ts';
import { createSignedInUser } from '../support/user-factory.ts';

let fixture: Awaited<ReturnType<typeof paymentFixture>>;
let cookie: string;
beforeAll(async () => {
  fixture = await paymentFixture();
  fixture.clock.now = Temporal.Instant.from('2026-01-02T12:00:00Z');
  ({ cookie } = await createSignedInUser(fixture.site, { role: 'owner' }));
  await fixture.db.$client.query(`update sessions set expires_at = '2028-01-01', absolute_expires_at = '2028-01-01'`);
});
afterAll(() => fixture.close());

/** Returns pseudorandom numbers that are the same in each run (a linear congruential generator). */
function createRandom(seed: number) {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  return {
    below: (count: number) => Math.floor(next() * count),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
    /** Returns true in this percentage of calls. */
    isIn: (percent: number) => next() * 100 < percent,
  };
}
const random = createRandom(2026);

async function send<Answer>(path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<Answer> {
  const answer = await postApi(fixture.site, path, body, { cookie, method });
  expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300);
  return answer.json<Answer>();
}
const get = <Answer>(path: string) => getApi<Answer>(fixture.site, path, cookie);

/** Clients of three countries: at home, in the EU with a VAT ID, and outside. */
const countries = [
  { country: 'DE', city: 'Berlin', postalCode: '10119', taxId: (place: number) => `DE${123_456_700 + place}` },
  { country: 'FR', city: 'Paris', postalCode: '75002', taxId: (place: number) => `FR12${345_678_900 + place}` },
  { country: 'US', city: 'Portland', postalCode: '04101', taxId: () => '' },
] as const;
const emailOf = (place: number) => `client${place}@site.example`;

async function setUp() {
  const {
    currency: _currency,
    taxName: _name,
    taxRate: _rate,
    ...settings
  } = await get<BillingSettings>('/billing-settings');
  const taxRates = [
    taxRateFixture({ validUntil: '2026-06-30' }),
    taxRateFixture({ rate: '21', validFrom: '2026-07-01' }),
    taxRateFixture({ name: 'VAT reduced', rate: '7' }),
  ];
  const seller = { taxId: 'DE811907980', taxCountry: 'DE', street: 'Torstraße 1', postalCode: '10119', city: 'Berlin' };
  await send('/billing-settings', { ...settings, ...seller, taxBehavior: 'exclusive', taxRates }, 'PUT');
  const ids: { id: number; country: string }[] = [];
  for (let place = 0; place < 40; place += 1) {
    const { taxId, ...address } = countries[place < 20 ? 0 : place < 30 ? 1 : 2];
    const billing = { ...EMPTY_DETAILS, ...address, company: `Client ${place}`, street: '1 Road', taxId: taxId(place) };
    const { id } = await send<{ id: number }>('/clients', { name: `C ${place}`, emails: [emailOf(place)], billing });
    ids.push({ id, country: address.country });
  }
  return ids;
}

async function issue({ id: clientId, country }: { id: number; country: string }) {
  const { id } = await send<{ id: number }>('/invoice-drafts', { clientId });
  const { version, content, taxes } = await get<Draft>(`/invoice-drafts/${id}`);
  const lines = Array.from({ length: 1 + random.below(3) }, () => ({
    ...EMPTY_LINE,
    description: 'Work',
    quantity: random.pick(['1', '2.5', '7.25', '0.33']),
    unit: random.pick(['hour', 'day', ''] as const),
    unitPrice: `${1 + random.below(900)}.${10 + random.below(90)}`,
    discount: random.pick(['', '', '10%', '0.50']),
    tax: country === 'DE' && random.isIn(30) ? (taxes.find(({ label }) => label.includes('reduced'))?.key ?? '') : '',
  }));
  const currency = country === 'US' && random.isIn(50) ? 'USD' : 'EUR';
  const taxBehavior = country === 'DE' && random.isIn(30) ? 'inclusive' : 'exclusive';
  const changed = { ...content, currency, taxBehavior, lines, discount: random.pick(['', '', '5%']) };
  const saved = await send<{ version: number }>(`/invoice-drafts/${id}`, { version, content: changed }, 'PUT');
  const { number } = await send<{ number: string }>(`/invoice-drafts/${id}/send`, saved);
  const [document] = await fixture.db.select().from(billingDocuments).where(eq(billingDocuments.number, number));
  if (!document) throw new Error(`Invoice ${number} is missing.`);
  return document;
}
type Invoice = Awaited<ReturnType<typeof issue>>;

const decimal = (minor: number) => (minor / 100).toFixed(2);
const today = () => fixture.clock.now.toString().slice(0, 10);

async function record({ number }: Invoice, amount: number) {
  const body = { amount: decimal(amount), receivedOn: today(), method: 'bank_transfer', sendsReceipt: false };
  return send<{ id: number }>(`/invoices/${number}/payments`, body);
}

/** Pays by card at the fake provider. Returns its charge. */
async function payByCard(invoice: Invoice): Promise<string> {
  const { id, reference } = await fixture.begin(invoice, 'stripe');
  expect((await fixture.deliver(fixture.payAt('stripe', reference))).statusCode).toBe(200);
  return (await fixture.paymentOf(id)).providerChargeId ?? '';
}

/** Settles an invoice: usually with a payment, sometimes in parts, refunded, voided, credited or written off. */
async function settle(invoice: Invoice): Promise<void> {
  const { number, total } = invoice;
  if (random.isIn(20)) return;
  if (random.isIn(12)) {
    await send(`/creditable-invoices/${number}/credit-notes`, {
      amount: decimal(1 + random.below(total)),
      reason: 'Price reduced',
    });
    return;
  }
  if (random.isIn(10)) {
    await payByCard(invoice);
    return;
  }
  const part = random.isIn(30) && total > 200 ? 100 + random.below(total - 200) : total;
  const { id } = await record(invoice, part);
  if (part < total && random.isIn(60)) await record(invoice, total - part);
  else if (part < total && random.isIn(50)) {
    await send(`/invoices/${number}/write-offs`, { amount: decimal(total - part), reason: 'Small rest' });
  } else if (random.isIn(8)) {
    await send(`/payments/${id}/void`, { reason: 'Wrong invoice', notifiesClient: false });
  } else if (random.isIn(9)) {
    const amount = decimal(1 + random.below(part));
    const decision = random.pick(['credited', 'owed']);
    const refund = await send<{ id: number }>(`/payments/${id}/refunds`, { amount, reason: 'Goodwill', decision });
    await send(`/refunds/${refund.id}/mark-sent`, { reference: `R-${refund.id}` });
  }
}

/** Pays by card, and disputes the payment. */
async function dispute(invoice: Invoice): Promise<void> {
  const charge = await payByCard(invoice);
  const { total, currency } = invoice;
  const object = { id: 'dp_1', object: 'dispute', payment_intent: charge, amount: total, status: 'needs_response' };
  fixture.providers.stripe.announce('charge.dispute.created', { ...object, currency: currency.toLowerCase() });
  for (const event of fixture.providers.takeWebhooks()) {
    expect((await fixture.deliver(event)).statusCode).toBe(200);
  }
}

/** Orders by quote; `place` is the client's index, and each country has some. */
const orderPlans: readonly (Omit<SimulatedOrder, 'clientId'> & { readonly place: number })[] = [
  { place: 1, depositPercent: 50, options: ['300', '99.99'], chosen: [0], discount: '10%' },
  { place: 21, depositPercent: 50, options: ['300', '99.99'], chosen: [], discount: '7.50' },
  { place: 31, currency: 'USD', depositPercent: 33, options: ['300.01', '1.01'], chosen: [0, 1] },
  { place: 2, depositPercent: 0, milestones: ['333.33', '25%'] },
  { place: 22, depositPercent: 30, milestones: ['12.5%', '100'], dueEvery: 100 },
  {
    place: 3,
    depositPercent: 20,
    options: ['250.55', '80'],
    chosen: [1],
    milestones: ['20%', '199.99'],
    discount: '3%',
  },
  { place: 4, depositPercent: 15, options: ['400'], chosen: [0], milestones: ['300', '10%'], raisedBy: '123.45' },
  { place: 5, depositPercent: 0, isUrgent: true, milestones: ['1000', '800'], ending: 'surcharge_declined' },
  { place: 6, depositPercent: 25, milestones: ['30%'], ending: 'canceled' },
  { place: 32, currency: 'USD', depositPercent: 10, milestones: ['30%'], ending: 'refunded' },
];

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const minorIn = (xml: string, element: string) =>
  Math.round(Number(new RegExp(`<ram:${element}[^>]*>([\\d.-]+)<`).exec(xml)?.[1] ?? 0) * 100);

it('agrees to the cent after a year in ledger, money report, taxes, statements, e-invoices and DATEV', {
  timeout: 180_000,
}, async () => {
  const clients = await setUp();
  const waiting = [...orderPlans];
  const orders = new Set<ReturnType<typeof simulateOrder>>();
  for (let place = 0; place < 200; place += 1) {
    fixture.clock.now = Temporal.Instant.from('2026-01-02T12:00:00Z').add({ hours: Math.floor(place * 1.8) * 24 });
    if (place % 20 === 0) await fixture.cleanUp();
    const invoice = await issue(clients[place % 40] ?? random.pick(clients));
    if (place === 77) await dispute(invoice);
    else await settle(invoice);
    const plan = place % 12 === 10 ? waiting.shift() : undefined;
    if (plan) orders.add(simulateOrder({ ...fixture, cookie }, { ...plan, clientId: clients[plan.place]?.id ?? 0 }));
    if (place % 25 === 0) await processOrders(fixture.site);
    if (place % 3 !== 0) continue;
    for (const order of orders) if ((await order.next()).done) orders.delete(order);
  }
  expect([waiting.length, orders.size]).toEqual([0, 0]);
  fixture.clock.now = Temporal.Instant.from('2026-12-31T12:00:00Z');

  const { db } = fixture;
  const documents = await db.select().from(billingDocuments);
  const entries = await db
    .select({ kind: ledgerEntries.kind, amount: ledgerEntries.amount, currency: billingDocuments.currency })
    .from(ledgerEntries)
    .innerJoin(billingDocuments, eq(billingDocuments.id, ledgerEntries.billingDocumentId));
  const statements: AccountStatement[] = [];
  for (let place = 0; place < 40; place += 1) {
    statements.push(await get(`/account-statement?email=${emailOf(place)}&from=2026-01-01&to=2026-12-31`));
  }
  const money = await get<MoneyReport>('/money-report?period=2026');
  const byInvoice = await get<TaxReport>('/tax-report?period=2026&basis=invoice');
  const byPayment = await get<TaxReport>('/tax-report?period=2026&basis=payment');
  const datev = { consultantNumber: '1001', clientNumber: '1', chart: 'SKR03', debtorAccount: '10000' };
  await send('/datev-settings', datev, 'PUT');
  const bookings = (await requestApi(fixture.site, '/tax-report.datev.csv?period=2026', cookie)).body
    .trimEnd()
    .split('\r\n')
    .slice(2)
    .map(row => row.split(';'));

  expect(documents.filter(({ kind }) => kind === 'invoice')).toHaveLength(200);
  expect(new Set(documents.map(({ kind }) => kind))).toEqual(
    new Set(['invoice', 'deposit_invoice', 'installment_invoice', 'balance_invoice', 'receipt', 'credit_note']),
  );
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(
    new Set(['invoiced', 'paid', 'credited', 'refunded', 'voided', 'written_off', 'held']),
  );
  for (const currency of ['EUR', 'USD']) {
    const own = documents.filter(document => document.currency === currency);
    const invoices = own.filter(({ kind }) => payableKinds.includes(kind));
    const creditNotes = own.filter(({ kind }) => kind === 'credit_note');
    const invoiced = sum(invoices.map(({ total }) => total));
    const credited = sum(creditNotes.map(({ total }) => total));
    const ledger = entries.filter(entry => entry.currency === currency);
    const received = -sum(
      ledger
        .filter(({ kind }) => ['paid', 'voided', 'refunded', 'reinstated'].includes(kind))
        .map(({ amount }) => amount),
    );

    const report = money.currencies.find(one => one.currency === currency);
    expect(report?.current, currency).toMatchObject({ invoiced, credited: -credited, received });
    expect(sum(report?.received ?? []), currency).toBe(received);
    expect(sum(report?.clients.items.map(one => one.received) ?? []) + (report?.clients.others.received ?? 0)).toBe(
      received,
    );
    const closing = statements.flatMap(({ accounts }) => accounts.filter(one => one.currency === currency));
    const owed = sum(closing.map(({ closingBalance }) => closingBalance));
    expect(owed, currency).toBe(sum(ledger.map(({ amount }) => amount)));
    const outstanding = sum(Object.values(report?.aging ?? {}));
    const balances = await db.$client.query<{ owed: string }>(
      `select sum(owed) filter (where owed > 0) as owed from document_balances
        join billing_documents on billing_documents.id = document_id where currency = $1`,
      [currency],
    );
    expect(outstanding, currency).toBe(Number(balances.rows[0]?.owed));

    const taxesOf = ({ currencies }: TaxReport) => currencies.find(one => one.currency === currency)?.taxes ?? [];
    const sums = taxesOf(byInvoice).map(tax => tax.sum);
    expect(sum(sums.flatMap(({ net, taxAmount }) => [net, taxAmount])), currency).toBe(invoiced + credited);
    expect(sum(taxesOf(byPayment).flatMap(tax => [tax.sum.net, tax.sum.taxAmount])), currency).toBe(received);
    const booked = bookings.filter(row => row[2] === `"${currency}"`);
    expect(
      sum(booked.map(([amount = '', side]) => (side === '"S"' ? 1 : -1) * Number(amount.replace(',', '')))),
      currency,
    ).toBe(invoiced + credited);

    let [total, tax] = [0, 0];
    for (const { kind, content } of [...invoices, ...creditNotes]) {
      const xml = await writeDocumentAsEInvoice(db, content, 'factur_x');
      const sign = kind === 'credit_note' ? -1 : 1;
      total += sign * (minorIn(xml, 'GrandTotalAmount') + minorIn(xml, 'RoundingAmount'));
      tax += sign * minorIn(xml, 'TaxTotalAmount');
    }
    expect([total, tax], currency).toEqual([invoiced + credited, sum(sums.map(({ taxAmount }) => taxAmount))]);
  }
  const rates = new Set(byInvoice.currencies.flatMap(({ taxes }) => taxes.map(({ tax }) => tax.key)));
  for (const key of ['standard 1900', 'standard 2100', 'standard 700', 'reverse_charge 0', 'outside_scope 0']) {
    expect(rates).toContain(key);
  }
});
