import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Updates cached pages after likes. */
export const likeCountsQueue: Queue<{ tag: string }> = {
  name: 'likes.invalidate_counts',
  data: z.object({ tag: z.string() }),
  maxAttempts: 3,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 60,
  timeoutSeconds: 30,
  pollIntervalSeconds: 5,
};

/** Minimum seconds between two invalidations of cached pages for likes. */
export const INVALIDATION_DELAY_SECONDS = 5;

/**
 * For at least this many seconds, and at most twice as many, a browser without a token gets the same one for the same
 * target, so a double press counts once.
 */
export const TOKEN_WINDOW_SECONDS = 10;
