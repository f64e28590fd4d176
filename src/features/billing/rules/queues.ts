import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Renders and emails an issued document: five attempts within a quarter of an hour, the last without the PDF. */
export const sendDocumentQueue: Queue<{ number: string; requestedAt?: string | undefined }> = {
  name: 'billing.send_document',
  /** `requestedAt` (ISO 8601) if the owner sends it again. */
  data: z.object({ number: z.string(), requestedAt: z.iso.datetime().optional() }),
  maxAttempts: 5,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 240,
  timeoutSeconds: 180,
};
