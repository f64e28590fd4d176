import { defineFeature } from '#platform/feature.ts';
import { searchHandlers } from './handlers.ts';

export const search = defineFeature({
  name: 'search',
  handlers: { search: searchHandlers },
});
