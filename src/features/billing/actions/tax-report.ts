import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { cellsIn, type CsvDownload, csvDownload } from '#platform/http/csv-download.ts';
import { dayOf } from '#shared/dates.ts';
import { type MinorUnits, toDecimalString } from '#shared/money.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { rateText } from '#shared/price-tax.ts';
import { taxCategoryLabels } from '../contract/tax-categories.ts';
import type { BillingDocument, LedgerEntryKind } from '../contract/documents.ts';
import type { TaxEntry, TaxReport, TaxReportQuery } from '../contract/tax-report.ts';
import { listReportYears } from '../queries/money-summary.ts';
import { listPaidDocuments, listTaxDocuments } from '../queries/tax-report.ts';
import { formatDocumentTitle } from '../rules/labels.ts';
import {
  getPeriodDays,
  type MoneyPeriod,
  parseMoneyPeriod,
  resizePeriod,
  toPeriodName,
} from '../rules/money-periods.ts';
import { taxCategoryCodes } from '../rules/tax-categories.ts';
import { addTaxEntries, listCashShares, listTaxShares, type TaxShare } from '../rules/tax-report.ts';
import { withDisputes } from './disputes.ts';
import { buildDocumentPath } from './document-urls.ts';
import { toTimeSpan } from './time-span.ts';

type Services = Pick<ApiServices, 'now' | 'encryption' | 'features'>;

/** Maximum number of rows on the page; the CSV has all. */
const MAX_ENTRIES = 200;

/** Returns the requested period, or the current quarter, in the owner's time zone. */
export async function readPeriod(db: Db, { now }: Pick<Services, 'now'>, { period }: Pick<TaxReportQuery, 'period'>) {
  const timeZone = await getTimeZone(db);
  const today = dayOf(now(), timeZone);
  const current = resizePeriod({ year: today.year, month: today.month - 1, months: 1 }, 3);
  return { period: parseMoneyPeriod(period ?? '') ?? current, timeZone, today: today.toString() };
}

/** What ledger entries are in a report by payment date, if not payments. */
const movementKinds: Partial<Record<LedgerEntryKind, TaxEntry['kind']>> = {
  refunded: 'refund',
  reinstated: 'refund_failed',
  credited: 'credit_note',
  applied: 'applied',
};
const disputeKinds: typeof movementKinds = { refunded: 'dispute', reinstated: 'dispute_won' };

/** Yields, in batches, the amounts that each document, or each payment and refund, of a period adds to each tax. */
async function* listTaxEntries(
  db: Db,
  services: Services,
  { basis }: Pick<TaxReportQuery, 'basis'>,
  { period, timeZone }: { readonly period: MoneyPeriod; readonly timeZone: string },
): AsyncGenerator<TaxEntry[]> {
  const { from, to } = getPeriodDays(period);
  const toEntries = (
    { content, currency }: { readonly content: BillingDocument; readonly currency: string },
    about: Pick<TaxEntry, 'date' | 'kind'>,
    shares: readonly TaxShare[],
  ) => {
    const { kind, number, client } = content;
    const document = { kind, number, path: buildDocumentPath(services, number) };
    const added = shares.filter(({ net, taxAmount }) => net !== 0 || taxAmount !== 0);
    return added.map(share => ({ ...about, ...share, document, client: client.name, currency }));
  };
  if (basis === 'invoice') {
    for await (const part of listTaxDocuments(db, { from, to })) {
      yield part.flatMap(document => {
        const kind = document.kind === 'credit_note' ? 'credit_note' : 'invoice';
        return toEntries(document, { date: document.issuedOn, kind }, listTaxShares(document.content));
      });
    }
    return;
  }
  const span = toTimeSpan({ from, to }, timeZone);
  for await (const { documents, entries: found } of listPaidDocuments(db, span)) {
    const byDocument = Map.groupBy(await withDisputes(db, services, found), ({ documentId }) => documentId);
    yield documents.flatMap(document => {
      const entries = byDocument.get(document.id) ?? [];
      const movements = entries.map(({ kind, amount, creditNote }) =>
        kind === 'credited'
          ? { received: ZERO, creditNote: creditNote ?? undefined }
          : { received: subtractAmounts(ZERO, amount) },
      );
      return listCashShares(document.content, movements).flatMap((shares, index) => {
        const entry = entries[index];
        if (!entry || entry.at < span.from || entry.at >= span.until) return [];
        const date = dayOf(entry.at.toTemporalInstant(), timeZone).toString();
        const disputeKind = entry.isDispute ? disputeKinds[entry.kind] : undefined;
        const kind = disputeKind ?? movementKinds[entry.kind];
        return toEntries(document, { date, kind: kind ?? 'payment' }, shares);
      });
    });
  }
}

/** Returns the taxes of a period per currency, category and rate, with the rows behind them, by date. */
export async function getTaxReport(
  db: Db,
  services: Services,
  query: TaxReportQuery & { readonly currency?: string | undefined; readonly tax?: string | undefined },
): Promise<TaxReport> {
  const read = await readPeriod(db, services, query);
  const isShown = ({ currency, tax }: TaxEntry) =>
    (query.currency ?? currency) === currency && (query.tax ?? tax.key) === tax.key;
  let currencies: TaxReport['currencies'] = [];
  let entries: TaxEntry[] = [];
  let entryCount = 0;
  for await (const part of listTaxEntries(db, services, query, read)) {
    currencies = addTaxEntries(currencies, part);
    const shown = part.filter(isShown);
    entryCount += shown.length;
    entries = [...entries, ...shown].toSorted((one, other) => one.date.localeCompare(other.date)).slice(0, MAX_ENTRIES);
  }
  const { period, today, timeZone } = read;
  const years = await listReportYears(db, timeZone);
  return { period: toPeriodName(period), today, years, currencies, entries, entryCount };
}

const CSV_HEADING = 'Date,Type,Document,Client,Currency,Tax,Category,Category code,Rate,Net,Tax amount';
const kindLabels = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Disputed payment',
  dispute_won: 'Dispute won',
  refund_failed: 'Failed refund',
  applied: 'Applied credit',
} as const;

/** Returns the rows of a period as CSV, streamed. */
export async function exportTaxReport(db: Db, services: Services, query: TaxReportQuery): Promise<CsvDownload> {
  const read = await readPeriod(db, services, query);
  return csvDownload(
    `tax-${toPeriodName(read.period)}-by-${query.basis}-date.csv`,
    CSV_HEADING.split(','),
    cellsIn(
      listTaxEntries(db, services, query, read),
      ({ date, kind, document, client, currency, tax, net, taxAmount }) => {
        const decimal = (minor: MinorUnits) => ({ decimal: toDecimalString({ minor, currency }) });
        const { name, category, basisPoints } = tax;
        return [
          date,
          kindLabels[kind],
          formatDocumentTitle(document),
          client,
          currency,
          name,
          category === null ? '' : taxCategoryLabels[category],
          category === null ? '' : taxCategoryCodes[category],
          rateText(basisPoints),
          decimal(net),
          decimal(taxAmount),
        ];
      },
    ),
  );
}
