import { defineFeature } from '#platform/feature.ts';
import { redirectsHandlers } from './handlers.ts';

export const redirects = defineFeature({
  name: 'redirects',
  handlers: { redirects: redirectsHandlers },
});
