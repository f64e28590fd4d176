import { defineFeature } from '#platform/feature.ts';
import { settingsChecks } from './checks.ts';
import { settingsHandlers } from './handlers.ts';

export const settings = defineFeature({
  name: 'settings',
  handlers: { settings: settingsHandlers },
  checks: settingsChecks,
});
