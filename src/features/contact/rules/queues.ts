import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Deletes old spam and old inquiries. */
export const contactCleanupQueue = createRecurringQueue('contact.cleanup');

export const SPAM_RETENTION_DAYS = 30;

/** Retention of inquiries that led to nothing (content/site/privacy-policy.md). */
export const INQUIRY_RETENTION_YEARS = 2;
