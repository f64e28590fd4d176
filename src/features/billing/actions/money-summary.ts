import { getSettings } from '#features/settings/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { agingStatuses } from '../contract/document-list.ts';
import type { CurrencyRate, CurrencyReport, MoneyFigures, MoneyReport, MoneyShares } from '../contract/money-report.ts';
import { type MoneySummary, SUMMARY_MONTHS } from '../contract/money-summary.ts';
import { listCurrencyRates, replaceCurrencyRates } from '../queries/currency-rates.ts';
import {
  listReceivedShares,
  listReportYears,
  type ReceivedShare,
  sumInvoicedByMonth,
  sumOutstanding,
  sumReceivedByMonth,
} from '../queries/money-summary.ts';
import { convertReport, limitShares } from '../rules/convert-report.ts';
import {
  getPeriodDays,
  listPeriodMonths,
  type MoneyPeriod,
  parseMoneyPeriod,
  resizePeriod,
  shiftPeriod,
  toPeriodName,
} from '../rules/money-periods.ts';
import { toTimeSpan } from './time-span.ts';

/** Number of clients or offers listed in a report; the others are added up. */
const SHARES_LISTED = 8;

/** Maximum number that is read, and listed if the owner asks for all. */
const MAX_SHARES = 1000;

/** Returns the money received in the last months and the unpaid amounts, by currency. */
export async function getMoneySummary(db: Db, { now }: Pick<ApiServices, 'now'>): Promise<MoneySummary> {
  const timeZone = await getTimeZone(db);
  const today = now().toZonedDateTimeISO(timeZone).toPlainDate();
  const first = today.toPlainYearMonth().subtract({ months: SUMMARY_MONTHS - 1 });
  const months = Array.from({ length: SUMMARY_MONTHS }, (_, index) => first.add({ months: index }).toString());
  const [received, unpaid] = await Promise.all([
    sumReceivedByMonth(db, toTimeSpan({ from: `${first.toString()}-01`, to: today.toString() }, timeZone), timeZone),
    sumOutstanding(db, today.toString()),
  ]);
  return {
    months,
    currencies: listCurrencies(received, unpaid)
      .map(currency => {
        const rows = new Map(received.filter(row => row.currency === currency).map(row => [row.month, row.received]));
        const aging = getAging(unpaid, currency);
        const outstanding = sumAmounts(Object.values(aging));
        return {
          currency,
          received: months.map(month => rows.get(month) ?? ZERO),
          outstanding,
          overdue: subtractAmounts(outstanding, aging.not_due),
        };
      })
      .toSorted((one, other) => sumAmounts(other.received) - sumAmounts(one.received)),
  };
}

