import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Publishes the projects whose time has come. */
export const publishProjectsQueue: Queue = {
  name: 'projects.publish',
  data: z.object({}),
  tries: 5,
  firstWait: 10,
  longestWait: 300,
  longestRun: 120,
  look: 1,
};

/** Removes projects that were deleted long ago, for good. */
export const purgeProjectsQueue: Queue = {
  name: 'projects.purge',
  data: z.object({}),
  tries: 3,
  firstWait: 60,
  longestWait: 600,
  longestRun: 300,
  look: 30,
};
