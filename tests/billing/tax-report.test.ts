import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIssueContext, issueCreditNote } from '#features/billing/index.ts';
import type { TaxReport } from '#features/billing/contract/tax-report.ts';
import { parseCsv } from '#shared/csv.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { expectApiError, getApi, postApi, requestApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import type { IssuedDocument } from '../support/billing-fixture.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { parsePage } from '../support/page-html.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: string;
let now = Temporal.Instant.from('2026-02-10T12:00:00Z');

const read = (query = '') => getApi<TaxReport>(site, `/tax-report?${query}`, owner);

/** Returns the sums of each rate: charged, credited, and both. */
const ratesOf = ({ currencies }: TaxReport, currency = 'USD') =>
  currencies
    .filter(one => one.currency === currency)
    .flatMap(({ taxes }) =>
      taxes.map(({ tax, charged, credited, sum }) => [
        tax.key,
        [charged.net, charged.taxAmount],
        [credited.net, credited.taxAmount],
        [sum.net, sum.taxAmount],
      ]),
    );

async function post(document: IssuedDocument, kind: 'paid' | 'refunded', amount: number, at: string) {
  await site.db.$client.query(
    `with payment as (insert into payments (billing_document_id, method, status, amount, currency, reference, created_at, settled_at)
       values ($1, 'bank_transfer', 'confirmed', $3, 'USD', gen_random_uuid()::text, now(), now()) returning id),
     refund as (insert into refunds (payment_id, status, amount, reason, created_at)
       select id, 'pending', $3, 'Goodwill', now() from payment where $2 = 'refunded' returning id)
     insert into ledger_entries (billing_document_id, kind, amount, payment_id, refund_id, posted_at)
       select $1, $2, case when $2 = 'paid' then -$3::bigint else $3::bigint end,
         case when $2 = 'paid' then payment.id end, (select id from refund), $4 from payment`,
    [document.id, kind, amount, at],
  );
}

beforeAll(async () => {
  site = await createTestSite({ pages: true, now: () => now });
  await site.db.$client.query(
    `update site_sections set content = jsonb_set(content, '{timeZone}', '"America/New_York"') where key = 'profile'`,
  );
  const { issue } = await billingDocumentFactory(site);
  const tax = { name: 'VAT', basisPoints: 1900 };
  const reverse = { name: 'VAT', basisPoints: 0, category: 'reverse_charge', note: 'Reverse charge' } as const;
  const line = { description: 'Work', detail: null, quantity: 1, unitAmount: toMinorUnits(10_000), term: null };
  const invoice = await issue(0, { tax, lineItems: [line, { ...line, tax: { name: 'VAT', basisPoints: 700 } }] });
  await issue(5000, { tax: reverse });
  await issue(9000, { currency: 'JPY' });
  now = Temporal.Instant.from('2026-05-10T12:00:00Z');
  await site.db.transaction(async tx => {
    const issuing = await createIssueContext(tx, site.http.services);
    await issueCreditNote(tx, issuing, { invoice, amount: toMinorUnits(2260), reason: 'Goodwill' });
  });
  // Still March in New York
  await post(invoice, 'paid', 11_300, '2026-04-01T03:00:00Z');
  await post(invoice, 'paid', 11_300, '2026-04-02T12:00:00Z');
  await post(invoice, 'refunded', 2260, '2026-05-11T12:00:00Z');
  // Last, because a session expires within the three months above.
  owner = (await memberFixture(() => site).arrive({ role: 'owner' })).cookie;
});
afterAll(() => site.close());

