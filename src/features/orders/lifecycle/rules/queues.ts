import { z } from 'zod';
import { sendDocumentQueue } from '#features/billing/rules/queues.ts';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Processes every order that is due. */
export const processDueOrdersQueue = createRecurringQueue('orders.process_due', 1800);

/** Renders an agreement and emails it to both parties, with the retries of `sendDocumentQueue`. */
export const sendAgreementQueue: Queue<{ agreement: number }> = {
  ...sendDocumentQueue,
  name: 'orders.send_agreement',
  data: z.object({ agreement: z.int() }),
};
