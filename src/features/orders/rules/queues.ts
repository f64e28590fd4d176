import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Brings every order up to the present. */
export const calendarQueue: Queue = {
  name: 'orders.calendar',
  data: z.object({}),
  tries: 3,
  firstWait: 60,
  longestWait: 600,
  longestRun: 1800,
  look: 30,
};