/** Returns the figures of a period next to those of the year before, and today's unpaid amounts, by currency. */
export async function getMoneyReport(
  db: Db,
  { now }: Pick<ApiServices, 'now'>,
  query: { readonly period?: string | undefined; readonly all?: 'clients' | 'offers' | undefined },
): Promise<MoneyReport> {
  const timeZone = await getTimeZone(db);
  const today = now().toZonedDateTimeISO(timeZone).toPlainDate();
  const period = parseMoneyPeriod(query.period ?? '') ?? { year: today.year, month: 0, months: 12 };
  const year = resizePeriod(period, 12);
  const yearBefore = shiftPeriod(year, -1);
  const [from, to] = [getPeriodDays(yearBefore).from, getPeriodDays(year).to];
  const [received, invoiced, unpaid, shares, years] = await Promise.all([
    sumReceivedByMonth(db, toTimeSpan({ from, to }, timeZone), timeZone),
    sumInvoicedByMonth(db, from, to),
    sumOutstanding(db, today.toString()),
    listReceivedShares(db, toTimeSpan(getPeriodDays(period), timeZone), MAX_SHARES),
    listReportYears(db, timeZone),
  ]);
  const currencies = listCurrencies(received, invoiced, unpaid).map(currency => {
    const isIn = (row: { readonly currency: string }) => row.currency === currency;
    const movements = received.filter(isIn);
    const documents = invoiced.filter(isIn);
    const getFigures = (of: MoneyPeriod): MoneyFigures => {
      const months = new Set(listPeriodMonths(of));
      const inPeriod = (row: { readonly month: string }) => months.has(row.month);
      return {
        received: sumAmounts(movements.filter(inPeriod).map(row => row.received)),
        refunds: sumAmounts(movements.filter(inPeriod).map(row => row.refunds)),
        invoiced: sumAmounts(documents.filter(inPeriod).map(row => row.invoiced)),
        credited: sumAmounts(documents.filter(inPeriod).map(row => row.credited)),
        writtenOff: sumAmounts(documents.filter(inPeriod).map(row => row.writtenOff)),
      };
    };
    const byMonth = (of: MoneyPeriod) =>
      listPeriodMonths(of).map(month => movements.find(row => row.month === month)?.received ?? ZERO);
    const current = getFigures(period);
    const getShares = (by: ReceivedShare['by']) =>
      toShares(
        shares.filter(row => isIn(row) && row.by === by),
        current.received,
      );
    return {
      currency,
      current,
      previous: getFigures({ ...period, year: period.year - 1 }),
      received: byMonth(year),
      receivedBefore: byMonth(yearBefore),
      aging: getAging(unpaid, currency),
      clients: getShares('client'),
      offers: getShares('offer'),
    };
  });
  const sorted = currencies.toSorted((one, other) => sumAmounts(other.received) - sumAmounts(one.received));
  const converted = await convertCurrencies(db, sorted);
  const limit = <Report extends CurrencyReport | null>(report: Report) =>
    report && {
      ...report,
      clients: limitShares(report.clients, query.all === 'clients' ? MAX_SHARES : SHARES_LISTED),
      offers: limitShares(report.offers, query.all === 'offers' ? MAX_SHARES : SHARES_LISTED),
    };
  return {
    period: toPeriodName(period),
    today: today.toString(),
    years,
    currencies: sorted.map(report => limit(report)),
    converted: { ...converted, report: limit(converted.report) },
  };
}

/** Converts the figures of all currencies to the site's; `report` is null while the owner's rate for one is missing. */
async function convertCurrencies(db: Db, reports: readonly CurrencyReport[]): Promise<MoneyReport['converted']> {
  const { defaultCurrency: currency } = await getSettings(db);
  const saved = new Map((await listCurrencyRates(db, currency)).map(one => [one.currency, one.rate]));
  const others = reports.filter(one => one.currency !== currency).map(one => one.currency);
  return {
    currency,
    rates: others.toSorted().map(code => ({ currency: code, rate: saved.get(code) ?? null })),
    report: convertReport(reports, currency, saved) ?? null,
  };
}

/**
 * Saves the exchange rates of other currencies to the site's. Throws BAD_REQUEST for a duplicate currency or the site's
 * own.
 */
export async function updateCurrencyRates(
  tx: Transaction,
  _services: unknown,
  { rates }: { readonly rates: readonly CurrencyRate[] },
): Promise<{ currency: string }> {
  const { defaultCurrency: currency } = await getSettings(tx);
  const index = rates.findIndex(
    (one, place) => one.currency === currency || rates.findIndex(other => other.currency === one.currency) < place,
  );
  if (index >= 0) {
    const message = 'Enter one rate for each other currency.';
    throw new AppError('BAD_REQUEST', message, { [`rates.${index}.rate`]: message });
  }
  await replaceCurrencyRates(
    tx,
    currency,
    rates.filter(({ rate }) => rate !== ''),
  );
  return { currency };
}

function listCurrencies(...lists: readonly (readonly { readonly currency: string }[])[]): string[] {
  return [...new Set(lists.flat().map(({ currency }) => currency))];
}

function getAging(unpaid: Awaited<ReturnType<typeof sumOutstanding>>, currency: string) {
  const row = unpaid.find(one => one.currency === currency);
  const amounts = agingStatuses.map(status => [status, row?.[status] ?? ZERO] as const);
  return Object.fromEntries(amounts) as Record<(typeof agingStatuses)[number], MinorUnits>;
}

function toShares(rows: readonly ReceivedShare[], total: MinorUnits): MoneyShares {
  const listed = sumAmounts(rows.map(({ received }) => received));
  return {
    items: rows.map(({ key, label, received }) => ({ key, label, received })),
    others: { count: (rows[0]?.count ?? 0) - rows.length, received: subtractAmounts(total, listed) },
  };
}
