import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillingSettings } from '#features/billing/contract/settings.ts';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import { billingDocuments } from '#features/billing/tables.ts';
import type { PaymentSummary } from '#features/payments/contract/checkout.ts';
import type { PaymentsNeedingAttention } from '#features/payments/contract/review.ts';
import { parseCsv } from '#shared/csv.ts';
import { eq } from 'drizzle-orm';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import type { IssuedDocument } from '../support/billing-fixture.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { listEmailsTo } from '../support/emails.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

/** Replaces the non-breaking space between amount and currency. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

const OWNER = 'owner@site.example';
let site: TestSite;
let documents: Awaited<ReturnType<typeof billingDocumentFactory>>;
let cookie: string;
beforeAll(async () => {
  site = await createTestSite({ pages: true, now: () => Temporal.Instant.from('2026-11-20T12:00:00Z') });
  documents = await billingDocumentFactory(site);
  cookie = (await memberFixture(() => site).arrive({ role: 'owner', email: OWNER })).cookie;
});
beforeEach(() => site.db.$client.query('delete from rate_limits; delete from emails'));
afterAll(() => site.close());

const euro = { currency: 'EUR', rate: '128.50', on: '2026-11-20' };
const settings = () => getApi<BillingSettings>(site, '/billing-settings', cookie);
async function save(changes: object) {
  const { currency: _currency, ...now } = await settings();
  return postApi(site, '/billing-settings', { ...now, ...changes }, { cookie, method: 'PUT' });
}
async function setRates(exchangeRates: readonly object[]) {
  const answer = await save({
    bankTransferInstructions: 'IBAN',
    bkashInstructions: 'To 01711-000000.',
    nagadInstructions: 'To 018.',
    exchangeRates,
  });
  expect(answer.statusCode, answer.body).toBe(200);
}
const offered = (document: IssuedDocument) =>
  getApi<PaymentSummary>(site, `${documents.apiPathOf(document)}/payments`).then(({ options }) =>
    options.map(({ method, send }) => [method, send]),
  );
const issueIn = (currency: string, amount = 3999) => {
  // As on an order's invoice, which doesn't depend on the current rates.
  const paymentInstructions = [
    { method: 'Bank transfer', text: 'IBAN' },
    { method: 'bKash', text: 'To 01711-000000.' },
  ];
  return documents.issue(amount, { currency, paymentInstructions });
};
const sent = { amount: 513_872, currency: 'BDT', rate: '128.50', on: '2026-11-20' };
const SEND = 'Send BDT 5,138.72 for €39.99 (1 EUR = 128.50 BDT on 20 Nov 2026).';

describe('exchange rates', () => {
  it('are saved per currency, ignoring empty rows', async () => {
    await setRates([
      { currency: ' eur ', rate: '128,50', on: '2026-11-20' },
      { currency: '', rate: '', on: '' },
    ]);
    expect((await settings()).exchangeRates).toEqual([euro]);
    await setRates([]);
    expect((await settings()).exchangeRates).toEqual([]);
  });

  it.each([
    ['an invalid currency', [{ ...euro, currency: 'EURO' }], 'exchangeRates.0.currency'],
    ['BDT', [{ ...euro, currency: 'BDT' }], 'exchangeRates.0.currency'],
    ['one currency twice', [euro, euro], 'exchangeRates.1.currency'],
    ['nothing', [{ ...euro, rate: '0.000' }], 'exchangeRates.0.rate'],
    ['a negative rate', [{ ...euro, rate: '-1' }], 'exchangeRates.0.rate'],
    ['seven decimals', [{ ...euro, rate: '1.0000001' }], 'exchangeRates.0.rate'],
    ['an invalid number', [{ ...euro, rate: '1e3' }], 'exchangeRates.0.rate'],
    ['no day', [{ ...euro, on: '' }], 'exchangeRates.0.on'],
    ['a day that does not exist', [{ ...euro, on: '2026-02-30' }], 'exchangeRates.0.on'],
    ['a future day', [{ ...euro, on: '2026-11-22' }], 'exchangeRates.0.on'],
  ])('refuse %s with an error on the field', async (_what, exchangeRates, field) => {
    await setRates([]);
    expect(Object.keys(expectApiError(await save({ exchangeRates }), 'BAD_REQUEST').fields)).toEqual([field]);
    expect((await settings()).exchangeRates).toEqual([]);
  });

  it('are requested on the settings page when bKash and Nagad are unavailable', async () => {
    await setRates([]);
    const page = async () => {
      const { body } = await site.http.app.inject({ url: '/dashboard/billing', headers: { cookie } });
      return plain(textOf((await parsePage(body)).all('main')[0]));
    };
    expect(await page()).toContain('To offer bKash and Nagad for invoices in USD, add an exchange rate for USD.');
    await setRates([{ currency: 'USD', rate: '120', on: '2026-11-01' }]);
    expect(await page()).not.toContain('add an exchange rate for USD');
    expect(await page()).toContain('Send BDT 12,000.00 for $100.00 (1 USD = 120 BDT on 01 Nov 2026).');
  });
});

describe('bKash and Nagad', () => {
  it('are offered in BDT without a rate', async () => {
    await setRates([]);
    const invoice = await issueIn('BDT');
    expect(invoice.content.paymentInstructions.map(({ method }) => method)).toEqual(['Bank transfer', 'bKash']);
    expect(invoice.content.exchange).toBeUndefined();
    expect(await offered(invoice)).toEqual([
      ['bank_transfer', null],
      ['bkash', null],
      ['nagad', null],
    ]);
  });

  it('are hidden in other currencies without a rate on page, PDF and API', async () => {
    await setRates([{ ...euro, currency: 'USD' }]);
    const invoice = await issueIn('EUR');
    expect(await offered(invoice)).toEqual([['bank_transfer', null]]);
    const report = { method: 'bkash', sender: '017', reference: 'NO-RATE' };
    const refused = expectApiError(
      await postApi(site, `${documents.apiPathOf(invoice)}/payments`, report),
      'UNPROCESSABLE',
    );
    expect(Object.keys(refused.fields)).toEqual(['method']);
    const pdf = await readPdf((await documents.get(documents.pdfPathOf(invoice))).rawPayload);
    expect(pdf.text).toContain('Bank transfer');
    for (const text of [pdf.text, (await documents.get(documents.pathOf(invoice))).body]) {
      expect(text).not.toMatch(/bKash|Nagad/);
    }
  });

  it('use the rate of the issue date even after a change', async () => {
    await setRates([euro]);
    const invoice = await issueIn('EUR');
    await setRates([{ ...euro, rate: '200' }]);
    expect(await offered(invoice)).toEqual([
      ['bank_transfer', null],
      ['bkash', sent],
      ['nagad', sent],
    ]);
    const page = await parsePage((await documents.get(documents.pathOf(invoice))).body);
    expect(plain(textOf(page.all('main')[0]))).toContain(SEND);
    const pdf = await readPdf((await documents.get(documents.pdfPathOf(invoice))).rawPayload);
    expect(plain(pdf.text)).toContain(SEND);
  });

  it('use today’s rate for invoices issued without one', async () => {
    await setRates([]);
    const invoice = await issueIn('EUR', 4999);
    await documents.issue(-1000, { kind: 'credit_note', dueOn: null, currency: 'EUR' }, invoice);
    await setRates([euro]);
    expect((await offered(invoice))[1]).toEqual(['bkash', sent]);
  });
});

it('records a payment in the invoice’s currency with BDT amount and rate everywhere', async () => {
  await setRates([euro]);
  const invoice = await issueIn('EUR');
  const report = { method: 'bkash', sender: '01799', reference: 'BK-EUR' };
  expect((await postApi(site, `${documents.apiPathOf(invoice)}/payments`, report)).statusCode).toBe(201);
  const WORDS = 'BDT 5,138.72 (1 EUR = 128.50 BDT on 20 Nov 2026)';
  const [mail] = await listEmailsTo(site, OWNER);
  expect(plain(mail?.text ?? '')).toContain(`€39.99, sent as ${WORDS}`);

  const { inReview } = await getApi<PaymentsNeedingAttention>(site, '/payments/needs-attention', cookie);
  const payment = inReview.find(({ documentNumber }) => documentNumber === invoice.number);
  expect(payment).toMatchObject({ amount: 3999, currency: 'EUR', sent });
  expect((await postApi(site, `/payments/${payment?.id}/confirm`, {}, { cookie })).statusCode).toBe(200);
  expect(await getAmountDue(site.db, invoice.id)).toBe(0);

  const [receipt] = await site.db
    .select()
    .from(billingDocuments)
    .where(eq(billingDocuments.relatedDocumentId, invoice.id));
  expect(receipt?.content).toMatchObject({
    kind: 'receipt',
    currency: 'EUR',
    total: 3999,
  });
  expect(plain(receipt?.content.lineItems[0]?.detail ?? '')).toBe(`bKash, reference BK-EUR, sent as ${WORDS}`);
  const { payments } = await getApi<PaymentSummary>(site, `${documents.apiPathOf(invoice)}/payments`);
  expect(payments).toMatchObject([{ amount: 3999, sent }]);
  for (const url of [documents.pathOf(invoice), '/dashboard/payments', `/dashboard/payments/${payment?.id}`]) {
    const { body } = await site.http.app.inject({ url, headers: { cookie } });
    expect(plain(textOf((await parsePage(body)).all('main')[0])), url).toContain(WORDS);
  }
  const [head = [], row = []] = parseCsv((await requestApi(site, '/payments.csv?search=BK-EUR', cookie)).body);
  const cells = Object.fromEntries(head.map((name, place) => [name, row[place]]));
  expect(cells).toMatchObject({
    Amount: '39.99',
    Currency: 'EUR',
    'Sent amount': '5138.72',
    'Sent currency': 'BDT',
    'Exchange rate': '128.50',
    'Rate date': '2026-11-20',
  });
});
