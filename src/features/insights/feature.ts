import { defineFeature, defineJob } from '#platform/feature.ts';
import { insightsHandlers } from './handlers/handlers.ts';
import { createVisitBuffer, type VisitBuffer } from './handlers/visit-buffer.ts';
import { registerVisitRoutes } from './handlers/visit-routes.ts';
import { insightsMaintenanceQueue, runInsightsMaintenance } from './jobs.ts';

declare module '#platform/api/context.ts' {
  interface FeatureServices {
    /** Visits waiting to be written to the database. */
    readonly visits: VisitBuffer;
  }
}

export const insights = defineFeature({
  name: 'insights',
  handlers: { insights: insightsHandlers },
  services: ({ log }, core) => ({ visits: createVisitBuffer({ ...core, log }) }),
  routes: registerVisitRoutes,
  jobs: [
    defineJob({
      queue: insightsMaintenanceQueue,
      run: runInsightsMaintenance,
      schedule: '*/15 * * * *',
      onStart: true,
    }),
  ],
});
