import { toDate } from '#platform/database/dates.ts';
import type { JobServices } from '#platform/feature.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import { deleteMessageArtifacts } from './actions/inbox.ts';
import { deleteOldInquiries, deleteOldSpam } from './queries/deletion.ts';

/** Deletes old spam and old inquiries. */
export const contactCleanupQueue = createRecurringQueue('contact.cleanup');

const SPAM_RETENTION_DAYS = 30;

/** Retention of inquiries that led to nothing (content/site/privacy-policy.md). */
const INQUIRY_RETENTION_YEARS = 2;

type ContactJobServices = Pick<JobServices, 'db' | 'jobs' | 'log' | 'now'>;

/** Deletes 30-day-old spam, and inquiries that led to nothing after two years (privacy policy). */
export async function cleanUpContactMessages(services: ContactJobServices): Promise<void> {
  const { db, now, log } = services;
  const spamBefore = now().subtract({ hours: 24 * SPAM_RETENTION_DAYS });
  const inquiriesBefore = now().toZonedDateTimeISO('UTC').subtract({ years: INQUIRY_RETENTION_YEARS }).toInstant();
  const [spam, inquiries] = await db.transaction(async tx => {
    const oldSpam = await deleteOldSpam(tx, toDate(spamBefore));
    await deleteMessageArtifacts(tx, services, oldSpam);
    const oldInquiries = await deleteOldInquiries(tx, toDate(inquiriesBefore));
    await deleteMessageArtifacts(tx, services, oldInquiries);
    return [oldSpam.messages, oldInquiries.messages] as const;
  });
  if (spam + inquiries > 0) log.info({ spam, inquiries }, 'old messages deleted');
}
