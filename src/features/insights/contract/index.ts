import { z } from 'zod';
import { defineEndpoints, emptyInput, streamedFile } from '#shared/contract.ts';
import { exportQuery, summary, summaryQuery, week } from './reports.ts';

const { ownerEndpoint } = defineEndpoints('insights');

const setting = z.object({ counting: z.boolean() });

export const insightsContract = {
  getSummary: ownerEndpoint('GET /insights', 'Get visits and their sources for a period')
    .input(summaryQuery)
    .output(summary),
  getWeek: ownerEndpoint('GET /insights/week', 'Compare the last seven days with the seven before')
    .input(emptyInput)
    .output(week),
  exportCsv: ownerEndpoint('GET /insights.csv', 'Export a list as CSV', {
    outputStructure: 'detailed',
  })
    .input(exportQuery)
    .output(streamedFile),
  updateSettings: ownerEndpoint('PATCH /insights/settings', 'Turn visit tracking on or off')
    .input(z.strictObject({ isTrackingEnabled: z.boolean() }))
    .output(setting),
  deleteAll: ownerEndpoint('DELETE /insights', 'Delete all visit statistics')
    .input(
      z.strictObject({
        confirm: z.string().refine(answer => answer === 'yes', 'Confirm that you want to delete all statistics.'),
      }),
    )
    .output(z.object({})),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    insights: typeof insightsContract;
  }
}
