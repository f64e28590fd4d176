import { defineFeature } from '#platform/feature.ts';
import { settingsHandlers } from './handlers.ts';

export const settings = defineFeature({
  name: 'settings',
  handlers: { settings: settingsHandlers },
});
