import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Has the pages that are kept follow the counts. */
export const followQueue: Queue<{ tag: 'blog' | 'projects' }> = {
  name: 'likes.follow',
  data: z.object({ tag: z.enum(['blog', 'projects']) }),
  tries: 3,
  firstWait: 10,
  longestWait: 60,
  longestRun: 30,
  look: 2,
};

/** However many likes come, pages that are kept are dropped for them once in so many seconds. */
export const FOLLOW_SECONDS = 5;
