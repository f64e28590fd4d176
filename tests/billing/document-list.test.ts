import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingDocumentListItem, BillingTotals } from '#features/billing/contract/document-list.ts';
import type { BillingDocumentDetails } from '#features/billing/contract/document-details.ts';
import type { AccountStatement } from '#features/billing/contract/statement.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { createDraftInvoice, type IssuedDocument } from '../support/billing-fixture.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { parsePage } from '../support/page-html.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

interface List {
  readonly items: BillingDocumentListItem[];
  readonly total: number;
  readonly totals: BillingTotals[];
  readonly years: number[];
}

let site: TestSite;
let cookie: string;
const TODAY = Temporal.Instant.from('2026-11-20T12:00:00Z');
let now = TODAY;
let old: IssuedDocument;
let late: IssuedDocument;
let open: IssuedDocument;
let credited: IssuedDocument;
let note: IssuedDocument;
let foreign: IssuedDocument;
/** The pages before the first document was issued. */
let emptyPages: string[];
const client = (name: string, email: string) => ({ client: { ...createDraftInvoice(1).client, name, email } });
const noor = client('=Noor "N" Haddad', 'Noor@site.example');

beforeAll(async () => {
  site = await createTestSite({ pages: true, now: () => now });
  cookie = (await memberFixture(() => site).arrive({ role: 'owner' })).cookie;
  const urls = ['/dashboard/documents', '/dashboard/documents/statement'];
  const answers = await Promise.all(urls.map(url => site.http.app.inject({ url, headers: { cookie } })));
  emptyPages = answers.map(({ body }) => body);
  now = Temporal.Instant.from('2025-12-31T12:00:00Z');
  const { issue } = await billingDocumentFactory(site);
  old = await issue(1000, { ...noor, dueOn: '2026-01-10' });
  now = Temporal.Instant.from('2026-11-01T12:00:00Z');
  late = await issue(2000, { ...noor, dueOn: '2026-11-19' });
  open = await issue(4000, { ...client('Lin 100%', 'lin@site.example'), dueOn: '2026-11-20' });
  credited = await issue(500, { ...noor, dueOn: '2026-11-30' });
  note = await issue(-500, { ...noor, kind: 'credit_note', dueOn: null }, credited);
  foreign = await issue(9000, { ...noor, currency: 'JPY', dueOn: '2026-12-31' });
  now = TODAY;
  await site.db.$client.query(
    `with paid as (insert into payments (billing_document_id, method, status, amount, currency, reference, created_at, settled_at)
       values ($1, 'bank_transfer', 'confirmed', 1000, 'USD', 'A-1', now(), now()) returning id)
     insert into ledger_entries (billing_document_id, kind, amount, payment_id, posted_at) select $1, 'paid', -1000, id, '2026-02-03' from paid`,
    [old.id],
  );
});
afterAll(() => site.close());

const list = (query = '') => getApi<List>(site, `/billing-documents${query}`, cookie);
const numbers = async (query: string) => (await list(query)).items.map(({ number }) => number);
const numbersOf = (...documents: IssuedDocument[]) => documents.map(({ number }) => number);

