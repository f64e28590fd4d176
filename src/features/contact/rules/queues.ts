import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Deletes spam and inquiries that are old enough. */
export const contactCleanupQueue = createRecurringQueue('contact.tidy');

/** Spam is kept so many days. */
export const SPAM_RETENTION_DAYS = 30;

/** Inquiries that led to nothing are kept so many years (content/site/privacy-policy.md). */
export const INQUIRY_RETENTION_YEARS = 2;
