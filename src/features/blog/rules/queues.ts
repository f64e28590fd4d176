import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Publishes the posts whose time has come. */
export const publishQueue: Queue = {
  name: 'blog.publish',
  data: z.object({}),
  tries: 5,
  firstWait: 10,
  longestWait: 300,
  longestRun: 120,
  look: 1,
};

/** Removes posts that were deleted long ago, for good. */
export const purgeQueue: Queue = {
  name: 'blog.purge',
  data: z.object({}),
  tries: 3,
  firstWait: 60,
  longestWait: 600,
  longestRun: 300,
  look: 30,
};
