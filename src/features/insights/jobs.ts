import type { ApiServices } from '#platform/api/context.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import { getReportingTimeZone } from './actions/settings.ts';
import { aggregateAndPruneDays } from './queries/daily-stats.ts';

export const insightsMaintenanceQueue = createRecurringQueue('insights.maintenance');

/** Aggregates new visits, and deletes aggregated ones. */
export async function runInsightsMaintenance(services: Pick<ApiServices, 'db' | 'cache' | 'now'>): Promise<void> {
  const timeZone = await getReportingTimeZone(services);
  const today = services.now().toZonedDateTimeISO(timeZone).toPlainDate();
  await services.db.transaction(tx => aggregateAndPruneDays(tx, today));
}
