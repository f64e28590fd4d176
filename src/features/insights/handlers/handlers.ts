import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { countDays } from '../actions/aggregation.ts';
import { readSummary, readWeek } from '../actions/reports.ts';
import { changeCounting } from '../actions/settings.ts';
import { writeTable } from '../actions/csv-export.ts';
import { insightsContract } from '../contract/index.ts';
import { deleteEverything } from '../queries/visits.ts';

const insights = implement(insightsContract).$context<ApiContext>();

export const insightsHandlers = insights.router({
  // What came in since is counted first, so that nobody waits for a job to see it.
  summary: insights.summary.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await countDays(tx);
      return readSummary(tx, context, input);
    }),
  ),
  week: insights.week.handler(({ context }) =>
    context.db.transaction(async tx => {
      await countDays(tx);
      return readWeek(tx, context);
    }),
  ),
  export: insights.export.handler(async ({ context, input }) => {
    const { csv, file } = await context.db.transaction(async tx => {
      await countDays(tx);
      return writeTable(tx, context, input);
    });
    return {
      headers: { 'content-disposition': `attachment; filename="${file}"` },
      // The mark in front tells spreadsheets that the text is UTF-8.
      body: new File(['\uFEFF', csv], file, { type: 'text/csv; charset=utf-8; header=present' }),
    };
  }),
  change: insights.change.handler(async ({ context, input: { counting } }) => {
    await context.db.transaction(tx => changeCounting(tx, counting));
    return { counting };
  }),
  erase: insights.erase.handler(async ({ context }) => {
    await context.db.transaction(tx => deleteEverything(tx));
    return {};
  }),
});
