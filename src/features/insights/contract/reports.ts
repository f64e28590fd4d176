import { z } from 'zod';
import { plainDate, singleLineText } from '#shared/contract.ts';
import { dimensions, metrics, pageGroups, rangePresets } from './limits.ts';

/** In days. */
const MAX_DAYS = 3660;

/** Databases support only years in a limited range. */
const reportDay = plainDate.refine(text => text >= '2000' && text < '3000', 'Choose a date from 2000 to 2999.');

const periodFields = {
  range: z.enum(rangePresets, `Choose one of: ${rangePresets.join(', ')}.`).optional(),
  /** Custom dates instead of a preset: first and last day, inclusive. */
  from: reportDay.optional(),
  to: reportDay.optional(),
};

function checkPeriod({ from, to }: z.infer<z.ZodObject<typeof periodFields>>, context: z.RefinementCtx): void {
  const refuse = (name: 'from' | 'to', message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (from === undefined && to === undefined) return;
  if (from === undefined) return refuse('from', 'Choose a start date.');
  if (to === undefined) return refuse('to', 'Choose an end date.');
  if (to < from) return refuse('to', 'Choose an end date on or after the start date.');
  if (Date.parse(to) - Date.parse(from) >= MAX_DAYS * 86_400_000) refuse('from', 'Choose a range of up to ten years.');
}

const value = singleLineText.max(200).optional();

export const summaryQuery = z
  .strictObject({
    ...periodFields,
    /** The dimension of `value`; the metrics and the time series are then of that value only. */
    dimension: z.enum(dimensions).optional(),
    value,
  })
  .superRefine(checkPeriod);
export type SummaryQuery = z.infer<typeof summaryQuery>;

export const exportQuery = z
  .strictObject({ ...periodFields, table: z.enum(['course', 'vitals', ...dimensions], 'This table doesn’t exist.') })
  .superRefine(checkPeriod);
export type ExportQuery = z.infer<typeof exportQuery>;

const figures = z.object({
  views: z.int(),
  /** The sum of each day's visitors. */
  visitors: z.int(),
});

const point = figures.extend({
  /** A date, the first day of a month (ISO 8601), or the time at which an hour begins. */
  start: z.string(),
});

const comparison = z.object({
  current: figures,
  previous: figures,
  /** Whether the previous period was tracked completely, so a comparison is meaningful. */
  isComparable: z.boolean(),
});

/** Inclusive date range. */
const days = z.object({ from: z.string(), to: z.string() });

const breakdownItem = figures.extend({
  value: z.string(),
  /** Display text. */
  label: z.string(),
});

const vital = z.object({
  pageGroup: z.enum(pageGroups),
  metric: z.enum(metrics),
  /** 75th percentile, in milliseconds; CLS has no unit. */
  p75: z.number(),
  rating: z.enum(['good', 'needs_improvement', 'poor']),
  sampleCount: z.int(),
});
export type WebVital = z.infer<typeof vital>;

const course = z.object({ interval: z.enum(['hour', 'day', 'month']), points: z.array(point) });
export type TimeSeries = z.infer<typeof course>;

export const summary = z.object({
  range: days.extend({ name: z.enum(rangePresets).nullable() }),
  previousRange: days,
  /** Time zone (IANA) of the report's days. */
  timeZone: z.string(),
  isTrackingEnabled: z.boolean(),
  /** First tracked day; null if there is none. */
  trackedSince: z.string().nullable(),
  comparison,
  /** Null if unknown, as for the hours of a single item. */
  timeSeries: course.nullable(),
  /** Empty for a single item: data of one visitor is never combined. */
  breakdowns: z.array(z.object({ dimension: z.enum(dimensions), total: z.int(), items: z.array(breakdownItem) })),
  filter: z.object({ list: z.enum(dimensions), value: z.string(), label: z.string() }).nullable(),
  vitals: z.array(vital),
  funnel: z
    .object({ visitors: z.int(), viewedPricing: z.int(), startedCheckout: z.int(), ordered: z.int(), paid: z.int() })
    .nullable(),
});
export type Summary = z.infer<typeof summary>;

export const week = z.object({
  counting: z.boolean(),
  figures: comparison,
  course,
});
export type WeekSummary = z.infer<typeof week>;
