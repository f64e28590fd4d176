import type { ApiServices } from '#platform/api/context.ts';
import { aggregateAndPruneDays } from './actions/aggregation.ts';
import { getReportingTimeZone } from './actions/settings.ts';

export type InsightsJobServices = Pick<ApiServices, 'db' | 'cache' | 'now'>;

/** Aggregates new visits, and deletes aggregated ones. */
export async function runInsightsMaintenance(services: InsightsJobServices): Promise<void> {
  const timeZone = await getReportingTimeZone(services);
  const today = services.now().toZonedDateTimeISO(timeZone).toPlainDate();
  await services.db.transaction(tx => aggregateAndPruneDays(tx, today));
}
