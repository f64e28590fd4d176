import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { BREAKDOWN_LIMIT, dimensions, metrics, pageGroups } from '../contract/limits.ts';
import type { TimeSeries, Summary, SummaryQuery, WebVital, WeekSummary } from '../contract/reports.ts';
import {
  findFirstTrackedDay,
  getTotals,
  listTotalsByInterval,
  listTopValues,
  listTotalsByHour,
  countFunnelSteps,
  listWebVitalBuckets,
  type DimensionFilter,
  type Totals,
} from '../queries/reports.ts';
import { countConversions } from '../queries/conversions.ts';
import { getTrackingEnabled } from '../queries/settings.ts';
import { getDimensionLabel } from '../rules/labels.ts';
import {
  getRangeBounds,
  listHourLabels,
  getInterval,
  listIntervalStarts,
  type DateRange,
  getPreviousRange,
  getPresetRange,
  toDayHour,
} from '../rules/date-ranges.ts';
import { findPercentile75, rateWebVital } from '../rules/web-vitals.ts';
import { getReportingTimeZone } from './settings.ts';

type ReadingContext = Pick<ApiContext, 'db' | 'cache' | 'now'>;

const WHOLE: DimensionFilter = { dimension: 'total', value: '' };

const toPoint = (start: string, { views, visitors }: Totals = { views: 0, visitors: 0 }) => ({
  start,
  views,
  visitors,
});

/** Returns the requested date range and the current day. */
export async function resolveDateRange(context: ReadingContext, asked: Pick<SummaryQuery, 'range' | 'from' | 'to'>) {
  const timeZone = await getReportingTimeZone(context);
  const today = context.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const { from, to } = asked;
  if (from !== undefined && to !== undefined) {
    const range = { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
    return { timeZone, today, name: undefined, range };
  }
  const name = asked.range ?? '30d';
  return { timeZone, today, name, range: getPresetRange(name, today) };
}
export type ResolvedDateRange = Awaited<ReturnType<typeof resolveDateRange>>;

/** Returns views and visitors over time; undefined if unknown. */
export async function findTimeSeries(
  db: Db,
  { now }: Pick<ReadingContext, 'now'>,
  { range, today, timeZone }: Pick<ResolvedDateRange, 'range' | 'today' | 'timeZone'>,
  subject: DimensionFilter = WHOLE,
): Promise<TimeSeries | undefined> {
  const interval = getInterval(range, today);
  if (interval !== 'hour') {
    const counted = await listTotalsByInterval(db, range, interval, subject);
    return { interval, points: listIntervalStarts(range, interval).map(start => toPoint(start, counted.get(start))) };
  }
  if (subject !== WHOLE) return undefined;
  const counted = await listTotalsByHour(db, range.from.toString());
  const present = toDayHour(now(), timeZone);
  const points = listHourLabels(range.from, timeZone).map((start, hour) => toPoint(start, counted.get(hour)));
  // For today, only the hours that have begun.
  return { interval, points: present.day === range.from.toString() ? points.slice(0, present.hourIndex + 1) : points };
}

/** Returns the 75th percentile of each metric by page group. */
export async function listWebVitals(db: Db, range: DateRange): Promise<WebVital[]> {
  const counts = await listWebVitalBuckets(db, range);
  return pageGroups.flatMap(pageGroup =>
    metrics.flatMap(metric => {
      const buckets = counts.filter(row => row.pageGroup === pageGroup && row.metric === metric);
      const p75 = findPercentile75(metric, buckets);
      if (p75 === undefined) return [];
      const sampleCount = buckets.reduce((sum, { count }) => sum + count, 0);
      return [{ pageGroup, metric, p75, rating: rateWebVital(metric, p75), sampleCount }];
    }),
  );
}

async function readLists(db: Db, range: DateRange): Promise<Summary['breakdowns']> {
  const found = await listTopValues(db, range, BREAKDOWN_LIMIT);
  return dimensions.map(dimension => {
    const { items, total } = found.get(dimension) ?? { items: [], total: 0 };
    const shown = items.map(({ value, views, visitors }) => ({
      value,
      label: getDimensionLabel(dimension, value),
      views,
      visitors,
    }));
    return { dimension, total, items: shown };
  });
}

async function readFunnel(
  db: Db,
  { range, timeZone }: ResolvedDateRange,
  visitors: number,
): Promise<Summary['funnel']> {
  const steps = await countFunnelSteps(db, range);
  const sales = await countConversions(db, ...getRangeBounds(range, timeZone));
  return {
    visitors,
    viewedPricing: steps.get('viewed_pricing') ?? 0,
    startedCheckout: steps.get('started_checkout') ?? 0,
    ...sales,
  };
}

/** Whether the range lies completely in the tracked days; `since` is the first one (ISO 8601). */
const isCounted = ({ from }: DateRange, since: string | undefined) => since !== undefined && since <= from.toString();

const daysOf = ({ from, to }: DateRange) => ({ from: from.toString(), to: to.toString() });

/** Returns the statistics of a date range: for the whole site, or for one item of a list. */
export async function getInsightsSummary(db: Db, context: ReadingContext, asked: SummaryQuery): Promise<Summary> {
  const stretch = await resolveDateRange(context, asked);
  const { range, name, timeZone } = stretch;
  const before = getPreviousRange(range, name);
  const { dimension, value } = asked;
  const subject = dimension === undefined || value === undefined ? undefined : { dimension, value };
  const current = await getTotals(db, range, subject ?? WHOLE);
  const previous = await getTotals(db, before, subject ?? WHOLE);
  const since = await findFirstTrackedDay(db);
  return {
    range: { ...daysOf(range), name: name ?? null },
    previousRange: daysOf(before),
    timeZone,
    isTrackingEnabled: await getTrackingEnabled(db),
    trackedSince: since ?? null,
    comparison: { current, previous, isComparable: isCounted(before, since) },
    timeSeries: (await findTimeSeries(db, context, stretch, subject)) ?? null,
    filter: subject
      ? { list: subject.dimension, value: subject.value, label: getDimensionLabel(subject.dimension, subject.value) }
      : null,
    breakdowns: subject ? [] : await readLists(db, range),
    vitals: subject ? [] : await listWebVitals(db, range),
    funnel: subject ? null : await readFunnel(db, stretch, current.visitors),
  };
}

/** Returns the last seven days compared with the seven before. */
export async function getWeekSummary(db: Db, context: ReadingContext): Promise<WeekSummary> {
  const stretch = await resolveDateRange(context, { range: '7d' });
  const course = await findTimeSeries(db, context, stretch);
  const before = getPreviousRange(stretch.range, stretch.name);
  return {
    counting: await getTrackingEnabled(db),
    figures: {
      current: await getTotals(db, stretch.range, WHOLE),
      previous: await getTotals(db, before, WHOLE),
      isComparable: isCounted(before, await findFirstTrackedDay(db)),
    },
    course: course ?? { interval: 'day', points: [] },
  };
}
