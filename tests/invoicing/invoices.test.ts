import { beforeEach, describe, expect, it } from 'vitest';
import type { BillingDocumentDetails } from '#features/billing/contract/document-details.ts';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import type { BillingSettings } from '#features/billing/contract/settings.ts';
import type { TaxReport } from '#features/billing/contract/tax-report.ts';
import type { ClientDetails } from '#features/clients/contract/index.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import { type DraftContent, type DraftLine, EMPTY_LINE } from '#features/invoicing/contract/constants.ts';
import type { CreditForm, Draft, ListedDraft } from '#features/invoicing/contract/index.ts';
import { issueRecurringInvoices } from '#features/invoicing/jobs.ts';
import { billingDocuments } from '#features/billing/tables.ts';
import { processDueOrders } from '#features/orders/jobs.ts';
import { expectApiError, getApi, postApi, requestApi } from '../support/api-client.ts';
import { countJobs, listEmailsTo, startTestWorkers } from '../support/emails.ts';
import { orderFixture } from '../support/order-fixture.ts';
import { taxRateFixture } from '../support/tax-rate-fixture.ts';

const { site, owner, arrive, passDays } = orderFixture();

type Method = 'POST' | 'PUT' | 'DELETE';
const send = (path: string, body: object = {}, method: Method = 'POST') =>
  postApi(site(), path, body, { cookie: owner().cookie, method });
const get = <Answer>(path: string) => getApi<Answer>(site(), path, owner().cookie);
async function post<Answer>(path: string, body: object = {}, method: Method = 'POST'): Promise<Answer> {
  const answer = await send(path, body, method);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<Answer>();
}

const acme = { ...EMPTY_DETAILS, company: 'Acme GmbH', street: 'Torstraße 1', city: 'Berlin', country: 'DE' };
const ADA = 'ada@acme.example';
let client: number;

beforeEach(async () => {
  await site().db.$client.query('delete from recurring_invoices; delete from invoice_drafts; delete from clients');
  const { currency: _currency, ...settings } = await get<BillingSettings>('/billing-settings');
  const taxRates = [taxRateFixture(), taxRateFixture({ name: 'VAT reduced', rate: '7' })];
  await post('/billing-settings', { ...settings, taxCountry: 'DE', taxBehavior: 'exclusive', taxRates }, 'PUT');
  client = (await post<{ id: number }>('/clients', { name: 'Ada Stone', emails: [ADA], billing: acme })).id;
});

const lineOf = (changes: Partial<DraftLine> = {}): DraftLine => ({
  ...EMPTY_LINE,
  description: 'Tide tables',
  quantity: '2.5',
  unit: 'hour',
  unitPrice: '80',
  ...changes,
});
const read = (id: number) => get<Draft>(`/invoice-drafts/${id}`);
const listDrafts = async () => (await get<{ items: ListedDraft[] }>('/invoice-drafts')).items;

async function add(changes: Partial<DraftContent> = {}, clientId = client): Promise<Draft> {
  const { id } = await post<{ id: number }>('/invoice-drafts', { clientId });
  const { content, version } = await read(id);
  await post(`/invoice-drafts/${id}`, { version, content: { ...content, lines: [lineOf()], ...changes } }, 'PUT');
  return read(id);
}
const issue = ({ id, version }: Draft) =>
  post<{ number: string; path: string }>(`/invoice-drafts/${id}/send`, { version });
const open = async ({ path }: { path: string }) =>
  getApi<BillingDocumentDetails>(site(), path.replace('/document/', '/billing-documents/'));
const countDocuments = async () => (await site().db.select().from(billingDocuments)).length;

