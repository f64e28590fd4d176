import { beforeAll, describe, expect, it } from 'vitest';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import type { BillingSettings } from '#features/billing/contract/settings.ts';
import type { TaxReport } from '#features/billing/contract/tax-report.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { orderFixture, type PlacedOrder } from '../../support/order-fixture.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';
import { taxRateFixture } from '../../support/tax-rate-fixture.ts';

const fixture = orderFixture();
const { site, owner, read, asClient, asOwner, pay, supplyContent } = fixture;
const { requested, sendQuote, readForm, accept } = quoteFixture(site, owner);

const REDUCED = 'standard:700:VAT reduced';
const EXEMPT = 'exempt:0:Disbursement';
/** Costs 1,000 at 19%, 300 at 7% and 50 without tax; an option adds 100 at 7%. */
const LINES = [
  { description: 'Consulting', amount: '1000' },
  { description: 'Text', amount: '150', quantity: '2', unit: 'piece', tax: REDUCED },
  { description: 'Court fee', amount: '50', tax: EXEMPT },
  { description: 'Translation', amount: '100', tax: REDUCED, optional: 'on' },
];

beforeAll(async () => {
  const { currency: _currency, ...settings } = await getApi<BillingSettings>(
    site(),
    '/billing-settings',
    owner().cookie,
  );
  const taxRates = [
    taxRateFixture(),
    taxRateFixture({ name: 'VAT reduced', rate: '7' }),
    taxRateFixture({ name: 'Disbursement', rate: '0', category: 'exempt', note: 'Paid in your name.' }),
  ];
  const body = { ...settings, taxCountry: 'DE', taxBehavior: 'exclusive', taxRates };
  const answer = await postApi(site(), '/billing-settings', body, { cookie: owner().cookie, method: 'PUT' });
  expect(answer.statusCode, answer.body).toBe(200);
});

/** Accepts the quote with its option. */
async function agreed(changes: object = {}): Promise<PlacedOrder & { readonly signed: Order }> {
  const order = await requested();
  const answer = await sendQuote(order.number, { lineItems: LINES, ...changes });
  expect(answer.statusCode, answer.body).toBe(200);
  const signed = await getApi<Order>(site(), `/orders/${order.reference}?options=0`);
  const agreementHash = signed.quote?.agreementHash;
  expect((await accept(order.reference, { options: [0], agreementHash })).statusCode).toBe(200);
  await site().db.$client.query('delete from rate_limits');
  return { ...order, signed };
}

const applyTransition = async (order: PlacedOrder, transition: string, by = asOwner) =>
  expect((await by(order, '/transitions', { transition, reason: 'So it is.' })).statusCode).toBe(200);

async function started(order: PlacedOrder): Promise<void> {
  await pay(order);
  await supplyContent(order);
  await applyTransition(order, 'start_work');
}

async function completed(order: PlacedOrder): Promise<void> {
  await applyTransition(order, 'submit_for_review');
  await applyTransition(order, 'complete', asClient);
}

const listDocuments = async ({ number }: PlacedOrder) =>
  Promise.all(
    (await read(number)).billingDocuments
      .filter(({ kind }) => kind !== 'receipt')
      .map(async ({ path }) => {
        const address = path.replace('/document/', '/billing-documents/');
        return (await getApi<{ document: BillingDocument }>(site(), address)).document;
      }),
  );
const taxesOf = ({ taxSummary = [] }: BillingDocument) =>
  taxSummary.map(({ basisPoints, taxableAmount, taxAmount }) => [basisPoints, taxableAmount, taxAmount]);
/** Returns net and tax of each rate in the tax report. */
const readReport = async () => {
  const report = await getApi<TaxReport>(site(), '/tax-report?period=2027', owner().cookie);
  return Object.fromEntries(
    report.currencies.flatMap(({ taxes }) => taxes.map(({ tax, sum }) => [tax.key, [sum.net, sum.taxAmount]])),
  );
};

