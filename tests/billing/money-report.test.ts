import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingDocumentListItem } from '#features/billing/contract/document-list.ts';
import type { BillingDocumentKind, LedgerEntryKind } from '#features/billing/contract/documents.ts';
import type { MoneyReport } from '#features/billing/contract/money-report.ts';
import { getDocumentBalance } from '#features/billing/rules/document-balance.ts';
import { agingLabels } from '#features/billing/rules/labels.ts';
import { buildMoneyLink, type MoneyFigureName } from '#features/billing/rules/money-links.ts';
import {
  getPeriodDays,
  listPeriodMonths,
  type MoneyPeriod,
  parseMoneyPeriod,
  resizePeriod,
  shiftPeriod,
} from '#features/billing/rules/money-periods.ts';
import { orders, subscriptions } from '#features/orders/lifecycle/tables.ts';
import type { RecurringRevenue } from '#features/orders/order-page/contract.ts';
import type { ListedPayment } from '#features/payments/contract/review.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { MinorUnits } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { expectApiError, getApi, postApi, requestApi } from '../support/api-client.ts';
import { createDraftInvoice, type IssuedDocument } from '../support/billing-fixture.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createOrderRow } from '../support/order-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: string;
const ZONE = 'America/New_York';
const TODAY = Temporal.Instant.from('2026-11-20T12:00:00Z');
let now = TODAY;

beforeAll(async () => {
  site = await createTestSite({ pages: true, now: () => now });
  owner = (await memberFixture(() => site).arrive({ role: 'owner' })).cookie;
  await site.db.$client.query(
    `update site_sections set content = jsonb_set(content, '{timeZone}', '"${ZONE}"') where key = 'profile'`,
  );
});
afterAll(() => site.close());

const clients = ['Noor', 'Lin', 'Ada', 'Max', 'Eva', 'Tom', 'Zoe', 'Kim', 'Ben', 'Amy', 'Joe'];

