import { z } from 'zod';
import { endpoint, emptyInput, streamedFile } from '#shared/contract.ts';
import { exportQuery, summary, summaryQuery, week } from './reports.ts';

const tags = ['insights'];

const setting = z.object({ counting: z.boolean() });

export const insightsContract = {
  summary: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/insights', tags, summary: 'What was visited in a stretch of time, and from where' })
    .input(summaryQuery)
    .output(summary),
  week: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/insights/week', tags, summary: 'The last seven days beside the seven before them' })
    .input(emptyInput)
    .output(week),
  export: endpoint
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
  change: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'PATCH', path: '/insights/settings', tags, summary: 'Turn the counting of visits on or off' })
    .input(z.strictObject({ counting: z.boolean() }))
    .output(setting),
  erase: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'DELETE', path: '/insights', tags, summary: 'Delete everything that was counted' })
    .input(z.strictObject({ sure: z.string().refine(answer => answer === 'yes', 'Say that it is to be deleted.') }))
    .output(z.object({})),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    insights: typeof insightsContract;
  }
}