describe('a quote with a tax per line', () => {
  it('is signed, invoiced and reported with each tax', async () => {
    const order = await agreed();
    const { signed } = order;
    expect(signed).toMatchObject({ total: 166_800, taxNote: 'Exempt: Paid in your name.', tax: { basisPoints: 1900 } });
    expect(signed.taxes.map(({ basisPoints, taxableAmount, amount }) => [basisPoints, taxableAmount, amount])).toEqual([
      [1900, 100_000, 19_000],
      [700, 40_000, 2800],
      [0, 5000, 0],
    ]);
    expect(signed.lineItems.map(({ tax }) => tax?.basisPoints)).toEqual([1900, 700, 0, 700]);
    expect(signed.quote?.agreement).toContain(
      'Court fee (Exempt): $50.00\nTranslation (VAT reduced 7%): $100.00\nVAT 19% on $1,000.00: $190.00\n',
    );
    const before = await readReport();
    expect(before).toEqual({
      'standard 1900': [50_000, 9500],
      'standard 700': [20_000, 1400],
      'exempt 0': [2500, 0],
    });
    await started(order);
    await completed(order);
    const documents = await listDocuments(order);
    expect(documents.map(({ kind, total, lineItems }) => [kind, total, lineItems.length])).toEqual([
      ['deposit_invoice', 83_400, 7],
      ['balance_invoice', 83_400, 7],
    ]);
    for (const document of documents) {
      expect(taxesOf(document)).toEqual([
        [1900, 50_000, 9500],
        [700, 20_000, 1400],
        [0, 2500, 0],
      ]);
    }
    expect(await readReport()).toEqual({
      'standard 1900': [100_000, 19_000],
      'standard 700': [40_000, 2800],
      'exempt 0': [5000, 0],
    });
  });

  it('is read back unchanged, and refuses taxes that don’t apply with an error on the field', async () => {
    const { number } = await requested();
    expect((await readForm(number)).taxes.map(({ key }) => key)).toEqual(['standard:1900:VAT', REDUCED, EXEMPT]);
    expect((await sendQuote(number, { lineItems: LINES })).statusCode).toBe(200);
    expect((await readForm(number)).lineItems.map(({ tax }) => tax)).toEqual(['', REDUCED, EXEMPT, REDUCED]);
    const lineItems = [LINES[0], { ...LINES[1], tax: 'standard:1600:VAT' }];
    const { fields } = expectApiError(await sendQuote(number, { lineItems }), 'UNPROCESSABLE');
    expect(fields).toEqual({ 'lineItems.1.tax': 'This tax no longer applies. Choose another one.' });
  });

  it('can’t mix lines outside the scope of VAT with other taxes', async () => {
    const billing = { company: 'Holt Studio LLC', street: '410 Pine St', city: 'Seattle', country: 'US' };
    const { number } = await requested({ billing });
    expect((await readForm(number)).tax.category).toBe('outside_scope');
    const { fields } = expectApiError(await sendQuote(number, { lineItems: LINES.slice(0, 2) }), 'UNPROCESSABLE');
    expect(fields).toEqual({ 'lineItems.0.tax': 'Put lines outside the scope of VAT in a separate quote.' });
  });

  it('credits a declined surcharge for each tax, and keeps the amounts of milestones', async () => {
    const milestones = [
      { description: 'Draft', amount: '200', dueOn: '2027-05-01' },
      { description: 'Rest', dueOn: '2027-06-01' },
    ];
    const order = await agreed({ urgent: 'on', depositPercent: 90, milestones: milestones.slice(1) });
    const declined = await asOwner(order, '/urgent-delivery/decline', { reason: 'No capacity.' });
    expect(declined.statusCode, declined.body).toBe(200);
    const [deposit, note] = await listDocuments(order);
    if (!deposit || !note) throw new Error('A document is missing.');
    expect(taxesOf(deposit)).toEqual([
      [1900, 112_500, 21_375],
      [700, 45_000, 3150],
      [0, 5625, 0],
    ]);
    expect(taxesOf(note)).toEqual([
      [1900, -12_500, -2375],
      [700, -5000, -350],
      [0, -625, 0],
    ]);
    expect(await read(order.number)).toMatchObject({ total: 166_800, balance: 0, taxes: [{ amount: 19_000 }, {}, {}] });

    const other = await agreed({ milestones });
    const [draft] = other.signed.milestones;
    expect(Math.abs((draft?.amount ?? 0) - 20_000)).toBeLessThan(20);
    await started(other);
    await completed(other);
    const invoices = await listDocuments(other);
    expect(invoices.map(({ kind }) => kind)).toEqual(['deposit_invoice', 'installment_invoice', 'installment_invoice']);
    expect(invoices[1]?.total).toBe(draft?.amount);
    expect(invoices.reduce((sum, { total }) => sum + total, 0)).toBe(166_800);
  });

  it('is changed by lines with their own taxes', async () => {
    const order = await agreed();
    await started(order);
    const change = (tax: string) =>
      asOwner(order, '/change-orders', {
        lineItems: [
          { description: 'Hours', amount: '100' },
          { description: 'Second text', amount: '200', tax },
        ],
        extraDays: '0',
      });
    expect((await read(order.number)).changeTaxes.map(({ key }) => key)).toEqual([
      'standard:1900:VAT',
      REDUCED,
      EXEMPT,
    ]);
    expect((await read(order.reference)).changeTaxes).toEqual([]);
    const { fields } = expectApiError(await change('standard:1600:VAT'), 'UNPROCESSABLE');
    expect(fields).toEqual({ 'lineItems.1.tax': 'This tax no longer applies. Choose another one.' });
    expect((await change(REDUCED)).statusCode).toBe(200);
    const [open] = (await read(order.reference)).changeOrders;
    expect(open).toMatchObject({
      total: 33_300,
      taxes: [
        { basisPoints: 1900, amount: 1900 },
        { basisPoints: 700, amount: 1400 },
      ],
    });
    const answer = { answer: 'accept' };
    expect((await asClient(order, `/change-orders/${open?.id}/answer`, answer)).statusCode).toBe(200);
    await completed(order);
    const { total, taxes } = await read(order.number);
    expect(total).toBe(200_100);
    const documents = await listDocuments(order);
    expect(documents.map(document => document.total)).toEqual([83_400, 116_700]);
    expect(documents.map(taxesOf)[1]).toEqual([
      [1900, 60_000, 11_400],
      [700, 40_000, 2800],
      [0, 2500, 0],
    ]);
    expect(taxes.map(({ amount }) => amount)).toEqual([20_900, 4200, 0]);
  });

  it('is refunded in full with the taxes of its invoices', async () => {
    const order = await agreed();
    await pay(order);
    await applyTransition(order, 'refund');
    const [deposit, note] = await listDocuments(order);
    if (!deposit || !note) throw new Error('A document is missing.');
    expect(taxesOf(note)).toEqual(
      taxesOf(deposit).map(amounts => amounts.map((amount, at) => (at === 0 ? amount : 0 - (amount ?? 0)))),
    );
  });
});
