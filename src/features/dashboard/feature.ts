import { defineFeature } from '#platform/feature.ts';
import { dashboardHandlers } from './handlers.ts';

export const dashboard = defineFeature({
  name: 'dashboard',
  handlers: { dashboard: dashboardHandlers },
});
