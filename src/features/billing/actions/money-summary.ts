import { findTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { type MoneySummary, SUMMARY_MONTHS } from '../contract/money-summary.ts';
import { sumOutstanding, sumReceivedByMonth } from '../queries/money-summary.ts';

/** Returns the money received in the last months and the unpaid amounts, by currency. */
export async function getMoneySummary(db: Db, { now }: Pick<ApiServices, 'now'>): Promise<MoneySummary> {
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const today = now().toZonedDateTimeISO(timeZone).toPlainDate();
  const first = today.toPlainYearMonth().subtract({ months: SUMMARY_MONTHS - 1 });
  const months = Array.from({ length: SUMMARY_MONTHS }, (_, index) => first.add({ months: index }).toString());
  const since = first.toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  const [received, unpaid] = await Promise.all([
    sumReceivedByMonth(db, new Date(since), timeZone),
    sumOutstanding(db, today.toString()),
  ]);
  const currencies = [...new Set([...received, ...unpaid].map(({ currency }) => currency))].map(currency => {
    const rows = new Map(received.filter(row => row.currency === currency).map(row => [row.month, row.received]));
    const { outstanding = ZERO, overdue = ZERO } = unpaid.find(row => row.currency === currency) ?? {};
    return { currency, received: months.map(month => rows.get(month) ?? ZERO), outstanding, overdue };
  });
  const totals = new Map(currencies.map(({ currency, received: amounts }) => [currency, sumAmounts(amounts)]));
  return {
    months,
    currencies: currencies.toSorted(
      (one, other) => (totals.get(other.currency) ?? 0) - (totals.get(one.currency) ?? 0),
    ),
  };
}