describe('document list', () => {
  it('shows each document’s status, newest first, and totals', async () => {
    const { items, total, totals, years } = await list();
    expect(items.map(({ number, status, amountDue }) => [number, status, amountDue])).toEqual([
      [foreign.number, 'open', 9000],
      [note.number, 'not_payable', 0],
      [credited.number, 'credited', 0],
      [open.number, 'open', 4000],
      [late.number, 'overdue', 2000],
      [old.number, 'paid', 0],
    ]);
    expect(total).toBe(6);
    expect(years).toEqual([2026, 2025]);
    expect(totals).toEqual([
      { currency: 'USD', invoiced: 7500, credited: 500, paid: 1000, writtenOff: 0, outstanding: 6000 },
      { currency: 'JPY', invoiced: 9000, credited: 0, paid: 0, writtenOff: 0, outstanding: 9000 },
    ]);
  });

  it.each([
    ['status=open', () => numbersOf(foreign, open, late)],
    ['status=overdue', () => numbersOf(late)],
    ['status=paid', () => numbersOf(old)],
    ['status=credited', () => numbersOf(credited)],
    ['kind=credit_note', () => numbersOf(note)],
    ['year=2025', () => numbersOf(old)],
    ['year=2025&status=open', () => []],
    ['search=LIN', () => numbersOf(open)],
    ['search=100%25', () => numbersOf(open)],
    ['search=A-1042&kind=receipt', () => []],
    ['search=lin%40site.example', () => numbersOf(open)],
    ['sort=due_asc&year=2026', () => numbersOf(late, open, credited, foreign, note)],
    ['pageSize=2&page=2', () => numbersOf(credited, open)],
    ['page=9', () => []],
  ])('filters by %s', async (query, expected) => {
    expect(await numbers(`?${query}`)).toEqual(expected());
  });

  it('finds by number and totals only the matches', async () => {
    const { totals } = await list(`?search=${late.number}`);
    expect(totals).toEqual([
      { currency: 'USD', invoiced: 2000, credited: 0, paid: 0, writtenOff: 0, outstanding: 2000 },
    ]);
  });

  it('agrees with each document’s own page', async () => {
    for (const { path, status, amountDue, paid, credited: less } of (await list()).items) {
      const own = await getApi<BillingDocumentDetails>(site, path.replace('/document/', '/billing-documents/'));
      expect(own.balance).toMatchObject({
        status,
        amountDue,
        amountPaid: paid,
        amountCredited: less,
        amountWrittenOff: 0,
      });
    }
  });

  it.each(['year=1999', 'status=late', 'kind=bill', 'sort=up', 'page=0'])('refuses %s', async query => {
    expectApiError(await requestApi(site, `/billing-documents?${query}`, cookie), 'BAD_REQUEST');
  });
});

describe('document CSV', () => {
  it('has one row per match with plain decimals and no formulas', async () => {
    const answer = await requestApi(site, '/billing-documents.csv?year=2026', cookie);
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="documents-2026-11-20\.csv"/);
    const [heading, ...rows] = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(heading?.split(',')).toHaveLength(19);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatch(/,JPY,9000,0,0,9000,0,0,9000,open,,0$/);
    expect(rows[1]).toContain(`${note.number},Credit note,2026-11-01,,"'=Noor ""N"" Haddad",Noor@site.example,A-1042,`);
    expect(rows[1]).toMatch(
      new RegExp(`,USD,-5\\.00,0\\.00,0\\.00,-5\\.00,0\\.00,0\\.00,0\\.00,,${credited.number},0\\.00$`),
    );
  });
});

