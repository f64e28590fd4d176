import { defineFeature, defineJob } from '#platform/feature.ts';
import { likesPersonalData } from './actions.ts';
import { likesHandlers } from './handlers.ts';
import { invalidateLikeCounts } from './jobs.ts';
import { likeCountsQueue } from './rules.ts';

export const likes = defineFeature({
  name: 'likes',
  handlers: { likes: likesHandlers },
  jobs: [defineJob({ queue: likeCountsQueue, run: invalidateLikeCounts })],
  personalData: [likesPersonalData],
});
