import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { LIST_LENGTH, lists, metrics, pageGroups } from '../contract/limits.ts';
import type { Course, Summary, SummaryQuery, Vital, Week } from '../contract/reports.ts';
import {
  findFirstDay,
  getFigures,
  listCourse,
  listFirstItems,
  listHours,
  listSteps,
  listVitals,
  type Subject,
} from '../queries/reports.ts';
import { countSales } from '../queries/conversions.ts';
import { hasCounting } from '../queries/settings.ts';
import { labelOf } from '../rules/labels.ts';
import {
  endsOf,
  hoursOf,
  paceOf,
  pointsOf,
  type Range,
  rangeBefore,
  rangeNamed,
  slotOf,
} from '../rules/date-ranges.ts';
import { quartileOf, ratingOf } from '../rules/web-vitals.ts';
import { zoneOfDays } from './settings.ts';

type ReadingContext = Pick<ApiContext, 'db' | 'memory' | 'now'>;

const WHOLE: Subject = { list: 'total', item: '' };
const NONE = { views: 0, visitors: 0 };

/** The stretch of time that is asked for, and what day it is. */
export async function openStretch(context: ReadingContext, asked: Pick<SummaryQuery, 'range' | 'from' | 'to'>) {
  const timeZone = await zoneOfDays(context);
  const today = context.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const { from, to } = asked;
  const isOwn = from !== undefined && to !== undefined;
  const name = isOwn ? undefined : (asked.range ?? '30d');
  const range: Range = isOwn
    ? { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }
    : rangeNamed(name ?? '30d', today);
  return { timeZone, today, name, range };
}
export type Stretch = Awaited<ReturnType<typeof openStretch>>;

/** How views and visitors went; undefined where it is not known. */
export async function readCourse(
  db: Db,
  { now }: Pick<ReadingContext, 'now'>,
  { range, today, timeZone }: Pick<Stretch, 'range' | 'today' | 'timeZone'>,
  subject: Subject = WHOLE,
): Promise<Course | undefined> {
  const pace = paceOf(range, today);
  if (pace !== 'hour') {
    const counted = await listCourse(db, range, pace, subject);
    const points = pointsOf(range, pace).map(at => ({ at, ...(counted.get(at) ?? NONE) }));
    return { pace, points: points.map(({ at, views, visitors }) => ({ at, views, visitors })) };
  }
  if (subject !== WHOLE) return undefined;
  const counted = await listHours(db, range.from.toString());
  const present = slotOf(now(), timeZone);
  const points = hoursOf(range.from, timeZone).map((at, hour) => {
    const { views, visitors } = counted.get(hour) ?? NONE;
    return { at, views, visitors };
  });
  // Of today there are the hours that have begun.
  return { pace, points: present.day === range.from.toString() ? points.slice(0, present.hour + 1) : points };
}

/** How fast pages were: of each group and measure where three of four visits stand. */
export async function readVitals(db: Db, range: Range): Promise<Vital[]> {
  const counts = await listVitals(db, range);
  return pageGroups.flatMap(group =>
    metrics.flatMap(metric => {
      const buckets = counts.filter(row => row.group === group && row.metric === metric);
      const p75 = quartileOf(metric, buckets);
      if (p75 === undefined) return [];
      const visits = buckets.reduce((sum, { count }) => sum + count, 0);
      return [{ group, metric, p75, rating: ratingOf(metric, p75), visits }];
    }),
  );
}

async function readLists(db: Db, range: Range): Promise<Summary['lists']> {
  const found = await listFirstItems(db, range, LIST_LENGTH);
  return lists.map(list => {
    const { items, total } = found.get(list) ?? { items: [], total: 0 };
    const shown = items.map(({ item, views, visitors }) => ({ item, label: labelOf(list, item), views, visitors }));
    return { list, total, items: shown };
  });
}

async function readFunnel(db: Db, { range, timeZone }: Stretch, visitors: number): Promise<Summary['funnel']> {
  const [steps, sales] = [await listSteps(db, range), await countSales(db, ...endsOf(range, timeZone))];
  return { visitors, pricing: steps.get('pricing') ?? 0, begun: steps.get('begun') ?? 0, ...sales };
}

/** Whether all of a stretch lies in the days that are counted, the first of which is `since` (ISO 8601). */
const isCounted = ({ from }: Range, since: string | undefined) => since !== undefined && since <= from.toString();

const daysOf = ({ from, to }: Range) => ({ from: from.toString(), to: to.toString() });

/** What was counted in a stretch of time: of the whole site, or of one item of a list. */
export async function readSummary(db: Db, context: ReadingContext, asked: SummaryQuery): Promise<Summary> {
  const stretch = await openStretch(context, asked);
  const { range, name, timeZone } = stretch;
  const before = rangeBefore(range, name);
  const subject = asked.list === undefined || asked.item === undefined ? WHOLE : { list: asked.list, item: asked.item };
  const now = await getFigures(db, range, subject);
  const since = await findFirstDay(db);
  const whole = subject === WHOLE;
  return {
    range: { ...daysOf(range), name: name ?? null },
    before: daysOf(before),
    timeZone,
    counting: await hasCounting(db),
    since: since ?? null,
    figures: { now, before: await getFigures(db, before, subject), comparable: isCounted(before, since) },
    course: (await readCourse(db, context, stretch, subject)) ?? null,
    subject:
      asked.list === undefined || asked.item === undefined
        ? null
        : { list: asked.list, item: asked.item, label: labelOf(asked.list, asked.item) },
    lists: whole ? await readLists(db, range) : [],
    vitals: whole ? await readVitals(db, range) : [],
    funnel: whole ? await readFunnel(db, stretch, now.visitors) : null,
  };
}

/** The last seven days beside the seven before them. */
export async function readWeek(db: Db, context: ReadingContext): Promise<Week> {
  const stretch = await openStretch(context, { range: '7d' });
  const course = await readCourse(db, context, stretch);
  const before = rangeBefore(stretch.range, stretch.name);
  return {
    counting: await hasCounting(db),
    figures: {
      now: await getFigures(db, stretch.range, WHOLE),
      before: await getFigures(db, before, WHOLE),
      comparable: isCounted(before, await findFirstDay(db)),
    },
    course: course ?? { pace: 'day', points: [] },
  };
}
