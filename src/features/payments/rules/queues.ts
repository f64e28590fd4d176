import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Gives money back through its provider: twelve tries over some two days. */
export const processRefundQueue: Queue<{ refundId: number }> = {
  name: 'payments.refund',
  data: z.object({ refundId: z.int() }),
  maxAttempts: 12,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 6 * 3600,
  timeoutSeconds: 120,
  pollIntervalSeconds: 2,
};

/** Asks a provider what became of a payment. */
export const refreshPaymentQueue: Queue<{ paymentId: number }> = {
  name: 'payments.ask',
  data: z.object({ paymentId: z.int() }),
  maxAttempts: 4,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 120,
  pollIntervalSeconds: 1,
};

/** Looks for payments that nobody told the end of, and drops proofs that were never used. */
export const paymentCleanupQueue = createRecurringQueue('payments.sweep');

/** A provider is asked about a payment that began this long ago, and again after so long. */
export const REFRESH_AFTER = Temporal.Duration.from({ minutes: 15 });
export const REFRESH_INTERVAL = Temporal.Duration.from({ hours: 1 });

/** Whoever waits for word may have the provider asked this often. */
export const MIN_REFRESH_INTERVAL = Temporal.Duration.from({ seconds: 10 });
