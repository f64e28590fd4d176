import { z } from 'zod';
import { plainDate, singleLineText } from '#shared/contract.ts';
import { dimensions, metrics, pageGroups, rangePresets } from './limits.ts';

/** The longest stretch of time that can be asked for, in days. */
const MOST_DAYS = 3660;

/** Days are asked for in years of four digits: no other is any database's. */
const counted = plainDate.refine(text => text >= '2000' && text < '3000', 'Choose a day from 2000 to 2999.');

const stretch = {
  range: z.enum(rangePresets, `Choose one of: ${rangePresets.join(', ')}.`).optional(),
  /** Own days in place of a range: the first and the last, both counted in. */
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
    /** The list that `item` is of: then figures and course are of that item alone. */
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
  /** Those of each day, added up. */
  visitors: z.int(),
});

const point = figures.extend({
  /** A day or the first day of a month (ISO 8601), or the time that an hour begins at. */
  at: z.string(),
});

const sides = z.object({
  now: figures,
  before: figures,
  /** Whether visits were counted in all of the stretch before, so that a change says something. */
  comparable: z.boolean(),
});

/** A stretch of time by its days, both counted in. */
const days = z.object({ from: z.string(), to: z.string() });

const listed = figures.extend({
  item: z.string(),
  /** How it is shown. */
  label: z.string(),
});

const vital = z.object({
  group: z.enum(pageGroups),
  metric: z.enum(metrics),
  /** Three of four visits were not slower: milliseconds, of CLS a plain number. */
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
  /** The zone (IANA) that days begin and end in. */
  timeZone: z.string(),
  counting: z.boolean(),
  /** The first day of which anything was counted; null while there is none. */
  since: z.string().nullable(),
  figures: sides,
  /** Null where it is not known, as of the hours of one item. */
  course: course.nullable(),
  /** Without any where one item was asked for: what one visitor did is not put together. */
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
