import { z } from 'zod';
import { documentQueue } from '#features/billing/rules/queues.ts';
import type { Queue } from '#platform/jobs/jobs.ts';
import { repeatedQueue } from '#platform/jobs/recurring-queue.ts';

/** Brings every order up to the present. */
export const calendarQueue = repeatedQueue('orders.calendar', 1800);

/** Draws an agreement and writes the mails that bring it to both sides, as patiently as a document. */
export const agreementQueue: Queue<{ agreement: number }> = {
  ...documentQueue,
  name: 'orders.agreement',
  data: z.object({ agreement: z.int() }),
};
