import type { ApiServices } from '#platform/api/context.ts';
import type { Log } from '#platform/log.ts';
import { deleteMessageArtifacts } from './actions/delete-messages.ts';
import { deleteOldInquiries, deleteOldSpam } from './queries/deletion.ts';
import { INQUIRY_RETENTION_YEARS, SPAM_RETENTION_DAYS } from './rules/queues.ts';

export interface ContactJobServices extends Pick<ApiServices, 'db' | 'jobs' | 'now'> {
  readonly log: Log;
}

/** Deletes 30-day-old spam, and inquiries that led to nothing after two years (privacy policy). */
export async function cleanUpContactMessages(services: ContactJobServices): Promise<void> {
  const { db, now, log } = services;
  const spamBefore = now().subtract({ hours: 24 * SPAM_RETENTION_DAYS });
  const inquiriesBefore = now().toZonedDateTimeISO('UTC').subtract({ years: INQUIRY_RETENTION_YEARS }).toInstant();
  const [spam, inquiries] = await db.transaction(async tx => {
    const oldSpam = await deleteOldSpam(tx, new Date(spamBefore.epochMilliseconds));
    await deleteMessageArtifacts(tx, services, oldSpam);
    const oldInquiries = await deleteOldInquiries(tx, new Date(inquiriesBefore.epochMilliseconds));
    await deleteMessageArtifacts(tx, services, oldInquiries);
    return [oldSpam.messages, oldInquiries.messages] as const;
  });
  if (spam + inquiries > 0) log.info({ spam, inquiries }, 'old messages are deleted');
}