describe('a manual invoice', () => {
  it('is in the client’s language and currency, with the seller’s country and the discount', async () => {
    const { currency: _currency, ...settings } = await get<BillingSettings>('/billing-settings');
    await post('/billing-settings', { ...settings, street: 'Kai 7', postalCode: '20457', city: 'Hamburg' }, 'PUT');
    const billing = { ...acme, company: 'Eva AG' };
    const german = { name: 'Eva', emails: ['eva@acme.example'], billing, language: 'de', currency: 'eur' };
    const wrong = await send('/clients', { ...german, currency: 'XX1', paymentDays: '400' });
    expect(Object.keys(expectApiError(wrong, 'BAD_REQUEST').fields)).toEqual(['currency', 'paymentDays']);
    const { id } = await post<{ id: number }>('/clients', { ...german, paymentDays: '30' });
    const draft = await add({ discount: '5%' }, id);
    expect(draft.content).toMatchObject({ currency: 'EUR', dueDays: '30' });
    await site().db.$client.query(`update document_design set layout = 'compact'`);
    const { document } = await get<{ document: BillingDocument }>(`/invoice-drafts/${draft.id}/preview`);
    expect(document.design).toEqual({ layout: 'compact', accent: '#1e1a16' });
    expect(document.issuer.addressLines).toEqual(['Kai 7', '20457 Hamburg', 'Deutschland']);
    expect(document.lineItems.map(({ description }) => description)).toEqual(['Tide tables', 'Rabatt 5\u{a0}%']);
    const sent = await open(await issue(draft));
    const { issuer, lineItems, design } = document;
    expect(sent.document).toMatchObject({ issuer, lineItems, design });
    await site().db.$client.query(`update document_design set layout = 'classic'`);
  });

  it('is saved as typed, has no number, and is sent once with its email', async () => {
    const documents = await countDocuments();
    const draft = await add({ lines: [lineOf({ unitPrice: '' })] });
    expect(draft).toMatchObject({ client: { email: ADA }, content: { currency: 'USD', dueDays: '7' } });
    expect(draft.taxReason).toBe('Acme GmbH is a business in Germany, like you, so your own rate applies.');
    expect(draft.taxes.map(({ label }) => label)).toEqual(['VAT 19%', 'VAT reduced 7%']);
    expect(await listDrafts()).toMatchObject([{ clientName: 'Acme GmbH', total: null, schedule: null }]);

    const lines = [lineOf({ discount: '10%' }), lineOf({ quantity: '1', unit: '', tax: draft.taxes[1]?.key ?? '' })];
    const notes = 'Thank you!';
    const content = { ...draft.content, lines, notes, serviceFrom: '2027-02-01', serviceUntil: '2027-02-28' };
    const { version } = await post<Draft>(`/invoice-drafts/${draft.id}`, { version: draft.version, content }, 'PUT');
    expectApiError(await send(`/invoice-drafts/${draft.id}`, { version: draft.version, content }, 'PUT'), 'CONFLICT');
    expect(await listDrafts()).toMatchObject([{ total: { minor: 29_980, currency: 'USD' } }]);
    const { nextSteps } = await get<ClientDetails>(`/clients/${client}`);
    expect(nextSteps).toMatchObject([{ title: 'Draft invoice: Tide tables', by: 'owner' }]);

    const preview = await get<{ document: BillingDocument }>(`/invoice-drafts/${draft.id}/preview`);
    expect(await countDocuments()).toBe(documents);
    expectApiError(await send(`/invoice-drafts/${draft.id}/send`, { version: draft.version }), 'CONFLICT');
    const sent = await Promise.all([1, 2, 3].map(() => issue({ ...draft, version })));
    expect(new Set(sent.map(({ number }) => number)).size).toBe(1);
    expect(await countDocuments()).toBe(documents + 1);
    expect(await countJobs(site(), 'billing.send_document')).toBeGreaterThan(0);
    expect(await listDrafts()).toEqual([]);
    expectApiError(await send(`/invoice-drafts/${draft.id}`, {}, 'DELETE'), 'NOT_FOUND');

    const [first = { number: '', path: '' }] = sent;
    expect(await read(draft.id)).toMatchObject({ sentPath: first.path });
    const { document, balance } = await open(first);
    expect(document).toEqual({
      ...preview.document,
      number: first.number,
      design: document.design,
      timeZone: document.timeZone,
      paymentUrl: expect.stringContaining(first.path),
    });
    expect(document).toMatchObject({
      client: { name: 'Acme GmbH', email: ADA, country: 'DE' },
      dueOn: '2027-03-08',
      servicePeriod: { from: '2027-02-01', until: '2027-02-28' },
      lineItems: [
        { quantity: 2.5, unit: 'hour', discount: { amount: 2000, basisPoints: 1000 }, amount: 18_000 },
        { quantity: 1, amount: 8000, tax: { basisPoints: 700 } },
      ],
      total: 29_980,
      notes,
    });
    expect(balance).toMatchObject({ status: 'open', amountDue: 29_980 });
  });

  it('is emailed, paid, and counted for the client and in the tax report', async () => {
    await startTestWorkers(site(), undefined);
    const invoice = await issue(await add());
    const findEmails = async () =>
      (await listEmailsTo(site(), ADA)).filter(({ subject }) => subject.includes(`Invoice ${invoice.number}`));
    await expect.poll(async () => (await findEmails()).length, { timeout: 20_000 }).toBe(1);
    const [mail] = await findEmails();
    expect(mail?.text).toContain(invoice.path);
    const transfer = { method: 'bank_transfer', sender: 'DE 12', reference: crypto.randomUUID() };
    const { currency: _currency, ...settings } = await get<BillingSettings>('/billing-settings');
    await post('/billing-settings', { ...settings, bankTransferInstructions: 'To DE 34' }, 'PUT');
    const payments = `${invoice.path.replace('/document/', '/billing-documents/')}/payments`;
    const payment = await postApi(site(), payments, transfer);
    expect(payment.statusCode, payment.body).toBeLessThan(300);
    await post(`/payments/${payment.json<{ id: number }>().id}/confirm`);
    const { balance, relatedDocuments } = await open(invoice);
    expect(balance).toMatchObject({ status: 'paid', amountPaid: 23_800 });
    expect(relatedDocuments).toMatchObject([{ kind: 'receipt', total: 23_800 }]);
    const { money } = await get<ClientDetails>(`/clients/${client}`);
    expect(money).toMatchObject([{ currency: 'USD', paid: 23_800 }]);
    const { entries } = await get<{ entries: { title: string }[] }>(`/clients/${client}/activity`);
    expect(entries.map(({ title }) => title)).toContain(`Invoice ${invoice.number}`);
    const report = await get<TaxReport>('/tax-report?period=2027&basis=payment');
    expect(JSON.stringify(report)).toContain(invoice.number);
  });

  it('reminds the client before and after the due date, once each, until it is paid', async () => {
    const remind = () => processDueOrders({ ...site().http.services, log: site().log.log });
    const { number } = await issue(await add());
    const findReminders = async () =>
      (await listEmailsTo(site(), ADA)).filter(({ subject }) => subject.includes(`Invoice ${number} from`));
    await remind();
    expect(await findReminders()).toEqual([]);
    await passDays(5);
    const none = { daysBefore: null, isOnDueDate: false, daysAfter: [null, null, null], warnsOfLateFee: false };
    await post(`/clients/${client}/payment-reminders`, { schedule: none }, 'PUT');
    await remind();
    expect(await findReminders()).toEqual([]);
    await post(
      `/clients/${client}/payment-reminders`,
      { schedule: { ...none, daysBefore: 2, daysAfter: [1, null, null] } },
      'PUT',
    );
    await Promise.all([remind(), remind()]);
    expect(await findReminders()).toMatchObject([{ subject: expect.stringMatching(/is due on 08 Mar 2027/) }]);
    await passDays(8);
    // Not while PayPal holds the money.
    await site().db.$client.query(
      `insert into payments (billing_document_id, method, status, amount, currency, created_at)
        select id, 'paypal', 'processing', total, currency, issued_at from billing_documents where number = $1`,
      [number],
    );
    await remind();
    expect(await findReminders()).toHaveLength(1);
    await site().db.$client.query(
      `update payments set status = 'failed', settled_at = created_at where status = 'processing'`,
    );
    await remind();
    const [overdue, ...others] = await findReminders();
    expect(others).toHaveLength(1);
    expect(overdue).toMatchObject({ subject: expect.stringMatching(/is overdue/) });
    expect(overdue?.text).toContain('View and pay invoice');
    expect(overdue?.text).not.toContain('order');
    const { left } = await get<CreditForm>(`/creditable-invoices/${number}`);
    await post(`/creditable-invoices/${number}/credit-notes`, { amount: String(left / 100), reason: 'Goodwill' });
    await passDays(15);
    await remind();
    expect(await findReminders()).toHaveLength(2);
  });

  it('is refused with a message at each field, and nothing is issued or lost', async () => {
    const [documents, jobs] = [await countDocuments(), await countJobs(site(), 'billing.send_document')];
    const lines = [lineOf({ quantity: '-1', discount: '5' }), lineOf({ unitPrice: '10', discount: '99' })];
    const draft = await add({ lines, dueDays: '' });
    const { fields } = expectApiError(
      await send(`/invoice-drafts/${draft.id}/send`, { version: draft.version }),
      'UNPROCESSABLE',
    );
    expect(Object.keys(fields).toSorted()).toEqual(['dueDays', 'lines.0.quantity', 'lines.1.discount']);
    expect(await countDocuments()).toBe(documents);
    expect(await countJobs(site(), 'billing.send_document')).toBe(jobs);
    expect((await read(draft.id)).content).toEqual(draft.content);
    const preview = await get<{ document: null; problems: string[] }>(`/invoice-drafts/${draft.id}/preview`);
    expect(preview).toMatchObject({
      document: null,
      problems: expect.arrayContaining([expect.stringMatching(/^Line 1: /)]),
    });
  });

  it('is reverse charge for a business abroad, which needs its VAT ID', async () => {
    const { currency: _currency, ...settings } = await get<BillingSettings>('/billing-settings');
    const none = taxRateFixture({ name: 'VAT', rate: '0', category: 'reverse_charge' });
    await post('/billing-settings', { ...settings, taxRates: [...settings.taxRates, { ...none, name: 'RC' }] }, 'PUT');
    const billing = { ...acme, company: 'Quai SARL', city: 'Paris', country: 'FR', taxId: 'FR40303265045' };
    const { id } = await post<{ id: number }>('/clients', { name: 'Luc', emails: ['luc@quai.example'], billing });
    const { document } = await open(await issue(await add({}, id)));
    expect(document).toMatchObject({ taxAmount: 0, total: 20_000, tax: { category: 'reverse_charge' } });
    const german = await add();
    const key = german.taxes.find(({ tax }) => tax.category === 'reverse_charge')?.key ?? '';
    const { version } = await post<Draft>(
      `/invoice-drafts/${german.id}`,
      { version: german.version, content: { ...german.content, lines: [lineOf({ tax: key })] } },
      'PUT',
    );
    const refused = expectApiError(await send(`/invoice-drafts/${german.id}/send`, { version }), 'UNPROCESSABLE');
    expect(refused.fields).toEqual({ 'lines.0.tax': expect.stringMatching(/no VAT ID/) });
  });

  it('needs an email address of the client', async () => {
    const { id } = await post<{ id: number }>('/clients', { name: 'Phone only', billing: EMPTY_DETAILS });
    const draft = await add({}, id);
    const { fields } = expectApiError(
      await send(`/invoice-drafts/${draft.id}/send`, { version: draft.version }),
      'UNPROCESSABLE',
    );
    expect(fields).toEqual({ client: 'Phone only has no email address. Add one to send the invoice.' });
  });

  it('is copied from a draft or an issued invoice, and deleted', async () => {
    const draft = await add({ lines: [lineOf({ detail: 'At sea.' })], discount: '5%' });
    const { id } = await post<{ id: number }>('/invoice-drafts', { copyOf: draft.id });
    expect((await read(id)).content).toEqual(draft.content);
    await post(`/invoice-drafts/${id}`, {}, 'DELETE');
    const { number } = await issue(draft);
    const copy = await post<{ id: number }>('/invoice-drafts', { documentNumber: number });
    expect((await read(copy.id)).content).toMatchObject({
      discount: '5%',
      lines: [{ description: 'Tide tables', detail: 'At sea.', quantity: '2.5', unit: 'hour', unitPrice: '80' }],
    });
    expect(await listDrafts()).toMatchObject([{ id: copy.id, total: { minor: 22_610 } }]);
    expectApiError(await send('/invoice-drafts', { documentNumber: '2001-0001' }), 'NOT_FOUND');
  });

  it('moves to another client, whose defaults replace only values that weren’t entered', async () => {
    const change = (draft: Draft, clientId: number) =>
      send(`/invoice-drafts/${draft.id}/client`, { version: draft.version, clientId }, 'PUT');
    const addClient = async (about: object) => {
      const body = { name: 'Eva', emails: ['eva@site.example'], billing: { ...acme, company: 'Eva AG' }, ...about };
      return (await post<{ id: number }>('/clients', body)).id;
    };
    const eva = await addClient({ currency: 'EUR', paymentDays: '30' });
    const draft = await add({ lines: [lineOf({ tax: 'standard:700:VAT reduced' })], notes: 'Thank you!' });
    expect((await change(draft, eva)).statusCode).toBe(200);
    const moved = await read(draft.id);
    expect(moved).toMatchObject({ client: { id: eva, name: 'Eva AG' }, version: draft.version + 1 });
    expect(moved.content).toEqual({ ...draft.content, currency: 'EUR', dueDays: '30' });
    expect(await listDrafts()).toMatchObject([{ clientName: 'Eva AG', total: { minor: 21_400, currency: 'EUR' } }]);
    expectApiError(await change(draft, client), 'CONFLICT');
    expectApiError(await change(moved, 999_999), 'NOT_FOUND');

    const entered = { ...moved.content, currency: 'GBP', dueDays: '14' };
    await post(`/invoice-drafts/${draft.id}`, { version: moved.version, content: entered }, 'PUT');
    await change(await read(draft.id), client);
    const back = await read(draft.id);
    expect(back.content).toEqual(entered);
    const started = { version: back.version, repeats: 'month', startsOn: '2027-03-31' };
    await post(`/invoice-drafts/${draft.id}/schedule`, started, 'PUT');
    expectApiError(await change(await read(draft.id), eva), 'UNPROCESSABLE');
    expect((await read(draft.id)).client.id).toBe(client);
  });

  it('is limited to the owner', async () => {
    const draft = await add();
    const member = await arrive({ name: 'Mel' });
    for (const cookie of [undefined, member.cookie]) {
      for (const path of ['/invoice-drafts', `/invoice-drafts/${draft.id}`, `/invoice-drafts/${draft.id}/preview`]) {
        expect([401, 403]).toContain((await requestApi(site(), path, cookie)).statusCode);
      }
    }
  });
});

