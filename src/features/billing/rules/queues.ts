import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Renders and emails an issued document: five attempts within a quarter of an hour, the last without the PDF. */
export const sendDocumentQueue: Queue<{ number: string }> = {
  name: 'billing.send_document',
  data: z.object({ number: z.string() }),
  maxAttempts: 5,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 240,
  timeoutSeconds: 180,
  pollIntervalSeconds: 1,
};
