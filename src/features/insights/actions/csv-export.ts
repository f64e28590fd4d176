import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { type CsvDownload, csvDownload } from '#platform/http/csv-download.ts';
import type { DecimalCell } from '#shared/csv.ts';
import { dimensionLabels, pageGroupLabels, webVitalThresholds } from '../contract/limits.ts';
import type { ExportQuery } from '../contract/reports.ts';
import { findTimeSeries, listDimensionValues, listWebVitals } from '../queries/reports.ts';
import { getDimensionLabel } from '../rules/labels.ts';
import { resolveDateRange } from './reports.ts';

const numberCell = (value: number): DecimalCell => ({ decimal: String(value) });

/** Returns a complete table as CSV. */
export async function exportTableCsv(
  db: Db,
  context: Pick<ApiContext, 'cache' | 'now'>,
  query: ExportQuery,
): Promise<CsvDownload> {
  const { table } = query;
  const period = await resolveDateRange(db, context, query);
  const { range } = period;
  const file = `insights-${table}-${range.from.toString()}-${range.to.toString()}.csv`;
  if (table === 'course') {
    const points = (await findTimeSeries(db, context.now(), period))?.points ?? [];
    const rows = points.map(({ start, views, visitors }) => [start, numberCell(visitors), numberCell(views)]);
    return csvDownload(file, ['From', 'Visitors', 'Views'], [rows]);
  }
  if (table === 'vitals') {
    const rows = (await listWebVitals(db, range)).map(({ pageGroup, metric, p75, rating, sampleCount }) => [
      pageGroupLabels[pageGroup],
      webVitalThresholds[metric].name,
      numberCell(p75),
      rating,
      numberCell(sampleCount),
    ]);
    return csvDownload(file, ['Pages', 'Measure', '75th percentile', 'Rating', 'Visits'], [rows]);
  }
  const rows = (await listDimensionValues(db, range, table)).map(({ value, views, visitors }) => [
    getDimensionLabel(table, value),
    numberCell(visitors),
    numberCell(views),
  ]);
  return csvDownload(file, [dimensionLabels[table], 'Visitors', 'Views'], [rows]);
}
