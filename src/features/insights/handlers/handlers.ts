import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { aggregateDays } from '../actions/aggregation.ts';
import { getInsightsSummary, getWeekSummary } from '../actions/reports.ts';
import { setTrackingEnabled } from '../actions/settings.ts';
import { exportTableCsv } from '../actions/csv-export.ts';
import { insightsContract } from '../contract/index.ts';
import { deleteAllInsights } from '../queries/visits.ts';

const insights = implement(insightsContract).$context<ApiContext>();

export const insightsHandlers = insights.router({
  // Aggregate new visits first, so that the report doesn't depend on the next job.
  getSummary: insights.getSummary.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await aggregateDays(tx);
      return getInsightsSummary(tx, context, input);
    }),
  ),
  getWeek: insights.getWeek.handler(({ context }) =>
    context.db.transaction(async tx => {
      await aggregateDays(tx);
      return getWeekSummary(tx, context);
    }),
  ),
  exportCsv: insights.exportCsv.handler(async ({ context, input }) => {
    const { csv, file } = await context.db.transaction(async tx => {
      await aggregateDays(tx);
      return exportTableCsv(tx, context, input);
    });
    return {
      headers: { 'content-disposition': `attachment; filename="${file}"` },
      // The byte order mark tells spreadsheets that the text is UTF-8.
      body: new File(['\uFEFF', csv], file, { type: 'text/csv; charset=utf-8; header=present' }),
    };
  }),
  updateSettings: insights.updateSettings.handler(async ({ context, input: { isTrackingEnabled } }) => {
    await context.db.transaction(tx => setTrackingEnabled(tx, isTrackingEnabled));
    return { counting: isTrackingEnabled };
  }),
  deleteAll: insights.deleteAll.handler(async ({ context }) => {
    await context.db.transaction(tx => deleteAllInsights(tx));
    return {};
  }),
});
