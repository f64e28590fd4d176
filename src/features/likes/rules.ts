import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Has the pages that are kept follow the counts. */
export const followQueue: Queue<{ tag: 'blog' | 'projects' }> = {
  name: 'likes.follow',
  data: z.object({ tag: z.enum(['blog', 'projects']) }),
  maxAttempts: 3,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 60,
  timeoutSeconds: 30,
  pollIntervalSeconds: 2,
};

/** However many likes come, pages that are kept are dropped for them once in so many seconds. */
export const INVALIDATION_DELAY_SECONDS = 5;

/**
 * So many seconds at least, and twice as many at most, a browser that has no number yet gets the same one for the same
 * thing: pressed twice before the first answer is there, it counts once.
 */
const TOKEN_WINDOW_SECONDS = 10;

/** The stretches of time whose numbers hold at an instant, the present one first. */
export function getTokenWindows(now: Temporal.Instant): readonly [present: number, last: number] {
  const present = Math.floor(now.epochMilliseconds / 1000 / TOKEN_WINDOW_SECONDS);
  return [present, present - 1];
}
