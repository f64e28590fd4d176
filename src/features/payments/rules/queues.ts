import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Refunds through the provider: twelve attempts over about two days. */
export const processRefundQueue: Queue<{ refundId: number }> = {
  name: 'payments.process_refund',
  data: z.object({ refundId: z.int() }),
  maxAttempts: 12,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 6 * 3600,
  timeoutSeconds: 120,
};

/** Checks a payment's status at its provider. */
export const refreshPaymentQueue: Queue<{ paymentId: number }> = {
  name: 'payments.refresh_payment',
  data: z.object({ paymentId: z.int() }),
  maxAttempts: 4,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 120,
};

/** Charges a saved card, or finds out whether it was charged. Later, the charge is checked like other payments. */
export const chargeCardQueue: Queue<{ paymentId: number }> = {
  ...refreshPaymentQueue,
  name: 'payments.charge_card',
};

/** Reads the card that a checkout saved. */
export const saveCardQueue: Queue<{ cardId: number }> = {
  ...refreshPaymentQueue,
  name: 'payments.save_card',
  data: z.object({ cardId: z.int() }),
};

/** Deletes a removed card at the provider. */
export const detachCardQueue: Queue<{ cardId: number }> = {
  ...processRefundQueue,
  name: 'payments.detach_card',
  data: z.object({ cardId: z.int() }),
};

/** Queues checks of payments without a final status, and deletes unused proofs. */
export const paymentCleanupQueue = createRecurringQueue('payments.cleanup');

/** Age at which a payment is checked at its provider, and the interval between checks. */
export const REFRESH_AFTER = Temporal.Duration.from({ minutes: 15 });
export const REFRESH_INTERVAL = Temporal.Duration.from({ hours: 1 });

/** Minimum interval between checks that a waiting client can cause. */
export const MIN_REFRESH_INTERVAL = Temporal.Duration.from({ seconds: 10 });
