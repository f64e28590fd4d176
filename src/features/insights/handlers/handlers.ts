import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { getInsightsSummary, getWeekSummary } from '../actions/reports.ts';
import { exportTableCsv } from '../actions/csv-export.ts';
import { insightsContract } from '../contract/index.ts';
import { aggregateDays } from '../queries/daily-stats.ts';
import { updateTrackingEnabled } from '../queries/settings.ts';
import { deleteAllInsights } from '../queries/visits.ts';

const insights = implement(insightsContract).$context<ApiContext>();

/** Reads a report in a transaction. Aggregates new visits first, so it doesn't depend on the next job. */
const readReport = <Report>({ db }: ApiContext, read: (tx: Transaction) => Promise<Report>) =>
  db.transaction(async tx => {
    await aggregateDays(tx);
    return read(tx);
  });

export const insightsHandlers = insights.router({
  getSummary: insights.getSummary.handler(({ context, input }) =>
    readReport(context, tx => getInsightsSummary(tx, context, input)),
  ),
  getWeek: insights.getWeek.handler(({ context }) => readReport(context, tx => getWeekSummary(tx, context))),
  exportCsv: insights.exportCsv.handler(({ context, input }) =>
    readReport(context, tx => exportTableCsv(tx, context, input)),
  ),
  updateSettings: insights.updateSettings.handler(async ({ context, input: { isTrackingEnabled } }) => {
    await context.db.transaction(tx => updateTrackingEnabled(tx, isTrackingEnabled));
    return { counting: isTrackingEnabled };
  }),
  deleteAll: insights.deleteAll.handler(async ({ context }) => {
    await context.db.transaction(tx => deleteAllInsights(tx));
    return {};
  }),
});
