import { z } from 'zod';
import { plainDate, singleLineText } from '#shared/contract.ts';
import { dimensions, metrics, pageGroups, rangePresets } from './limits.ts';

/** In days. */
const MOST_DAYS = 3660;

/** Databases support only years in a limited range. */
const counted = plainDate.refine(text => text >= '2000' && text < '3000', 'Choose a day from 2000 to 2999.');

const stretch = {
  range: z.enum(rangePresets, `Choose one of: ${rangePresets.join(', ')}.`).optional(),
  /** Custom dates instead of a preset: first and last day, inclusive. */
  from: counted.optional(),
  to: counted.optional(),
};

interface Stretch {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function checkStretch({ from, to }: Stretch, context: z.RefinementCtx): void {
  const refuse = (name: 'from' | 'to', message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (from === undefined && to === undefined) return;
  if (from === undefined) return refuse('from', 'Give the first day as well.');
  if (to === undefined) return refuse('to', 'Give the last day as well.');
  if (to < from) return refuse('to', 'The last day is before the first.');
  if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * 86_400_000) refuse('from', 'Choose at most ten years.');
}

const item = singleLineText.max(200, 'This is too long.').optional();

export const summaryQuery = z
  .strictObject({
    ...stretch,
    /** The list of `item`; the metrics and the time series are then of that item only. */
    list: z.enum(dimensions).optional(),
    item,
  })
  .superRefine(checkStretch);
export type SummaryQuery = z.infer<typeof summaryQuery>;

export const exportQuery = z
  .strictObject({ ...stretch, what: z.enum(['course', 'vitals', ...dimensions], 'There is no such table.') })
  .superRefine(checkStretch);
export type ExportQuery = z.infer<typeof exportQuery>;

const figures = z.object({
  views: z.int(),
  /** The sum of each day's visitors. */
  visitors: z.int(),
});

const point = figures.extend({
  /** A date, the first day of a month (ISO 8601), or the time at which an hour begins. */
  at: z.string(),
});

const sides = z.object({
  now: figures,
  before: figures,
  /** Whether the previous period was tracked completely, so that a comparison is meaningful. */
  comparable: z.boolean(),
});

/** Inclusive date range. */
const days = z.object({ from: z.string(), to: z.string() });

const listed = figures.extend({
  item: z.string(),
  /** Display text. */
  label: z.string(),
});

const vital = z.object({
  group: z.enum(pageGroups),
  metric: z.enum(metrics),
  /** 75th percentile, in milliseconds; CLS has no unit. */
  p75: z.number(),
  rating: z.enum(['good', 'fair', 'poor']),
  visits: z.int(),
});
export type WebVital = z.infer<typeof vital>;

const course = z.object({ pace: z.enum(['hour', 'day', 'month']), points: z.array(point) });
export type TimeSeries = z.infer<typeof course>;

export const summary = z.object({
  range: days.extend({ name: z.enum(rangePresets).nullable() }),
  before: days,
  /** Time zone (IANA) of the report's days. */
  timeZone: z.string(),
  counting: z.boolean(),
  /** First tracked day; null if there is none. */
  since: z.string().nullable(),
  figures: sides,
  /** Null if unknown, as for the hours of a single item. */
  course: course.nullable(),
  /** Empty for a single item: data of one visitor is never combined. */
  lists: z.array(z.object({ list: z.enum(dimensions), total: z.int(), items: z.array(listed) })),
  subject: z.object({ list: z.enum(dimensions), item: z.string(), label: z.string() }).nullable(),
  vitals: z.array(vital),
  funnel: z.object({ visitors: z.int(), pricing: z.int(), begun: z.int(), placed: z.int(), paid: z.int() }).nullable(),
});
export type Summary = z.infer<typeof summary>;

export const week = z.object({
  counting: z.boolean(),
  figures: sides,
  course,
});
export type WeekSummary = z.infer<typeof week>;
