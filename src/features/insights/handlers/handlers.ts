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
  summary: insights.summary.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await aggregateDays(tx);
      return getInsightsSummary(tx, context, input);
    }),
  ),
  week: insights.week.handler(({ context }) =>
    context.db.transaction(async tx => {
      await aggregateDays(tx);
      return getWeekSummary(tx, context);
    }),
  ),
  export: insights.export.handler(async ({ context, input }) => {
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
  change: insights.change.handler(async ({ context, input: { counting } }) => {
    await context.db.transaction(tx => setTrackingEnabled(tx, counting));
    return { counting };
  }),
  erase: insights.erase.handler(async ({ context }) => {
    await context.db.transaction(tx => deleteAllInsights(tx));
    return {};
  }),
});
