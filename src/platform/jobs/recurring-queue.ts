import { z } from 'zod';
import type { Queue } from './jobs.ts';

/** A queue of work that the clock repeats: what fails three times comes round again. `longestRun` is in seconds. */
export const createRecurringQueue = (name: string, longestRun = 300): Queue => ({
  name,
  data: z.object({}),
  tries: 3,
  firstWait: 60,
  longestWait: 600,
  longestRun,
  look: 30,
});
