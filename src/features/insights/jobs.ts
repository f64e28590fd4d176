import type { ApiServices } from '#platform/api/context.ts';
import { tidyDays } from './actions/aggregation.ts';
import { zoneOfDays } from './actions/settings.ts';

export type InsightsJobServices = Pick<ApiServices, 'db' | 'memory' | 'now'>;

/** Counts what came in, and deletes what has been counted. */
export async function tidyInsights(services: InsightsJobServices): Promise<void> {
  const timeZone = await zoneOfDays(services);
  const today = services.now().toZonedDateTimeISO(timeZone).toPlainDate();
  await services.db.transaction(tx => tidyDays(tx, today));
}