describe('a manual credit note', () => {
  const formOf = (number: string) => get<CreditForm>(`/creditable-invoices/${number}`);
  const credit = (number: string, body: object) => send(`/creditable-invoices/${number}/credit-notes`, body);

  it('credits lines with their taxes, then the rest, and never more than the invoice', async () => {
    const reduced = 'standard:700:VAT reduced';
    const lines = [
      lineOf({ quantity: '1', unitPrice: '33.33' }),
      lineOf({ quantity: '1', unitPrice: '9.99', tax: reduced }),
    ];
    const { number } = await issue(await add({ lines }));
    const form = await formOf(number);
    expect(form).toMatchObject({ lines: [{ amount: 3966 }, { amount: 1069 }], left: 5035 });
    const first = await credit(number, { lines: [1], reason: 'Not delivered' });
    expect(first.statusCode, first.body).toBe(201);
    const { document } = await open(first.json<{ path: string }>());
    expect(document).toMatchObject({
      kind: 'credit_note',
      reference: { number },
      lineItems: [{ description: 'Tide tables', unitAmount: -999 }],
      total: -1069,
      notes: 'Not delivered',
    });
    expect(expectApiError(await credit(number, { lines: [0, 1], reason: 'All' }), 'UNPROCESSABLE').fields).toEqual({
      lines: 'You can credit at most $39.66.',
    });
    expect(expectApiError(await credit(number, { amount: '39.67', reason: 'All' }), 'UNPROCESSABLE').fields).toEqual({
      amount: 'You can credit at most $39.66.',
    });
    expect(Object.keys(expectApiError(await credit(number, { reason: ' ' }), 'BAD_REQUEST').fields)).toEqual([
      'reason',
    ]);
    expectApiError(await credit(number, { reason: 'Nothing' }), 'UNPROCESSABLE');
    const body = { amount: '39.66', reason: 'Rest', idempotencyKey: crypto.randomUUID() };
    const answers = await Promise.all([credit(number, body), credit(number, body)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await formOf(number)).left).toBe(0);
    expect(answers[0]?.body).toBe(answers[1]?.body);
    expectApiError(await credit(number, { amount: '1', reason: 'More' }), 'UNPROCESSABLE');
    expectApiError(await credit('2001-0001', { amount: '1', reason: 'More' }), 'NOT_FOUND');
  });

  it('credits each line once, also if another line has the same price', async () => {
    const line = lineOf({ quantity: '1', unitPrice: '100' });
    const { number } = await issue(await add({ lines: [line, line, line] }));
    // From two tabs
    const answers = await Promise.all([1, 2].map(() => credit(number, { lines: [1], reason: 'Not delivered' })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect((await formOf(number)).lines.map(({ isCredited }) => isCredited)).toEqual([false, true, false]);
    expect(expectApiError(await credit(number, { lines: [0, 1], reason: 'Again' }), 'UNPROCESSABLE').fields).toEqual({
      lines: 'Part of these lines was already credited. Enter an amount instead.',
    });
    expect((await credit(number, { amount: '150', reason: 'Less' })).statusCode).toBe(201);
    expect((await formOf(number)).lines.map(({ isCreditable }) => isCreditable)).toEqual([false, false, false]);
  });
});

describe('a credit note for lines with a discount on all of them', () => {
  it('credits each line’s share, and all shares add up to the invoice', async () => {
    const lines = [lineOf({ quantity: '1', unitPrice: '33.33' }), lineOf({ tax: 'standard:700:VAT reduced' })];
    const { number, path } = await issue(await add({ lines, discount: '10%' }));
    const { document: invoice } = await open({ path });
    const form = await get<CreditForm>(`/creditable-invoices/${number}`);
    expect(form.lines.map(({ index }) => index)).toEqual([0, 1]);
    expect(form.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoice.total);
    for (const { index, amount } of form.lines) {
      const answer = await post<{ path: string }>(`/creditable-invoices/${number}/credit-notes`, {
        lines: [index],
        reason: 'Not delivered',
      });
      expect((await open(answer)).document.total).toBe(0 - amount);
    }
    const { left } = await get<CreditForm>(`/creditable-invoices/${number}`);
    expect(left).toBe(0);
  });

  it('is refused for lines that were credited as an amount', async () => {
    const lines = [lineOf({ quantity: '1', unitPrice: '100' }), lineOf({ tax: 'standard:700:VAT reduced' })];
    const { number } = await issue(await add({ lines }));
    const credit = (body: object) => send(`/creditable-invoices/${number}/credit-notes`, { reason: 'Less', ...body });
    expect((await credit({ amount: '100' })).statusCode).toBe(201);
    const { fields } = expectApiError(await credit({ lines: [0] }), 'UNPROCESSABLE');
    expect(fields).toEqual({ lines: 'Part of these lines was already credited. Enter an amount instead.' });
  });
});

describe('a recurring invoice', () => {
  const schedule = { repeats: 'month', startsOn: '2027-03-31' };
  const start = (draft: Draft, changes: object = {}) =>
    send(`/invoice-drafts/${draft.id}/schedule`, { version: draft.version, ...schedule, ...changes }, 'PUT');
  const run = () => issueRecurringInvoices({ ...site().http.services, log: site().log.log });
  const ofClient = async () => {
    const { items } = await get<{ items: { number: string; issuedOn: string; path: string }[] }>(
      `/billing-documents?search=${ADA}&sort=oldest&pageSize=50`,
    );
    return items;
  };

  it('is issued on schedule, catches up once after missed runs, and ends', async () => {
    const before = (await ofClient()).length;
    const draft = await add({ serviceFrom: '2027-03-01', serviceUntil: '2027-03-31' });
    await start(draft, { endsOn: '2027-05-31' });
    await run();
    expect(await ofClient()).toHaveLength(before);
    expectApiError(
      await send(`/invoice-drafts/${draft.id}`, { version: draft.version + 1, content: draft.content }, 'PUT'),
      'UNPROCESSABLE',
    );
    expectApiError(await send(`/invoice-drafts/${draft.id}/send`, { version: draft.version + 1 }), 'CONFLICT');
    await passDays(61);
    await Promise.all([run(), run()]);
    const issued = (await ofClient()).slice(before);
    expect(issued).toHaveLength(2);
    const periods = await Promise.all(issued.map(async one => (await open(one)).document.servicePeriod));
    expect(periods).toEqual([
      { from: '2027-03-01', until: '2027-03-31' },
      { from: '2027-04-01', until: '2027-04-30' },
    ]);
    expect((await read(draft.id)).schedule).toMatchObject({ nextOn: '2027-05-31', count: 2, isPaused: false });
    await passDays(400);
    await run();
    expect((await ofClient()).slice(before)).toHaveLength(3);
    expect((await read(draft.id)).schedule).toMatchObject({ nextOn: null, count: 3 });
  });

  it('is paused by the owner, and automatically when it can’t be issued', async () => {
    const before = (await ofClient()).length;
    const jobs = await countJobs(site(), 'billing.send_document');
    const draft = await add();
    await start(draft);
    await post(`/invoice-drafts/${draft.id}/schedule/pause`);
    await passDays(60);
    await run();
    expect(await ofClient()).toHaveLength(before);
    const paused = await read(draft.id);
    expectApiError(await start(paused), 'UNPROCESSABLE');
    expect((await start(paused, { startsOn: '2027-04-30' })).statusCode).toBe(200);
    const { version } = await get<{ version: number }>(`/clients/${client}`);
    await post(`/clients/${client}`, { name: 'Ada Stone', emails: [], billing: acme, version }, 'PUT');
    await run();
    site().log.takeErrors();
    expect((await read(draft.id)).schedule).toMatchObject({
      isPaused: true,
      problem: 'Acme GmbH has no email address. Add one to send the invoice.',
    });
    const { items } = await get<{ items: { name: string }[] }>('/money-tasks');
    expect(items).toContainEqual({
      name: 'recurring_invoices',
      total: 1,
      items: [{ text: expect.stringMatching(/^Acme GmbH: /), path: `/dashboard/documents/drafts/${draft.id}` }],
    });
    expect(await countJobs(site(), 'billing.send_document')).toBe(jobs);
  });

  it.each([
    ['paused', {}],
    ['ended', { endsOn: '2027-03-31' }],
  ])('continues with the next service period after it was %s', async (what, changes) => {
    const before = (await ofClient()).length;
    const draft = await add({ serviceFrom: '2027-03-01', serviceUntil: '2027-03-31' });
    await start(draft, changes);
    await passDays(30);
    await run();
    if (what === 'paused') await post(`/invoice-drafts/${draft.id}/schedule/pause`);
    const stopped = await read(draft.id);
    expect(stopped.content).toMatchObject({ serviceFrom: '2027-04-01', serviceUntil: '2027-04-30' });
    expect((await start(stopped, { startsOn: '2027-04-30' })).statusCode).toBe(200);
    await passDays(91);
    await run();
    const issued = (await ofClient()).slice(before);
    const periods = await Promise.all(issued.map(async one => (await open(one)).document.servicePeriod));
    expect(periods).toEqual([
      { from: '2027-03-01', until: '2027-03-31' },
      { from: '2027-04-01', until: '2027-04-30' },
      { from: '2027-05-01', until: '2027-05-31' },
    ]);
  });

  it.each([
    ['a day in the past', { startsOn: '2027-02-28' }, 'startsOn'],
    ['an end before the start', { endsOn: '2027-03-30' }, 'endsOn'],
  ])('is refused with %s', async (_what, changes, field) => {
    const { fields } = expectApiError(await start(await add(), changes), 'UNPROCESSABLE');
    expect(Object.keys(fields)).toEqual([field]);
  });
});