describe('the tax report', () => {
  it('by invoice date has the invoices and credit notes of each rate', async () => {
    expect(await read()).toMatchObject({ period: '2026-Q2', years: [2026] });
    expect(ratesOf(await read('period=2026-Q1'))).toEqual([
      ['standard 1900', [10_000, 1900], [0, 0], [10_000, 1900]],
      ['standard 700', [10_000, 700], [0, 0], [10_000, 700]],
      ['reverse_charge 0', [5000, 0], [0, 0], [5000, 0]],
    ]);
    expect(ratesOf(await read('period=2026-Q1'), 'JPY')).toEqual([['none 0', [9000, 0], [0, 0], [9000, 0]]]);
    const year = ratesOf(await read('period=2026'));
    expect(year).toEqual([
      ['standard 1900', [10_000, 1900], [-1000, -190], [9000, 1710]],
      ['standard 700', [10_000, 700], [-1000, -70], [9000, 630]],
      ['reverse_charge 0', [5000, 0], [0, 0], [5000, 0]],
    ]);
    expect((await read('period=2026-03')).currencies).toEqual([]);
  });

  it('by payment date has the shares of payments and refunds, in the owner’s time zone', async () => {
    const months = await Promise.all(
      ['2026-03', '2026-04', '2026-05'].map(period => read(`basis=payment&period=${period}`)),
    );
    expect(months.map(report => ratesOf(report))).toEqual([
      [
        ['standard 1900', [5000, 950], [0, 0], [5000, 950]],
        ['standard 700', [5000, 350], [0, 0], [5000, 350]],
      ],
      [
        ['standard 1900', [5000, 950], [0, 0], [5000, 950]],
        ['standard 700', [5000, 350], [0, 0], [5000, 350]],
      ],
      [
        ['standard 1900', [0, 0], [-1000, -190], [-1000, -190]],
        ['standard 700', [0, 0], [-1000, -70], [-1000, -70]],
      ],
    ]);
    // Together, the rest of the first invoice; the others are unpaid.
    expect(ratesOf(await read('basis=payment&period=2026')).map(([key, , , sum]) => [key, sum])).toEqual([
      ['standard 1900', [9000, 1710]],
      ['standard 700', [9000, 630]],
    ]);
  });

  it('has the rows of one rate, and all as CSV', async () => {
    const { entries, entryCount } = await read('period=2026&currency=USD&tax=standard%20700');
    expect(entryCount).toBe(2);
    expect(
      entries.map(({ date, kind, document, net, taxAmount }) => [date, kind, document.number, net, taxAmount]),
    ).toEqual([
      ['2026-02-10', 'invoice', '2026-0001', 10_000, 700],
      ['2026-05-10', 'credit_note', '2026-0004', -1000, -70],
    ]);
    const csv = await requestApi(site, '/tax-report.csv?period=2026', owner);
    expect(csv.headers['content-disposition']).toBe('attachment; filename="tax-2026-by-invoice-date.csv"');
    const rows = parseCsv(csv.body.replace(/^\uFEFF/, ''));
    expect(rows).toHaveLength(1 + 6);
    expect(rows[1]).toEqual([
      '2026-02-10',
      'Invoice',
      'Deposit invoice 2026-0001',
      'Harbor & Pine Ltd',
      'USD',
      'VAT',
      'Standard',
      'S',
      '19%',
      '100.00',
      '19.00',
    ]);
    expect(rows[3]).toMatchObject({ 6: 'Reverse charge', 7: 'AE', 8: '0%' });
  });

  it('is shown as a page', async () => {
    const get = (url: string) => site.http.app.inject({ method: 'GET', url, headers: { cookie: owner } });
    const page = await parsePage((await get('/dashboard/tax?period=2026&tax=standard%20700&currency=USD')).body);
    const text = page.text('main');
    for (const part of [
      'Taxes in USD',
      'Taxes in JPY',
      'Reverse charge',
      '$17.10',
      'Invoices and credit notes: VAT 7%',
      '2026-0004',
    ]) {
      expect(text).toContain(part);
    }
    expect((await parsePage((await get('/dashboard/tax?basis=payment&period=2026-06')).body)).text('main')).toContain(
      'No payments or refunds in this period.',
    );
  });

  it('is exported for DATEV after the owner has entered the accountant’s numbers', async () => {
    const path = '/tax-report.datev.csv?period=2026';
    expectApiError(await requestApi(site, path, owner), 'CONFLICT');
    const settings = { consultantNumber: '29098', clientNumber: '1', chart: 'SKR04', debtorAccount: '10000' };
    const save = (changes: object) =>
      postApi(site, '/datev-settings', { ...settings, ...changes }, { cookie: owner, method: 'PUT' });
    const wrong = { consultantNumber: 'none', clientNumber: '', debtorAccount: '4400' };
    expect(expectApiError(await save(wrong), 'BAD_REQUEST').fields).toEqual({
      consultantNumber: 'Enter a whole number from 1001 to 9999999.',
      clientNumber: 'Enter a whole number from 1 to 99999.',
      debtorAccount: 'Enter a whole number from 10000 to 69999.',
    });
    expect(await getApi(site, '/datev-settings', owner)).toMatchObject({ isSaved: false });
    expect((await save({})).statusCode).toBe(200);
    expect((await save({ clientNumber: '55003' })).json()).toMatchObject({ clientNumber: 55_003, isSaved: true });
    const file = await requestApi(site, path, owner);
    expect(file.headers['content-disposition']).toBe('attachment; filename="EXTF_Buchungsstapel_2026.csv"');
    const [header, , ...bookings] = file.body.trimEnd().split('\r\n');
    expect(header).toContain(';29098;55003;20260101;4;20260101;20260510;');
    const booked = bookings.map(row => row.split(';')).map(row => [row[0], row[1], row[2], row[7], row[10]]);
    expect(booked.slice(0, 4)).toEqual([
      ['119,00', '"S"', '"USD"', '4400', '"2026-0001"'],
      ['107,00', '"S"', '"USD"', '4300', '"2026-0001"'],
      ['50,00', '"S"', '"USD"', '4336', '"2026-0002"'],
      ['9000', '"S"', '"JPY"', '4200', '"2026-0003"'],
    ]);
    expect(booked.slice(4).every(([, side, , , number]) => side === '"H"' && number === '"2026-0004"')).toBe(true);
    expect(booked).toHaveLength(6);
  });

  it('refuses other people and periods', async () => {
    expectApiError(await requestApi(site, '/tax-report'), 'UNAUTHORIZED');
    expectApiError(await requestApi(site, '/tax-report?period=2026-13', owner), 'BAD_REQUEST');
    expectApiError(await requestApi(site, '/tax-report?basis=luck', owner), 'BAD_REQUEST');
  });
});
