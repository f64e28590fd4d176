import { defineFeature } from '#platform/feature.ts';
import { compactTopicCounts } from './queries/facets.ts';

export const publishing = defineFeature({
  name: 'publishing',
  cleanup: compactTopicCounts,
});
