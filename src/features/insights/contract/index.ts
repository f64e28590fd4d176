import { z } from 'zod';
import { defineEndpoints, emptyInput, streamedFile } from '#shared/contract.ts';
import { exportQuery, summary, summaryQuery, week } from './reports.ts';

const { ownerEndpoint } = defineEndpoints('insights');

const setting = z.object({ counting: z.boolean() });

export const insightsContract = {
  getSummary: ownerEndpoint('GET /insights', 'What was visited in a stretch of time, and from where')
    .input(summaryQuery)
    .output(summary),
  getWeek: ownerEndpoint('GET /insights/week', 'The last seven days beside the seven before them')
    .input(emptyInput)
    .output(week),
  exportCsv: ownerEndpoint('GET /insights.csv', 'One of the lists in full, as a table for a spreadsheet', {
    outputStructure: 'detailed',
  })
    .input(exportQuery)
    .output(streamedFile),
  updateSettings: ownerEndpoint('PATCH /insights/settings', 'Turn the counting of visits on or off')
    .input(z.strictObject({ isTrackingEnabled: z.boolean() }))
    .output(setting),
  deleteAll: ownerEndpoint('DELETE /insights', 'Delete everything that was counted')
    .input(z.strictObject({ confirm: z.string().refine(answer => answer === 'yes', 'Say that it is to be deleted.') }))
    .output(z.object({})),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    insights: typeof insightsContract;
  }
}
