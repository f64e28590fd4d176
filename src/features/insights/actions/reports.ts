import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { Summary, SummaryQuery, WeekSummary } from '../contract/reports.ts';
import {
  findFirstTrackedDay,
  findTimeSeries,
  getTotals,
  listBreakdowns,
  listWebVitals,
  readFunnel,
  type Subject,
} from '../queries/reports.ts';
import { getTrackingEnabled } from '../queries/settings.ts';
import { type DateRange, getPresetRange, getPreviousRange } from '../rules/date-ranges.ts';
import { getDimensionLabel } from '../rules/labels.ts';
import { getReportingTimeZone } from './settings.ts';

type ReadingContext = Pick<ApiContext, 'cache' | 'now'>;

/** Returns the requested date range and the current day. */
export async function resolveDateRange(
  db: Db,
  { cache, now }: ReadingContext,
  query: Pick<SummaryQuery, 'range' | 'from' | 'to'>,
) {
  const timeZone = await getReportingTimeZone({ db, cache });
  const today = now().toZonedDateTimeISO(timeZone).toPlainDate();
  const { from, to } = query;
  if (from !== undefined && to !== undefined) {
    const range = { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
    return { timeZone, today, name: undefined, range };
  }
  const name = query.range ?? '30d';
  return { timeZone, today, name, range: getPresetRange(name, today) };
}

/** Compares a range with the one before, which must lie completely in the tracked days; `since` is the first one. */
async function compareRanges(
  db: Db,
  range: DateRange,
  before: DateRange,
  since: string | undefined,
  subject?: Subject,
): Promise<Summary['comparison']> {
  return {
    current: await getTotals(db, range, subject),
    previous: await getTotals(db, before, subject),
    isComparable: since !== undefined && since <= before.from.toString(),
  };
}

const daysOf = ({ from, to }: DateRange) => ({ from: from.toString(), to: to.toString() });

/** Returns the statistics of a date range, for the entire site or for one item of a list. */
export async function getInsightsSummary(db: Db, context: ReadingContext, query: SummaryQuery): Promise<Summary> {
  const period = await resolveDateRange(db, context, query);
  const { range, name, timeZone } = period;
  const before = getPreviousRange(range, name);
  const { dimension, value } = query;
  const subject = dimension === undefined || value === undefined ? undefined : { dimension, value };
  const since = await findFirstTrackedDay(db);
  const comparison = await compareRanges(db, range, before, since, subject);
  return {
    range: { ...daysOf(range), name: name ?? null },
    previousRange: daysOf(before),
    timeZone,
    isTrackingEnabled: await getTrackingEnabled(db),
    trackedSince: since ?? null,
    comparison,
    timeSeries: (await findTimeSeries(db, context.now(), period, subject)) ?? null,
    filter: subject
      ? { list: subject.dimension, value: subject.value, label: getDimensionLabel(subject.dimension, subject.value) }
      : null,
    breakdowns: subject ? [] : await listBreakdowns(db, range),
    vitals: subject ? [] : await listWebVitals(db, range),
    funnel: subject ? null : { visitors: comparison.current.visitors, ...(await readFunnel(db, period)) },
  };
}

/** Returns the last seven days compared with the seven before. */
export async function getWeekSummary(db: Db, context: ReadingContext): Promise<WeekSummary> {
  const period = await resolveDateRange(db, context, { range: '7d' });
  const before = getPreviousRange(period.range, period.name);
  return {
    counting: await getTrackingEnabled(db),
    figures: await compareRanges(db, period.range, before, await findFirstTrackedDay(db)),
    course: (await findTimeSeries(db, context.now(), period)) ?? { interval: 'day', points: [] },
  };
}
