import { z } from 'zod';
import { sendDocumentQueue } from '#features/billing/rules/queues.ts';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Brings every order up to the present. */
export const processDueOrdersQueue = createRecurringQueue('orders.calendar', 1800);

/** Draws an agreement and writes the mails that bring it to both sides, as patiently as a document. */
export const sendAgreementQueue: Queue<{ agreement: number }> = {
  ...sendDocumentQueue,
  name: 'orders.agreement',
  data: z.object({ agreement: z.int() }),
};
