import { z } from 'zod';
import { endpoint, emptyInput, streamedFile } from '#shared/contract.ts';
import { exportQuery, summary, summaryQuery, week } from './reports.ts';

const tags = ['insights'];

const setting = z.object({ counting: z.boolean() });

export const insightsContract = {
  getSummary: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/insights', tags, summary: 'What was visited in a stretch of time, and from where' })
    .input(summaryQuery)
    .output(summary),
  getWeek: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/insights/week', tags, summary: 'The last seven days beside the seven before them' })
    .input(emptyInput)
    .output(week),
  exportCsv: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/insights.csv',
      tags,
      summary: 'One of the lists in full, as a table for a spreadsheet',
      outputStructure: 'detailed',
    })
    .input(exportQuery)
    .output(streamedFile),
  updateSettings: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'PATCH', path: '/insights/settings', tags, summary: 'Turn the counting of visits on or off' })
    .input(z.strictObject({ isTrackingEnabled: z.boolean() }))
    .output(setting),
  deleteAll: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'DELETE', path: '/insights', tags, summary: 'Delete everything that was counted' })
    .input(z.strictObject({ confirm: z.string().refine(answer => answer === 'yes', 'Say that it is to be deleted.') }))
    .output(z.object({})),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    insights: typeof insightsContract;
  }
}
