import { repeatedQueue } from '#platform/jobs/repeated.ts';

/** Deletes spam that is old enough. */
export const tidyContactQueue = repeatedQueue('contact.tidy');

/** Spam is kept so many days. */
export const SPAM_DAYS = 30;
