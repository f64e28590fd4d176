import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccountStatement } from '#features/billing/contract/statement.ts';
import type { BillingDocumentDetails } from '#features/billing/contract/document-details.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import type { MoneyReport } from '#features/billing/contract/money-report.ts';
import type { TaxReport } from '#features/billing/contract/tax-report.ts';
import { updateBillingSettingsRow } from '#features/billing/queries/settings.ts';
import type { PaymentSummary } from '#features/payments/contract/checkout.ts';
import type { InvoiceBalance } from '#features/payments/contract/invoices.ts';
import type { PaymentDetails, PaymentsNeedingAttention } from '#features/payments/contract/review.ts';
import { expectApiError, getApi, postApi, requestApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { createDraftInvoice, type IssuedDocument } from '../support/billing-fixture.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createSignedInUser, type TestUser } from '../support/user-factory.ts';

let site: TestSite;
let documents: Awaited<ReturnType<typeof billingDocumentFactory>>;
let owner: TestUser & { cookie: string };
let clock = Temporal.Instant.from('2026-11-20T12:00:00Z');
const client = createDraftInvoice(1).client.email ?? '';

beforeAll(async () => {
  site = await createTestSite({ pages: true, now: () => clock });
  documents = await billingDocumentFactory(site);
  owner = await createSignedInUser(site, { role: 'owner' });
  await site.db.transaction(tx => updateBillingSettingsRow(tx, { bankTransferInstructions: 'IBAN' }));
});
afterEach(async () => {
  await site.db.$client.query('delete from emails; delete from rate_limits; delete from pgboss.job');
});
afterAll(() => site.close());

const does = (path: string, body: object, cookie = owner.cookie) => postApi(site, path, body, { cookie });
const balanceOf = ({ number }: IssuedDocument) =>
  getApi<InvoiceBalance>(site, `/invoices/${number}/balance`, owner.cookie);
const recordOf = (changes: object = {}) => ({
  amount: '10',
  receivedOn: '2026-11-20',
  method: 'bank_transfer',
  sendsReceipt: true,
  ...changes,
});
const record = (document: IssuedDocument, changes: object = {}) =>
  does(`/invoices/${document.number}/payments`, recordOf(changes));
const voidPayment = (id: number, changes: object = {}) =>
  does(`/payments/${id}/void`, { reason: 'Wrong invoice', notifiesClient: true, ...changes });
const writeOff = (document: IssuedDocument, amount: string) =>
  does(`/invoices/${document.number}/write-offs`, { amount, reason: 'Bank fees' });
const apply = (document: IssuedDocument, from: IssuedDocument, amount: string) =>
  does(`/invoices/${document.number}/credits`, { from: from.number, amount });
const undoCredit = (document: IssuedDocument, id: number | undefined, changes: object = {}) =>
  does(`/invoices/${document.number}/credits/${id}/undo`, {
    reason: 'Wrong invoice',
    notifiesClient: true,
    ...changes,
  });
const templates = async () => (await listEmailsTo(site, client)).map(({ template }) => template);
const waiting = () => getApi<PaymentsNeedingAttention>(site, '/payments/needs-attention', owner.cookie);
const idOf = (answer: Awaited<ReturnType<typeof postApi>>) => answer.json<{ id: number }>().id;
const detailsOf = (document: IssuedDocument) =>
  getApi<BillingDocumentDetails>(site, documents.apiPathOf(document), owner.cookie);

describe('a payment recorded by the owner', () => {
  it('counts with a receipt, on the day it arrived, and once per key', async () => {
    const document = await documents.issue(5000);
    clock = clock.add({ hours: 48 });
    const body = { amount: '20.50', receivedOn: '2026-11-21', method: 'cash', reference: 'Till 7', key: 'once' };
    const answers = await Promise.all([record(document, body), record(document, body)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
    const { balance, entries } = await balanceOf(document);
    expect(balance).toMatchObject({ status: 'open', amountDue: 2950, amountPaid: 2050 });
    expect(entries.map(({ kind, date, amount, method }) => [kind, date, amount, method])).toEqual([
      ['invoiced', '2026-11-20', 5000, null],
      ['paid', '2026-11-21', -2050, 'Cash'],
    ]);
    const { relatedDocuments } = await detailsOf(document);
    expect(relatedDocuments.map(({ kind, total }) => [kind, total])).toEqual([['receipt', 2050]]);
    const receipt = await site.http.app.inject({ url: relatedDocuments[0]?.path ?? '' });
    expect((await parsePage(receipt.body)).text('main')).toContain('Cash on 21 Nov 2026, reference Till 7');
    // The invoice and the receipt.
    expect(await countJobs(site, 'billing.send_document')).toBe(2);
    expect((await record(document, { amount: '29.50', receivedOn: '2026-11-22' })).statusCode).toBe(201);
    expect((await balanceOf(document)).balance).toMatchObject({ status: 'paid', statusDate: '2026-11-22' });
    expectApiError(await record(document, { receivedOn: '2026-11-22' }), 'CONFLICT');
    clock = clock.subtract({ hours: 48 });
  });

  it('can have arrived up to a year before the invoice, and counts on that day everywhere', async () => {
    const email = 'ahead@site.example';
    const document = await documents.issue(5000, { client: { ...createDraftInvoice(1).client, email } });
    const tooEarly = expectApiError(await record(document, { receivedOn: '2025-11-19' }), 'UNPROCESSABLE');
    expect(tooEarly.fields).toEqual({ receivedOn: expect.stringMatching(/^Enter 20 Nov 2025 or later/) });
    const id = idOf(await record(document, { amount: '20', receivedOn: '2025-12-31' }));
    expect((await record(document, { amount: '30', receivedOn: '2026-11-19' })).statusCode).toBe(201);

    const { balance, entries } = await balanceOf(document);
    expect(balance).toMatchObject({ status: 'paid', statusDate: '2026-11-19', amountDue: 0 });
    expect(entries.map(entry => [entry.kind, entry.date, entry.balance])).toEqual([
      ['paid', '2025-12-31', -2000],
      ['paid', '2026-11-19', -5000],
      ['invoiced', '2026-11-20', 0],
    ]);
    const [receipt] = (await detailsOf(document)).relatedDocuments;
    expect(receipt).toMatchObject({ kind: 'receipt', total: 2000 });
    const statement = await getApi<AccountStatement>(
      site,
      `/account-statement?email=${email}&from=2026-01-01&to=2026-12-31`,
      owner.cookie,
    );
    expect(statement.accounts).toMatchObject([
      { openingBalance: -2000, entries: [{ balance: -5000 }, { balance: 0 }], closingBalance: 0 },
    ]);
    const read = <Report>(path: string) => getApi<Report>(site, path, owner.cookie);
    const byPayment = (period: string) => read<TaxReport>(`/tax-report?period=${period}&basis=payment`);
    const [year, month, later] = [await byPayment('2025'), await byPayment('2026-11'), await byPayment('2026-12')];
    const rowsOf = (report: TaxReport) => report.entries.filter(entry => entry.document.number === document.number);
    expect(rowsOf(year)).toMatchObject([{ date: '2025-12-31', kind: 'payment', net: 2000 }]);
    expect(rowsOf(month)).toMatchObject([{ date: '2026-11-19', net: 3000 }]);
    expect([rowsOf(later), year.years]).toEqual([[], [2026, 2025]]);
    expect(rowsOf(await read<TaxReport>('/tax-report?period=2025&basis=invoice'))).toEqual([]);
    const money = await read<MoneyReport>('/money-report?period=2025-12');
    expect(money.currencies.find(({ currency }) => currency === 'USD')?.current).toMatchObject({
      received: 2000,
      invoiced: 0,
    });
    expect(money.years).toEqual([2026, 2025]);
    // A correction counts on the day it is made.
    expect((await voidPayment(id)).statusCode).toBe(200);
    expect(rowsOf(await byPayment('2025'))).toHaveLength(1);
    expect((await balanceOf(document)).balance.amountDue).toBe(2000);
  });

  it('sends no receipt if the owner doesn’t want one, and refunds an overpayment', async () => {
    const document = await documents.issue(5000);
    await site.db.$client.query('delete from pgboss.job');
    expect((await record(document, { amount: '80', sendsReceipt: false })).statusCode).toBe(201);
    expect(await countJobs(site, 'billing.send_document')).toBe(0);
    const { refunds } = await waiting();
    expect(refunds.map(({ amount, payment }) => [amount, payment.documentNumber])).toContainEqual([
      3000,
      document.number,
    ]);
    expect(await templates()).toEqual(['payment_exceeded']);
  });

  it('is refused with an error on the field, and nothing is recorded', async () => {
    const document = await documents.issue(5000);
    const wrong: [object, string][] = [
      [{ amount: '0' }, 'amount'],
      [{ amount: '-5' }, 'amount'],
      [{ amount: '1.005' }, 'amount'],
      [{ amount: '' }, 'amount'],
      [{ receivedOn: '2026-11-21' }, 'receivedOn'],
      [{ receivedOn: '2025-11-19' }, 'receivedOn'],
      [{ receivedOn: 'yesterday' }, 'receivedOn'],
      [{ method: 'stripe' }, 'method'],
    ];
    for (const [changes, field] of wrong) {
      const answer = await record(document, changes);
      expect(answer.statusCode, JSON.stringify(changes)).toBeGreaterThanOrEqual(400);
      expect(Object.keys(answer.json<{ error: { fields: object } }>().error.fields)).toEqual([field]);
    }
    expect((await record(document, { reference: 'SEPA 1' })).statusCode).toBe(201);
    const again = expectApiError(await record(document, { reference: 'sepa 1' }), 'CONFLICT');
    expect(JSON.stringify(again)).toContain('already added');
    // One transfer can pay several invoices.
    expect((await record(await documents.issue(5000), { reference: 'SEPA 1' })).statusCode).toBe(201);
    expectApiError(await record(await documents.issue(5000, { kind: 'quote' })), 'NOT_FOUND');
    expectApiError(await does(`/invoices/${document.number}/payments`, recordOf(), ''), 'UNAUTHORIZED');
    expect((await balanceOf(document)).balance.amountPaid).toBe(1000);
  });
});

describe('a voided payment', () => {
  it('leaves a trace: counter-entry, canceled receipt, reason and person', async () => {
    const document = await documents.issue(5000);
    const id = idOf(await record(document, { amount: '80' }));
    for (const reason of [' ', '\ud800']) expectApiError(await voidPayment(id, { reason }), 'BAD_REQUEST');
    const answers = await Promise.all([voidPayment(id), voidPayment(id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const { balance, entries } = await balanceOf(document);
    expect(balance).toMatchObject({ status: 'open', amountDue: 5000, amountPaid: 0 });
    expect(entries.map(({ kind, amount, reason, by }) => [kind, amount, reason, by])).toEqual([
      ['invoiced', 5000, null, null],
      ['paid', -8000, null, null],
      ['voided', 8000, 'Wrong invoice', owner.name],
    ]);
    const { relatedDocuments } = await detailsOf(document);
    expect(relatedDocuments.map(({ kind, total }) => [kind, total])).toEqual([
      ['receipt', 8000],
      ['receipt', -8000],
    ]);
    const [receipt, cancellation] = await Promise.all(
      relatedDocuments.map(async ({ path }) => parsePage((await site.http.app.inject({ url: path })).body)),
    );
    expect(receipt?.text('main')).toContain('Canceled on 20 Nov 2026');
    expect(cancellation?.text('main')).toContain(`Cancels receipt ${relatedDocuments[0]?.number}`);
    // The refund of the overpayment was never sent, so it is canceled.
    expect((await waiting()).refunds.filter(({ payment }) => payment.id === id)).toEqual([]);
    expect(await templates()).toEqual(['payment_voided', 'payment_exceeded']);
    const { payment, voided, canVoid, refundable } = await getApi<PaymentDetails>(
      site,
      `/payments/${id}`,
      owner.cookie,
    );
    expect([payment.state, voided?.by, voided?.reason, canVoid, refundable]).toEqual([
      'voided',
      owner.name,
      'Wrong invoice',
      false,
      0,
    ]);
    // The reference is free again.
    expect((await record(document, { amount: '50', reference: 'A' })).statusCode).toBe(201);
  });

  it('is done once per key, as when a response is lost', async () => {
    const document = await documents.issue(5000);
    const id = idOf(await record(document, { amount: '50' }));
    await site.db.$client.query('delete from emails');
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await voidPayment(id, { key: 'void-once' })).json()).toEqual({ done: true });
    expect(await listEmailsTo(site, client)).toHaveLength(1);
  });

  it('is announced, with its refund, in the client’s language', async () => {
    const german = { ...createDraftInvoice(1).client, name: 'Jana Roth', language: 'de' as const };
    const document = await documents.issue(5000, { client: german });
    expect((await voidPayment(idOf(await record(document, { amount: '80' })))).statusCode).toBe(200);
    expect((await record(document, { amount: '60' })).statusCode).toBe(201);
    const { refunds } = await waiting();
    const [refund] = refunds.filter(({ payment }) => payment.documentNumber === document.number);
    expect((await does(`/refunds/${refund?.id}/mark-sent`, { reference: 'T-2' })).statusCode).toBe(200);
    const emails = (await listEmailsTo(site, client)).toReversed();
    expect(emails.map(({ template }) => template)).toEqual([
      'payment_exceeded',
      'payment_voided',
      'payment_exceeded',
      'refund_sent',
    ]);
    const [, voided, exceeded, sent] = emails.map(({ subject, text }) => `${subject}\n${text?.replace(/\s+/g, ' ')}`);
    expect(voided).toMatch(
      /^Eine Zahlung zur Rechnung \S+ wurde korrigiert\n.*Guten Tag Jana Roth,.*80,00.\$.*\(Überweisung\) storniert.*„Wrong invoice“/,
    );
    expect(exceeded).toMatch(/^Sie erhalten eine Erstattung von 10,00.\$/);
    expect(sent).toMatch(
      /10,00.\$ zur Rechnung \S+ erstattet\. Grund: Die Zahlung war höher als der offene Betrag\..*Referenz: T-2/,
    );
    for (const { text, html } of emails) {
      expect(text).not.toMatch(/Hi |Or open|View|Reason|invoice \d/);
      expect(html).toContain('<html lang="de">');
    }
  });

  it('is impossible after a refund, for a card payment and for other people', async () => {
    const document = await documents.issue(5000);
    const id = idOf(await record(document, { amount: '50' }));
    const refund = { amount: '5', reason: 'Goodwill', decision: 'credited' };
    expect((await does(`/payments/${id}/refunds`, refund)).statusCode).toBe(201);
    expectApiError(await voidPayment(id), 'CONFLICT');
    const [waitingRefund] = (await waiting()).refunds.filter(({ payment }) => payment.id === id);
    await does(`/refunds/${waitingRefund?.id}/mark-sent`, { reference: 'T-1' });
    expectApiError(await voidPayment(id), 'CONFLICT');
    const { rows } = await site.db.$client.query<{ id: number }>(
      `insert into payments (billing_document_id, method, status, amount, currency, created_at, settled_at)
        values ($1, 'stripe', 'confirmed', 100, 'USD', now(), now()) returning id`,
      [document.id],
    );
    const answer = await voidPayment(rows[0]?.id ?? 0);
    expectApiError(answer, 'CONFLICT');
    expect(answer.body).toContain('Refund it instead.');
    expectApiError(await does(`/payments/${id}/void`, { reason: 'No', notifiesClient: false }, ''), 'UNAUTHORIZED');
    expectApiError(await voidPayment(999_999), 'NOT_FOUND');
  });
});

describe('a write-off', () => {
  it('settles the rest without counting as received, and can be undone', async () => {
    const document = await documents.issue(5000);
    await record(document, { amount: '49.50' });
    expect((await writeOff(document, '0.51')).body).toContain('Enter at most $0.50.');
    expect((await writeOff(document, '0.50')).statusCode).toBe(201);
    expect((await balanceOf(document)).balance).toMatchObject({
      status: 'paid',
      amountDue: 0,
      amountPaid: 4950,
      amountWrittenOff: 50,
    });
    const page = await parsePage((await site.http.app.inject({ url: documents.pathOf(document) })).body);
    expect(page.text('main')).toMatch(/Paid on 20 Nov 2026.*Written off.*-?\$0\.50/);
    expectApiError(await writeOff(document, '1'), 'CONFLICT');
    const undo = { reason: 'They paid the fee' };
    expect((await does(`/invoices/${document.number}/write-offs/undo`, undo)).statusCode).toBe(200);
    expectApiError(await does(`/invoices/${document.number}/write-offs/undo`, undo), 'CONFLICT');
    expect((await balanceOf(document)).balance).toMatchObject({ status: 'open', amountDue: 50, amountWrittenOff: 0 });
    const unpaid = await documents.issue(700);
    await writeOff(unpaid, '7');
    expect((await balanceOf(unpaid)).balance.status).toBe('written_off');
    const list = await getApi<{ items: { number: string; status: string; writtenOff: number }[] }>(
      site,
      '/billing-documents?status=written_off',
      owner.cookie,
    );
    expect(list.items.map(({ number, status, writtenOff }) => [number, status, writtenOff])).toEqual([
      [unpaid.number, 'written_off', 700],
    ]);
  });
});

describe('credit', () => {
  it('pays another invoice instead of being refunded, once and up to its amount', async () => {
    const [first, second, foreign] = [
      await documents.issue(5000),
      await documents.issue(6000),
      await documents.issue(6000, { client: { ...createDraftInvoice(1).client, email: 'lin@site.example' } }),
    ];
    const id = idOf(await record(first, { amount: '80' }));
    await site.db.$client.query('delete from emails');
    expect((await balanceOf(second)).credits).toContainEqual(
      expect.objectContaining({ number: first.number, amount: 3000 }),
    );
    expect((await balanceOf(foreign)).credits).toEqual([]);
    expectApiError(await apply(foreign, first, '10'), 'CONFLICT');
    expect((await apply(second, first, '30.01')).body).toContain('Enter at most $30.00.');
    expect((await apply(second, first, '20')).statusCode).toBe(201);
    // The rest is still to be refunded.
    const rest = async () => (await waiting()).refunds.filter(({ payment }) => payment.id === id);
    expect((await rest()).map(({ amount }) => amount)).toEqual([1000]);
    const answers = await Promise.all([apply(second, first, '10'), apply(second, first, '10')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(await rest()).toEqual([]);
    expect((await balanceOf(first)).balance).toMatchObject({ amountDue: 0, amountPaid: 5000 });
    expect((await balanceOf(second)).balance).toMatchObject({ amountDue: 3000, amountPaid: 3000 });
    expect(await templates()).toEqual(['credit_applied', 'credit_applied']);
    // Used credit is neither voided nor refunded.
    expectApiError(await voidPayment(id), 'CONFLICT');
    const { refundable } = await getApi<PaymentDetails>(site, `/payments/${id}`, owner.cookie);
    expect(refundable).toBe(5000);
    const { entries: taxed } = await getApi<TaxReport>(site, '/tax-report?basis=payment&period=2026-11', owner.cookie);
    const kindsOf = ({ number }: IssuedDocument) =>
      taxed.filter(({ document }) => document.number === number).map(({ kind }) => kind);
    expect([kindsOf(first), kindsOf(second)]).toEqual([
      ['payment', 'applied', 'applied'],
      ['applied', 'applied'],
    ]);
    const url = '/dashboard/tax?basis=payment&period=2026-11';
    const page = await site.http.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } });
    expect((await parsePage(page.body)).text('main')).toMatch(
      new RegExp(`Applied credit: deposit.invoice.${first.number}`),
    );
    const statement = await getApi<AccountStatement>(site, `/account-statement?email=${client}`, owner.cookie);
    const applied = statement.accounts.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'applied'));
    expect(applied.map(({ document, amount }) => [document.number, amount])).toEqual([
      [first.number, 2000],
      [second.number, -2000],
      [first.number, 1000],
      [second.number, -1000],
    ]);
  });

  it('is listed for the client on the pages of both invoices, in the language of the documents', async () => {
    const german = { client: { ...createDraftInvoice(1).client, language: 'de' as const } };
    const [first, second] = [await documents.issue(5000, german), await documents.issue(6000, german)];
    await record(first, { amount: '80' });
    await apply(second, first, '20');
    const creditsOf = async (document: IssuedDocument) =>
      (await getApi<PaymentSummary>(site, `${documents.apiPathOf(document)}/payments`)).credits;
    expect(await creditsOf(first)).toMatchObject([
      { amount: -2000, document: { number: second.number }, isUndo: false },
    ]);
    expect(await creditsOf(second)).toMatchObject([
      { amount: 2000, document: { number: first.number }, isUndo: false },
    ]);
    const listOf = async (document: IssuedDocument) => {
      const page = await parsePage((await documents.get(documents.pathOf(document))).body);
      return page.all('li').map(textOf);
    };
    const text = (sign: string, what: string) => new RegExp(`^${what} Anzahlungsrechnung \\S+ 20.11.2026${sign}20,00`);
    expect(await listOf(first)).toContainEqual(expect.stringMatching(text('-', 'Guthaben angerechnet auf')));
    expect(await listOf(second)).toContainEqual(expect.stringMatching(text('', 'Guthaben verrechnet aus')));
  });

  it('is undone with a trace, and can be used again', async () => {
    const [first, second, third] = await Promise.all([5000, 6000, 6000].map(total => documents.issue(total)));
    if (!first || !second || !third) throw new Error('There are no invoices.');
    const id = idOf(await record(first, { amount: '80' }));
    await apply(second, first, '30');
    await site.db.$client.query('delete from emails');
    const { appliedCredits } = await balanceOf(second);
    expect(appliedCredits).toMatchObject([{ number: first.number, date: '2026-11-20', amount: 3000 }]);
    const credit = appliedCredits[0]?.id;
    expect(expectApiError(await undoCredit(second, credit, { reason: ' ' }), 'BAD_REQUEST').fields).toHaveProperty(
      'reason',
    );
    expectApiError(await undoCredit(third, credit), 'NOT_FOUND');
    expectApiError(
      await postApi(site, `/invoices/${second.number}/credits/${credit}/undo`, { reason: 'No', notifiesClient: true }),
      'UNAUTHORIZED',
    );
    const keys = [crypto.randomUUID(), crypto.randomUUID()];
    const answers = await Promise.all(keys.map(key => undoCredit(second, credit, { key })));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
    // As when its response is lost.
    const repeated = await undoCredit(second, credit, { key: keys[statuses.indexOf(200)] });
    expect(repeated.statusCode).toBe(200);
    const after = await balanceOf(second);
    expect(after.balance).toMatchObject({ status: 'open', amountDue: 6000, amountPaid: 0 });
    expect(after.appliedCredits).toEqual([]);
    expect(after.entries.slice(1).map(({ amount, isUndo, reason, by }) => [amount, isUndo, reason, by])).toEqual([
      [-3000, false, `Credit from ${first.number} for ${second.number}`, owner.name],
      [3000, true, 'Wrong invoice', owner.name],
    ]);
    // The credit is refunded unless it is used again.
    const rest = async () => (await waiting()).refunds.filter(({ payment }) => payment.id === id);
    expect((await rest()).map(({ amount }) => amount)).toEqual([3000]);
    expect(await templates()).toEqual(['credit_undone', 'payment_exceeded']);
    expectApiError(await undoCredit(second, credit), 'CONFLICT');

    await apply(third, first, '30');
    expect(await rest()).toEqual([]);
    const again = (await balanceOf(third)).appliedCredits[0]?.id;
    // The third invoice is now overpaid, and its credit pays the second.
    await record(third, { amount: '60' });
    await apply(second, third, '30');
    await does(`/payments/${idOf(await record(second, { amount: '30' }))}/refunds`, {
      amount: '1',
      reason: 'Goodwill',
      decision: 'owed',
    });
    expect((await undoCredit(third, again, { notifiesClient: false })).statusCode).toBe(200);
    expect((await balanceOf(third)).balance).toMatchObject({ amountDue: 3000, amountPaid: 3000 });
    expect((await voidPayment(id)).statusCode).toBe(200);
  });

  it('can’t be undone while it pays another invoice', async () => {
    const [first, second, third] = await Promise.all([1000, 2000, 4000].map(total => documents.issue(total)));
    if (!first || !second || !third) throw new Error('There are no invoices.');
    await record(first, { amount: '30' });
    await apply(second, first, '20');
    const { number } = second;
    await does(`/creditable-invoices/${number}/credit-notes`, { amount: '20', reason: 'Not delivered' });
    expect((await apply(third, second, '20')).statusCode).toBe(201);
    const credit = (await balanceOf(second)).appliedCredits[0]?.id;
    expectApiError(await undoCredit(second, credit), 'CONFLICT');
    expect((await balanceOf(second)).balance.amountDue).toBe(0);
    await undoCredit(third, (await balanceOf(third)).appliedCredits[0]?.id);
    expect((await undoCredit(second, credit)).statusCode).toBe(200);
  });

  it('belongs to the client, regardless of the address that an invoice was sent to', async () => {
    const [one, other] = ['mo@site.example', 'mo@work.example'];
    const added = await does('/clients', { name: 'Mo', emails: [one, other], billing: EMPTY_DETAILS });
    expect(added.statusCode, added.body).toBe(201);
    const to = (email: string) => ({ client: { ...createDraftInvoice(1).client, email } });
    const [paid, next] = [await documents.issue(1000, to(one)), await documents.issue(1000, to('MO@work.example'))];
    await record(paid, { amount: '15' });
    expect((await balanceOf(next)).credits).toMatchObject([{ number: paid.number, amount: 500 }]);
    expect((await apply(next, paid, '5')).statusCode).toBe(201);
    expect((await balanceOf(await documents.issue(1000, to('ma@work.example')))).credits).toEqual([]);
  });

  it('comes from a credit note on a paid invoice', async () => {
    const [paid, next] = [await documents.issue(5000), await documents.issue(5000)];
    const id = idOf(await record(paid, { amount: '50' }));
    await does(`/payments/${id}/refunds`, { amount: '15', reason: 'Less work', decision: 'credited' });
    expect((await apply(next, paid, '15')).statusCode).toBe(201);
    expect((await waiting()).refunds.filter(({ payment }) => payment.id === id)).toEqual([]);
    expect((await balanceOf(paid)).balance).toMatchObject({ amountDue: 0, amountCredited: 1500 });
    expect((await balanceOf(next)).balance.amountDue).toBe(3500);
  });
});

describe('a partial payment of an invoice', () => {
  const pay = (document: IssuedDocument, changes: object = {}) =>
    postApi(site, `${documents.apiPathOf(document)}/payments`, {
      method: 'bank_transfer',
      sender: 'Noor',
      reference: crypto.randomUUID(),
      ...changes,
    });
  const summaryOf = (document: IssuedDocument, cookie?: string) =>
    getApi<PaymentSummary>(site, `${documents.apiPathOf(document)}/payments`, cookie);
  const choose = (document: IssuedDocument, choice: string, amount = '') =>
    postApi(
      site,
      `/invoices/${document.number}/partial-payment`,
      { choice, amount },
      {
        cookie: owner.cookie,
        method: 'PUT',
      },
    );

  it('is possible if the owner allows it, from the minimum on', async () => {
    const document = await documents.issue(5000);
    expect(await summaryOf(document)).toMatchObject({ minAmount: null, managePath: null });
    expect((await pay(document, { amount: '20' })).body).toContain('can only be paid in full');
    expect((await choose(document, 'part', '0')).json()).toMatchObject({ error: { fields: { amount: /./ } } });
    expect((await choose(document, 'part', '10')).statusCode).toBe(200);
    expect((await summaryOf(document, owner.cookie)).managePath).toBe(`/dashboard/payments/invoice/${document.number}`);
    for (const [amount, message] of [
      ['9.99', 'Enter at least $10.00'],
      ['50.01', 'Enter at most $50.00'],
      ['0', 'above zero'],
      ['', 'Enter an amount.'],
    ]) {
      expect((await pay(document, { amount })).body).toContain(message);
    }
    const id = idOf(await pay(document, { amount: '45' }));
    expect((await does(`/payments/${id}/confirm`, {})).statusCode).toBe(200);
    // The rest is less than the minimum, so it is paid in full.
    expect(await summaryOf(document)).toMatchObject({ amountDue: 500, minAmount: null });
    expect((await pay(document)).statusCode).toBe(201);
  });

  it('follows the billing settings unless the invoice has its own choice', async () => {
    const document = await documents.issue(5001);
    await site.db.transaction(tx => updateBillingSettingsRow(tx, { minPartialPercent: 25 }));
    expect((await summaryOf(document)).minAmount).toBe(1251);
    await choose(document, 'full');
    expect((await summaryOf(document)).minAmount).toBeNull();
    await choose(document, 'default');
    expect((await summaryOf(document)).minAmount).toBe(1251);
    await site.db.transaction(tx => updateBillingSettingsRow(tx, { minPartialPercent: null }));
  });
});

it('shows the balance of an invoice on a page for the owner', async () => {
  const document = await documents.issue(5000);
  const url = `/dashboard/payments/invoice/${document.number}`;
  const page = await parsePage((await site.http.app.inject({ url, headers: { cookie: owner.cookie } })).body);
  for (const text of ['Record a payment', 'Write off', 'Partial payments', '$50.00']) {
    expect(page.text('main')).toContain(text);
  }
});

const step = fc.record({
  do: fc.constantFrom(
    'record',
    'record',
    'record',
    'void',
    'write_off',
    'undo',
    'credit',
    'credit',
    'undo_credit',
    'refund',
    'send',
    'day',
  ),
  which: fc.nat(5),
  other: fc.nat(5),
  percent: fc.integer({ min: 1, max: 140 }),
  credited: fc.boolean(),
});

it('keeps ledger, statement, money report and taxes equal to the cent', async () => {
  let run = 0;
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async steps => {
      run++;
      const currency = ['EUR', 'GBP', 'CHF', 'SEK', 'NOK', 'PLN', 'CZK', 'DKK'][run % 8] ?? 'EUR';
      const email = `client${run}@site.example`;
      const about = { currency, client: { ...createDraftInvoice(1).client, email } };
      const tax = { name: 'VAT', basisPoints: 1900 };
      const low = { name: 'VAT', basisPoints: 700 };
      const line = (description: string, unitAmount: number) => ({
        ...createDraftInvoice(unitAmount).lineItems[0],
        description,
        detail: null,
        quantity: 1,
        unitAmount: unitAmount as never,
        term: null,
      });
      const lineItems = [line('Work', 10_001), { ...line('Book', 5003), tax: low }];
      const invoices = [
        await documents.issue(0, { ...about, tax, lineItems }),
        await documents.issue(3333, { ...about, tax }),
        await documents.issue(7777, about),
      ];
      const at = <One>(list: readonly One[], place: number) => list[place % Math.max(1, list.length)];
      const rows = async <Row>(sql: string) =>
        (await site.db.$client.query(sql, [invoices.map(({ id }) => id)])).rows as Row[];
      const decimal = (minor: number) => (Math.max(1, Math.floor(minor)) / 100).toFixed(2);
      for (const { do: what, which, other, percent, credited } of steps) {
        const document = at(invoices, which);
        if (!document) continue;
        const payments = await rows<{ id: number; amount: number }>(
          "select id, amount::int as amount from payments where billing_document_id = any($1) and status = 'confirmed'",
        );
        const payment = at(payments, other);
        const { balance, credits } = await balanceOf(document);
        const { amountDue } = balance;
        const credit = at(credits, other);
        let answer: { statusCode: number; body: string } | undefined;
        // Half of the payments arrived before their invoice was issued.
        const receivedOn = clock
          .subtract({ hours: credited ? 0 : 24 * percent })
          .toString()
          .slice(0, 10);
        if (what === 'record')
          answer = await record(document, { amount: decimal((document.total * percent) / 100), receivedOn });
        if (what === 'void' && payment) answer = await voidPayment(payment.id);
        if (what === 'write_off') answer = await writeOff(document, decimal((amountDue * percent) / 300));
        if (what === 'undo')
          answer = await does(`/invoices/${document.number}/write-offs/undo`, { reason: 'Paid after all' });
        if (what === 'credit' && credit)
          answer = await does(`/invoices/${document.number}/credits`, {
            from: credit.number,
            amount: decimal((Math.min(amountDue, credit.amount) * percent) / 120),
          });
        for (const one of what === 'undo_credit' ? invoices : []) {
          const [applied] = (await balanceOf(one)).appliedCredits;
          if (applied) answer = await undoCredit(one, applied.id);
        }
        if (what === 'refund' && payment)
          answer = await does(`/payments/${payment.id}/refunds`, {
            amount: decimal((payment.amount * percent) / 200),
            reason: 'Goodwill',
            decision: credited ? 'credited' : 'owed',
          });
        if (what === 'send') {
          const [refund] = await rows<{ id: number }>(
            `select refunds.id from refunds join payments on payments.id = payment_id
              where billing_document_id = any($1) and refunds.status = 'pending' limit 1`,
          );
          if (refund) answer = await does(`/refunds/${refund.id}/mark-sent`, { reference: 'T' });
        }
        if (what === 'day') clock = clock.add({ hours: 24 });
        if (answer && answer.statusCode < 300) done.add(what);
        if (answer) expect([200, 201, 404, 409, 422], `${what}: ${answer.body}`).toContain(answer.statusCode);
      }
      await site.db.$client.query('delete from rate_limits');
      const sums = await rows<Record<string, number> & { id: number }>(
        `select document_id as id, owed::int, paid::int, credited::int, written_off::int,
          (select sum(amount) from ledger_entries where billing_document_id = document_id)::int as ledger,
          (select coalesce(sum(amount), 0) from ledger_entries where billing_document_id = document_id and kind = 'invoiced')::int as invoiced,
          (select coalesce(sum(refunds.amount), 0) from refunds join payments on payments.id = payment_id
            where billing_document_id = document_id and payments.status = 'confirmed' and refunds.status = 'pending')::int as pending
        from document_balances where document_id = any($1)`,
      );
      const total = (name: string) => sums.reduce((sum, row) => sum + (row[name] ?? 0), 0);
      for (const row of sums) {
        expect(row.owed).toBe(row.ledger);
        expect(row.owed).toBe((row.invoiced ?? 0) - (row.paid ?? 0) - (row.credited ?? 0) - (row.written_off ?? 0));
        // The amount voided, refunded or applied elsewhere is at most the amount paid, and every overpayment is being
        // refunded.
        expect(row.paid).toBeGreaterThanOrEqual(0);
        expect((row.owed ?? 0) + (row.pending ?? 0)).toBeGreaterThanOrEqual(0);
      }
      const [cash] = await rows<{ received: number; applied: number }>(
        `select coalesce(-sum(amount) filter (where kind in ('paid', 'voided', 'refunded')), 0)::int as received,
          coalesce(sum(amount) filter (where kind = 'applied'), 0)::int as applied
        from ledger_entries where billing_document_id = any($1)`,
      );
      expect(cash).toEqual({ received: total('paid'), applied: 0 });
      const year = `period=${clock.toString().slice(0, 4)}`;
      const to = clock.toString().slice(0, 10);
      const statement = await getApi<AccountStatement>(
        site,
        `/account-statement?email=${email}&from=2026-01-01&to=${to}`,
        owner.cookie,
      );
      const [account] = statement.accounts;
      expect(account?.closingBalance).toBe(total('owed'));
      expect(account?.entries.at(-1)?.balance).toBe(total('owed'));
      const money = await getApi<MoneyReport>(site, `/money-report?${year}`, owner.cookie);
      const report = money.currencies.find(one => one.currency === currency);
      const others = await site.db.$client.query<{ received: number; written_off: number }>(
        `select coalesce(-sum(amount) filter (where entry.kind in ('paid', 'voided', 'refunded')), 0)::int as received,
          coalesce(-sum(amount) filter (where entry.kind = 'written_off'), 0)::int as written_off
        from ledger_entries entry join billing_documents on billing_documents.id = billing_document_id where currency = $1`,
        [currency],
      );
      expect(report?.current).toMatchObject({
        received: others.rows[0]?.received,
        writtenOff: others.rows[0]?.written_off,
      });
      const link = `/payments?currency=${currency}&from=2026-01-01&to=${to}`;
      const list = await getApi<{ totals: { received: number; refunded: number }[] }>(site, link, owner.cookie);
      expect(list.totals.reduce((sum, { received, refunded }) => sum + received - refunded, 0)).toBe(
        report?.current.received,
      );
      const sumOfTaxes = async (basis: string) => {
        const { currencies } = await getApi<TaxReport>(site, `/tax-report?${year}&basis=${basis}`, owner.cookie);
        const taxes = currencies.find(one => one.currency === currency)?.taxes ?? [];
        return taxes.reduce((sum, one) => sum + one.sum.net + one.sum.taxAmount, 0);
      };
      expect(await sumOfTaxes('payment')).toBe(report?.current.received);
      // A write-off doesn't change the amount charged.
      expect(await sumOfTaxes('invoice')).toBe((report?.current.invoiced ?? 0) - (report?.current.credited ?? 0));
    }),
    { numRuns: Number(process.env.HISTORIES ?? 8), seed: 22, endOnFailure: true },
  );
  // The test is only meaningful if each step succeeded.
  expect([...done].toSorted()).toEqual([
    'credit',
    'record',
    'refund',
    'send',
    'undo',
    'undo_credit',
    'void',
    'write_off',
  ]);
});

it('exports voided payments, so the export adds up', async () => {
  const csv = await requestApi(site, '/payments.csv?state=voided', owner.cookie);
  const lines = csv.body.split('\r\n').filter(row => row.includes(',Voided payment,') || row.includes(',Payment,'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.reduce((sum, row) => sum + Math.round(Number(row.split(',')[6]) * 100), 0)).toBe(0);
});
