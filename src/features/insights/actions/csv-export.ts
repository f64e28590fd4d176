import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { type DecimalCell, formatCsv } from '#platform/text/csv.ts';
import { dimensionLabels, pageGroupLabels, webVitalThresholds } from '../contract/limits.ts';
import type { ExportQuery } from '../contract/reports.ts';
import { listDimensionValues } from '../queries/reports.ts';
import { getDimensionLabel } from '../rules/labels.ts';
import { resolveDateRange, findTimeSeries, listWebVitals } from './reports.ts';

const numberCell = (value: number): DecimalCell => ({ decimal: String(value) });

/** Returns a complete table as CSV, with its file name. */
export async function exportTableCsv(
  db: Db,
  context: Pick<ApiContext, 'db' | 'cache' | 'now'>,
  asked: ExportQuery,
): Promise<{ csv: string; file: string }> {
  const stretch = await resolveDateRange(context, asked);
  const { range } = stretch;
  const file = `insights-${asked.table}-${range.from.toString()}-${range.to.toString()}.csv`;
  if (asked.table === 'course') {
    const course = await findTimeSeries(db, context, stretch);
    const rows = (course?.points ?? []).map(({ start, views, visitors }) => [
      start,
      numberCell(visitors),
      numberCell(views),
    ]);
    return { file, csv: formatCsv(['From', 'Visitors', 'Views'], rows) };
  }
  if (asked.table === 'vitals') {
    const rows = (await listWebVitals(db, range)).map(({ pageGroup, metric, p75, rating, sampleCount }) => [
      pageGroupLabels[pageGroup],
      webVitalThresholds[metric].name,
      numberCell(p75),
      rating,
      numberCell(sampleCount),
    ]);
    return { file, csv: formatCsv(['Pages', 'Measure', '75th percentile', 'Rating', 'Visits'], rows) };
  }
  const { table } = asked;
  const rows = (await listDimensionValues(db, range, table)).map(({ value, views, visitors }) => [
    getDimensionLabel(table, value),
    numberCell(visitors),
    numberCell(views),
  ]);
  return { file, csv: formatCsv([dimensionLabels[table], 'Visitors', 'Views'], rows) };
}
