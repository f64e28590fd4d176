import { z } from 'zod';
import { documentQueue } from '#features/billing/rules/queues.ts';
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

/** Draws an agreement and writes the mails that bring it to both sides, as patiently as a document. */
export const agreementQueue: Queue<{ agreement: number }> = {
  ...documentQueue,
  name: 'orders.agreement',
  data: z.object({ agreement: z.int() }),
};