describe('account statement', () => {
  const statement = (query: string) => getApi<AccountStatement>(site, `/account-statement?email=${query}`, cookie);

  it('lists every transaction per currency with the running balance', async () => {
    const answer = await statement('noor%40SITE.example&from=2026-01-01&to=2026-11-20');
    expect(answer.client).toEqual({ name: '=Noor "N" Haddad', email: 'Noor@site.example', language: 'en' });
    const [yen, dollars] = answer.accounts;
    expect([yen?.currency, yen?.openingBalance, yen?.closingBalance]).toEqual(['JPY', 0, 9000]);
    expect(dollars).toMatchObject({ currency: 'USD', openingBalance: 1000, closingBalance: 2000 });
    expect(
      dollars?.entries.map(({ kind, amount, balance, creditNoteNumber: number }) => [kind, amount, balance, number]),
    ).toEqual([
      ['paid', -1000, 0, null],
      ['invoiced', 2000, 2000, null],
      ['invoiced', 500, 2500, null],
      ['credited', -500, 2000, note.number],
    ]);
  });

  it('defaults to the current year up to today', async () => {
    expect(await statement('lin%40site.example')).toMatchObject({ from: '2026-01-01', to: '2026-11-20' });
  });

  it('refuses reversed dates and unknown clients', async () => {
    const wrong = await requestApi(
      site,
      '/account-statement?email=lin%40site.example&from=2026-02-01&to=2026-01-01',
      cookie,
    );
    expect(expectApiError(wrong, 'BAD_REQUEST').fields).toHaveProperty('to');
    expectApiError(await requestApi(site, '/account-statement?email=nobody%40site.example', cookie), 'NOT_FOUND');
    expectApiError(
      await requestApi(site, '/account-statement.pdf?email=lin%40site.example&currency=EUR', cookie),
      'NOT_FOUND',
    );
  });

  it('is available as a PDF', async () => {
    const answer = await requestApi(site, '/account-statement.pdf?email=lin%40site.example&currency=USD', cookie);
    expect(answer.headers['content-disposition']).toContain('Account statement S-2026-1120.pdf');
    const { text } = await readPdf(answer.rawPayload);
    for (const part of ['Account statement', 'Lin 100%', open.number, '$40.00']) expect(text).toContain(part);
    const noors = await requestApi(
      site,
      '/account-statement.pdf?email=noor%40site.example&currency=USD&from=2026-01-01&to=2026-11-20',
      cookie,
    );
    const rows = (await readPdf(noors.rawPayload)).text;
    // The balance after each line; no line has this amount.
    for (const part of ['Opening balance', 'Balance', '$25.00']) expect(rows).toContain(part);
    expect(rows).not.toContain('Quantity');
  });

  it('lists all clients with documents', async () => {
    const { items } = await getApi<{ items: { email: string; documentCount: number }[] }>(
      site,
      '/billing-clients',
      cookie,
    );
    expect(items).toMatchObject([
      { email: 'noor@site.example', documentCount: 5 },
      { email: 'lin@site.example', documentCount: 1 },
    ]);
  });

  it('has the documents of all addresses of a client', async () => {
    const listNumbers = async () => {
      const { accounts } = await statement('noor%40site.example');
      return accounts.flatMap(({ entries }) => entries.map(({ document }) => document.number));
    };
    expect(await listNumbers()).not.toContain(open.number);
    const emails = ['noor@site.example', 'Lin@site.example'];
    const added = await postApi(site, '/clients', { name: 'Noor', emails, billing: EMPTY_DETAILS }, { cookie });
    expect(added.statusCode).toBe(201);
    expect(await listNumbers()).toContain(open.number);
  });
});

describe('document pages', () => {
  const page = async (path: string) => {
    const answer = await site.http.app.inject({ method: 'GET', url: path, headers: { cookie } });
    expect(answer.statusCode).toBe(200);
    return parsePage(answer.body);
  };

  it('show the list and link its CSV', async () => {
    const shown = await page('/dashboard/documents?status=open');
    for (const text of [open.number, late.number, 'Overdue', '$60.00', '3 documents']) {
      expect(shown.text('main')).toContain(text);
    }
    expect(shown.text('main')).not.toContain(old.number);
    expect(shown.all('a').map(({ properties }) => properties.href)).toContain(
      '/api/v1/billing-documents.csv?status=open',
    );
  });

  it('show a statement or an error on the field', async () => {
    expect((await page('/dashboard/documents/statement?email=lin%40site.example')).text('main')).toContain('$40.00');
    const nobody = await page('/dashboard/documents/statement?email=nobody%40site.example');
    expect(nobody.text('main')).toContain('No invoices found for this email address.');
    const wrong = await page('/dashboard/documents/statement?email=lin%40site.example&from=2026-02-01&to=2026-01-01');
    expect(wrong.text('main')).toContain('Choose an end date on or after the start date.');
  });

  it('show an empty state', () => {
    const [listPage, statementPage] = emptyPages;
    expect(listPage).toContain('No invoices yet.');
    expect(statementPage).toContain('Clients appear here once they have an invoice.');
  });
});