/** A document and its later events; each `at` is a fraction of the available time, in thousandths. */
const sale = fc.record({
  at: fc.nat(999),
  amount: fc.integer({ min: 1, max: 500_000 }),
  currency: fc.constantFrom('USD', 'USD', 'JPY'),
  kind: fc.constantFrom<BillingDocumentKind>('deposit_invoice', 'invoice', 'balance_invoice'),
  client: fc.constantFrom(...clients),
  hasEmail: fc.boolean(),
  offer: fc.constantFrom('Growth', 'Starter', 'Initial consultation', null),
  dueIn: fc.integer({ min: 0, max: 60 }),
  creditedPercent: fc.constantFrom(0, 0, 30, 100),
  writtenOffPercent: fc.constantFrom(0, 0, 5, 100),
  payments: fc.array(
    fc.record({
      percent: fc.integer({ min: 1, max: 60 }),
      at: fc.nat(999),
      refund: fc.option(
        fc.record({
          percent: fc.integer({ min: 1, max: 100 }),
          at: fc.nat(999),
          after: fc.constantFrom('nothing', 'held', 'released', 'reinstated'),
        }),
      ),
      isVoided: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

const START = Temporal.Instant.from('2025-01-01T00:00:00Z');
const minutes = Math.floor(START.until(TODAY).total('minutes'));
const momentOf = (share: number) => START.add({ minutes: Math.floor((minutes * share) / 1000) });
const RUNS = 6;
let run = 0;
const percentOf = (amount: number, percent: number) => Math.max(1, Math.floor((amount * percent) / 100));

async function insert(table: string, values: Readonly<Record<string, unknown>>): Promise<number> {
  const names = Object.keys(values);
  const { rows } = await site.db.$client.query<{ id: string }>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(values),
  );
  return Number(rows[0]?.id);
}

const post = (
  document: IssuedDocument,
  kind: LedgerEntryKind,
  amount: number,
  at: Temporal.Instant,
  by: { payment_id?: number; refund_id?: number; adjustment_id?: number },
) =>
  insert('ledger_entries', {
    billing_document_id: document.id,
    kind,
    amount,
    posted_at: at.toString(),
    ...by,
  });

/**
 * Issues the documents, oldest first and later than those of earlier runs, since numbers and dates only increase, and
 * posts their payments and refunds at any time.
 */
async function record(sales: readonly Sale[]): Promise<void> {
  const { issue } = await billingDocumentFactory(site);
  for (const one of sales.toSorted((a, b) => a.at - b.at)) {
    now = momentOf((Math.min(run, RUNS - 1) * 1000 + one.at) / RUNS);
    const { currency, client: name, offer } = one;
    const about = {
      currency,
      client: { ...createDraftInvoice(1).client, name, email: one.hasEmail ? `${name}@Site.example` : null },
      order: offer === null ? null : { orderNumber: 'A-1042', title: offer },
    };
    const dueOn = now.toZonedDateTimeISO(ZONE).toPlainDate().add({ days: one.dueIn }).toString();
    const document = await issue(one.amount, { ...about, kind: one.kind, dueOn });
    if (one.creditedPercent > 0) {
      const credit = -percentOf(one.amount, one.creditedPercent);
      await issue(credit, { ...about, kind: 'credit_note', dueOn: null }, document);
    }
    const adjust = async () => ({
      adjustment_id: await insert('ledger_adjustments', { reason: 'Mistake', created_at: now.toString() }),
    });
    if (one.writtenOffPercent > 0)
      await post(document, 'written_off', -percentOf(one.amount, one.writtenOffPercent), now, await adjust());
    for (const { percent, at, refund, isVoided } of one.payments) {
      const paid = percentOf(one.amount, percent);
      const created_at = momentOf(at).toString();
      const payment_id = await insert('payments', {
        billing_document_id: document.id,
        method: 'bank_transfer',
        status: 'confirmed',
        amount: paid,
        currency,
        reference: crypto.randomUUID(),
        created_at,
        settled_at: created_at,
      });
      await post(document, 'paid', -paid, momentOf(at), { payment_id });
      if (isVoided)
        await post(document, 'voided', paid, momentOf(refund?.at ?? at), { payment_id, ...(await adjust()) });
      if (!refund || isVoided) continue;
      const amount = percentOf(paid, refund.percent);
      const refundedAt = momentOf(refund.at);
      const refund_id = await insert('refunds', {
        payment_id,
        status: 'succeeded',
        amount,
        reason: 'Goodwill',
        created_at: refundedAt.toString(),
        settled_at: refundedAt.toString(),
      });
      await post(document, 'refunded', amount, refundedAt, { refund_id });
      if (refund.after === 'nothing') continue;
      await post(document, 'held', -amount, refundedAt, { refund_id });
      if (refund.after !== 'held') await post(document, 'released', amount, TODAY, { refund_id });
      if (refund.after === 'reinstated') await post(document, 'reinstated', -amount, TODAY, { refund_id });
    }
  }
  now = TODAY;
  run++;
}

interface Entry {
  readonly documentId: number;
  readonly kind: LedgerEntryKind;
  readonly amount: MinorUnits;
  /** The day in the owner's time zone. */
  readonly day: string;
}

/** Reads the ledger and the documents, without any of the report's queries. */
async function readLedger() {
  const { rows } = await site.db.$client.query<Record<'document' | 'kind' | 'amount' | 'at', string>>(
    'select billing_document_id as document, kind, amount, posted_at::text as at from ledger_entries order by id',
  );
  const entries = rows.map(
    (row): Entry => ({
      documentId: Number(row.document),
      kind: row.kind as LedgerEntryKind,
      amount: toMinorUnits(Number(row.amount)),
      day: Temporal.Instant.from(row.at.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
        .toZonedDateTimeISO(ZONE)
        .toPlainDate()
        .toString(),
    }),
  );
  const documents = await site.db.$client.query<{ id: number; due: string | null; content: IssuedDocument['content'] }>(
    'select id, due_on::text as due, content from billing_documents order by id',
  );
  return { entries, documents: documents.rows };
}
type Ledger = Awaited<ReturnType<typeof readLedger>>;

const sum = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0);
const isMoney = ({ kind }: Entry) =>
  kind === 'paid' || kind === 'voided' || kind === 'refunded' || kind === 'reinstated';

/** Computes the figures of a period by adding up the ledger. */
function computeFigures({ entries, documents }: Ledger, currency: string, period: MoneyPeriod) {
  const { from, to } = getPeriodDays(period);
  const inCurrency = new Map(
    documents.filter(({ content }) => content.currency === currency).map(one => [one.id, one]),
  );
  const mine = entries.filter(({ documentId, day }) => inCurrency.has(documentId) && day >= from && day <= to);
  const sumOf = (...kinds: LedgerEntryKind[]) =>
    sum(mine.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
  const writtenOff = entries
    .filter(
      ({ kind, documentId }) => kind === 'written_off' && (inCurrency.get(documentId)?.content.issuedOn ?? '') >= from,
    )
    .filter(({ documentId }) => (inCurrency.get(documentId)?.content.issuedOn ?? '') <= to)
    .map(({ amount }) => amount);
  const byKey = (toKey: (content: IssuedDocument['content']) => string) => {
    const sums = new Map<string, number>();
    for (const { documentId, amount } of mine.filter(isMoney)) {
      const content = inCurrency.get(documentId)?.content;
      const key = content ? toKey(content) : '';
      sums.set(key, (sums.get(key) ?? 0) - amount);
    }
    return sums;
  };
  return {
    figures: {
      received: -sumOf('paid', 'voided', 'refunded', 'reinstated') + 0,
      refunds: sumOf('refunded', 'reinstated'),
      invoiced: sumOf('invoiced'),
      credited: -sumOf('credited') + 0,
      // Write-offs count in the period of their invoice.
      writtenOff: -sum(writtenOff) + 0,
    },
    clients: byKey(({ client: { name, email } }) => (email ?? name).toLowerCase()),
    offers: byKey(({ order }) => order?.title ?? 'Without an order'),
  };
}

/** Computes the unpaid amounts by adding up each document's entries. */
function computeAging({ entries, documents }: Ledger, currency: string) {
  const today = TODAY.toZonedDateTimeISO(ZONE).toPlainDate();
  const sums: Record<string, number> = Object.fromEntries(Object.keys(agingLabels).map(status => [status, 0]));
  for (const { id, due, content } of documents.filter(one => one.content.currency === currency)) {
    const movements = entries.filter(({ documentId }) => documentId === id).map(one => ({ ...one, on: one.day }));
    const { status, amountDue } = getDocumentBalance({ total: content.total, dueOn: due }, movements, today.toString());
    if (status !== 'open' && status !== 'overdue') continue;
    const late = due === null ? 0 : Temporal.PlainDate.from(due).until(today, { largestUnit: 'days' }).days;
    const bucket =
      late <= 0 ? 'not_due' : late <= 30 ? '1_30' : late <= 60 ? '31_60' : late <= 90 ? '61_90' : 'over_90';
    const key = bucket === 'not_due' ? bucket : `overdue_${bucket}`;
    sums[key] = (sums[key] ?? 0) + amountDue;
  }
  return sums;
}

/** Lists all rows behind a link of the report. */
async function listRows<Row>(link: string): Promise<Row[]> {
  const [path, query] = link.split('?');
  const api = path === dashboardPaths.payments ? '/payments' : '/billing-documents';
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const url = `${api}?${query}&pageSize=50&page=${page}`;
    const answer = await getApi<{ items: Row[]; total: number }>(site, url, owner);
    rows.push(...answer.items);
    if (answer.items.length === 0 || rows.length >= answer.total) return rows;
  }
}

/** Adds up the rows behind a figure. */
async function sumRows(figure: MoneyFigureName, scope: Parameters<typeof buildMoneyLink>[1]): Promise<number> {
  const link = buildMoneyLink(figure, scope);
  if (figure === 'received' || figure === 'refunds') {
    const net = sum((await listRows<ListedPayment>(link)).map(row => row.net ?? Number.NaN));
    return figure === 'refunds' ? 0 - net : net;
  }
  const rows = await listRows<BillingDocumentListItem>(link);
  if (figure === 'invoiced') return sum(rows.map(({ total }) => total));
  if (figure === 'writtenOff') return sum(rows.map(({ writtenOff }) => writtenOff));
  if (figure === 'credited') return 0 - sum(rows.map(({ total }) => total));
  return sum(rows.map(({ amountDue }) => amountDue));
}

const readReport = (period: string) => getApi<MoneyReport>(site, `/money-report?period=${period}`, owner);

describe('the money report', () => {
  it('is empty before the first invoice', async () => {
    now = TODAY;
    const report = await getApi<MoneyReport>(site, '/money-report', owner);
    const converted = { currency: 'USD', rates: [], report: null };
    expect(report).toEqual({ period: '2026', today: '2026-11-20', years: [], currencies: [], converted });
    const page = await site.http.app.inject({ url: dashboardPaths.money, headers: { cookie: owner } });
    expect(page.body).toContain('No invoices yet.');
  });

  it('equals the sums of the ledger, and the rows behind each figure add up to it', async () => {
    // Each run adds to the ledger.
    const periods = ['2026', '2025', '2026-Q3', '2026-11', '2025-03'];
    const history = fc.array(sale, { minLength: 12, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...periods), async (sales, name) => {
        await record(sales);
        const ledger = await readLedger();
        const period = parseMoneyPeriod(name);
        if (!period) throw new Error(name);
        const report = await readReport(name);
        for (const { currency, ...shown } of report.currencies) {
          const expected = computeFigures(ledger, currency, period);
          expect(shown.current).toEqual(expected.figures);
          const before = { ...period, year: period.year - 1 };
          expect(shown.previous).toEqual(computeFigures(ledger, currency, before).figures);
          const year = resizePeriod(period, 12);
          for (const [amounts, of] of [
            [shown.received, year],
            [shown.receivedBefore, shiftPeriod(year, -1)],
          ] as const) {
            const months = listPeriodMonths(of).map(month => parseMoneyPeriod(month) ?? year);
            expect(amounts).toEqual(months.map(month => computeFigures(ledger, currency, month).figures.received));
          }
          expect(shown.aging).toEqual(computeAging(ledger, currency));
          for (const by of ['clients', 'offers'] as const) {
            const { items, others } = shown[by];
            for (const { key, received } of items) expect(received).toBe(expected[by].get(key));
            expect(sum(items.map(({ received }) => received)) + others.received).toBe(shown.current.received);
            expect(items.length + others.count).toBe(expected[by].size);
          }
          const everyone = await getApi<MoneyReport>(site, `/money-report?period=${name}&all=clients`, owner);
          const { clients: all } = everyone.currencies.find(one => one.currency === currency) ?? shown;
          expect([all.items.length, all.others]).toEqual([expected.clients.size, { count: 0, received: 0 }]);
          expect(sum(all.items.map(({ received }) => received))).toBe(shown.current.received);
          const scope = { currency, ...getPeriodDays(period) };
          for (const figure of ['received', 'refunds', 'invoiced', 'credited', 'writtenOff'] as const) {
            expect([figure, await sumRows(figure, scope)]).toEqual([figure, shown.current[figure]]);
          }
          for (const [status, amount] of Object.entries(shown.aging)) {
            expect([status, await sumRows(status as keyof typeof shown.aging, scope)]).toEqual([status, amount]);
          }
          expect(await sumRows('open', scope)).toBe(sum(Object.values(shown.aging)));
          expect(await sumRows('overdue', scope)).toBe(sum(Object.values({ ...shown.aging, not_due: 0 })));
          const [client] = shown.clients.items;
          if (client) expect(await sumRows('received', { ...scope, client: client.key })).toBe(client.received);
          const [offer] = shown.offers.items;
          if (offer) expect(await sumRows('received', { ...scope, offer: offer.key })).toBe(offer.received);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('shows the totals of a period’s payments, and exports only its transactions', async () => {
    const scope = { currency: 'USD', ...getPeriodDays({ year: 2026, month: 6, months: 3 }) };
    const query = buildMoneyLink('received', scope).split('?')[1];
    const { totals } = await getApi<{ totals: { received: number; refunded: number }[] }>(
      site,
      `/payments?${query}`,
      owner,
    );
    const [{ current } = { current: null }] = (await readReport('2026-Q3')).currencies.filter(
      one => one.currency === 'USD',
    );
    expect(totals.map(({ received, refunded }) => [received - refunded, refunded])).toEqual([
      [current?.received, current?.refunds],
    ]);
    const csv = await requestApi(site, `/payments.csv?${query}`, owner);
    const cents = csv.body
      .split('\r\n')
      .slice(1)
      .filter(Boolean)
      .map(row => Math.round(Number(row.split(',')[6]) * 100));
    expect(sum(cents)).toBe(current?.received);
  });

  it('sums only subscriptions that are invoiced each month, and lists them', async () => {
    const start = async (status: 'in_progress' | 'canceled', changes: object) => {
      const row = createOrderRow({ kind: 'service', status });
      const [order] = await site.db.insert(orders).values(row).returning();
      if (!order) throw new Error('No order.');
      const { id: orderId, total: monthlyAmount, currency } = order;
      await site.db
        .insert(subscriptions)
        .values({ orderId, monthlyAmount, currency, nextInvoiceOn: '2026-12-01', ...changes });
      return order;
    };
    const active = [await start('in_progress', {}), await start('in_progress', {})];
    await start('in_progress', { pausedFrom: '2026-12-01' });
    await start('in_progress', { endsOn: '2026-11-30' });
    await start('canceled', {});
    const { items } = await getApi<{ items: RecurringRevenue[] }>(site, '/recurring-revenue', owner);
    const monthly = sum(active.map(({ total }) => total));
    expect(items).toEqual([{ currency: 'USD', monthly, count: 2 }]);
    const list = await getApi<{ items: { number: number; total: number }[] }>(
      site,
      '/orders?subscription=active&currency=USD',
      owner,
    );
    expect(new Set(list.items.map(({ number }) => number))).toEqual(new Set(active.map(({ id }) => id)));
    expect(sum(list.items.map(({ total }) => total))).toBe(monthly);
  });

  it('is shown as a page with linked figures', async () => {
    // Paid and partly refunded in August 2026.
    const payment = {
      percent: 60,
      at: 860,
      refund: { percent: 50, at: 870, after: 'nothing' },
      isVoided: false,
    } as const;
    const about = { kind: 'invoice', client: 'Noor', hasEmail: true, offer: 'Growth' } as const;
    const amounts = { amount: 9000, currency: 'JPY', creditedPercent: 0, writtenOffPercent: 0 } as const;
    await record([{ at: 999, dueIn: 7, ...about, ...amounts, payments: [payment] }]);
    const page = await site.http.app.inject({
      url: `${dashboardPaths.money}?period=2026-Q3&currency=JPY`,
      headers: { cookie: owner },
    });
    expect(page.statusCode).toBe(200);
    for (const text of ['Q3 2026', 'Net received', 'Over 90 days overdue', 'Received by client', '¥']) {
      expect(page.body).toContain(text);
    }
    const link = buildMoneyLink('refunds', { currency: 'JPY', from: '2026-07-01', to: '2026-09-30' });
    expect(page.body).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    const list = await site.http.app.inject({ url: link, headers: { cookie: owner } });
    for (const text of ['Refunds and disputes only', '01 Jul 2026 to 30 Sep 2026', 'In this period']) {
      expect(list.body).toContain(text);
    }
  });

  it('converts all currencies at the owner’s rates', async () => {
    const before = await getApi<MoneyReport>(site, '/money-report?period=2026', owner);
    expect(before.currencies.map(({ currency }) => currency).toSorted()).toEqual(['JPY', 'USD']);
    expect(before.converted).toEqual({ currency: 'USD', rates: [{ currency: 'JPY', rate: null }], report: null });
    const save = (rates: object[]) => postApi(site, '/currency-rates', { rates }, { cookie: owner, method: 'PUT' });
    for (const [currency, rate] of [
      ['JPY', '0'],
      ['JPY', 'x'],
      ['USD', '1'],
    ]) {
      expect(Object.keys(expectApiError(await save([{ currency, rate }]), 'BAD_REQUEST').fields)).toEqual([
        'rates.0.rate',
      ]);
    }
    expect((await save([{ currency: 'JPY', rate: '0,01' }])).statusCode).toBe(200);
    const { converted, currencies } = await getApi<MoneyReport>(site, '/money-report?period=2026', owner);
    const received = Object.fromEntries(currencies.map(one => [one.currency, one.current.received]));
    // One yen, which has no decimals, is worth one cent.
    expect(converted.report?.current.received).toBe((received.USD ?? 0) + (received.JPY ?? 0));
    expect((await save([{ currency: 'JPY', rate: '' }])).statusCode).toBe(200);
    expect((await getApi<MoneyReport>(site, '/money-report?period=2026', owner)).converted.report).toBeNull();
  });

  it('refuses unknown periods, and is limited to the owner', async () => {
    for (const period of ['2026-13', '2026-Q5', 'now']) {
      expectApiError(await requestApi(site, `/money-report?period=${period}`, owner), 'BAD_REQUEST');
    }
    const page = await site.http.app.inject({
      url: `${dashboardPaths.money}?period=now`,
      headers: { cookie: owner },
    });
    expect(page.statusCode).toBe(200);
    expectApiError(await requestApi(site, '/money-report'), 'UNAUTHORIZED');
    const member = (await memberFixture(() => site).arrive({ role: 'member' })).cookie;
    for (const path of ['/money-report', '/recurring-revenue']) {
      expectApiError(await requestApi(site, path, member), 'FORBIDDEN');
    }
  });
});
