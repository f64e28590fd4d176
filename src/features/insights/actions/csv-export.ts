import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { type DecimalCell, writeCsv } from '#platform/text/csv.ts';
import { listLabels, pageGroupLabels, vitals } from '../contract/limits.ts';
import type { ExportQuery } from '../contract/reports.ts';
import { listItems } from '../queries/reports.ts';
import { labelOf } from '../rules/labels.ts';
import { openStretch, readCourse, readVitals } from './reports.ts';

const numberCell = (value: number): DecimalCell => ({ decimal: String(value) });

/** One of the tables in full, as comma-separated values, with the name of its file. */
export async function writeTable(
  db: Db,
  context: Pick<ApiContext, 'db' | 'memory' | 'now'>,
  asked: ExportQuery,
): Promise<{ csv: string; file: string }> {
  const stretch = await openStretch(context, asked);
  const { range } = stretch;
  const file = `insights-${asked.what}-${range.from.toString()}-${range.to.toString()}.csv`;
  if (asked.what === 'course') {
    const course = await readCourse(db, context, stretch);
    const rows = (course?.points ?? []).map(({ at, views, visitors }) => [at, numberCell(visitors), numberCell(views)]);
    return { file, csv: writeCsv(['From', 'Visitors', 'Views'], rows) };
  }
  if (asked.what === 'vitals') {
    const rows = (await readVitals(db, range)).map(({ group, metric, p75, rating, visits }) => [
      pageGroupLabels[group],
      vitals[metric].name,
      numberCell(p75),
      rating,
      numberCell(visits),
    ]);
    return { file, csv: writeCsv(['Pages', 'Measure', '75th percentile', 'Rating', 'Visits'], rows) };
  }
  const { what } = asked;
  const rows = (await listItems(db, range, what)).map(({ item, views, visitors }) => [
    labelOf(what, item),
    numberCell(visitors),
    numberCell(views),
  ]);
  return { file, csv: writeCsv([listLabels[what], 'Visitors', 'Views'], rows) };
}
