import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Job, Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { getEmailSite } from './actions.ts';
import type { EmailDelivery } from './provider.ts';
import {
  deleteExpiredSecrets,
  findEmail,
  type listEmailAttachments,
  listQueuedEmails,
  recordFailure,
  recordSuccess,
} from './queries.ts';
import { classifyDeliveryError, deliverEmailQueue } from './rules.ts';

interface EmailJobServices {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly now: () => Temporal.Instant;
  readonly siteUrl: string;
  readonly files: Pick<FileStore, 'read'>;
}

/**
 * Delivers one email. Throws if it should be retried. A crash after the server's answer may send the email twice, with
 * the same Message-ID (RFC 5322, 3.6.4), but never loses it.
 */
export async function deliverEmail(
  services: EmailJobServices,
  { transport, from }: Pick<EmailDelivery, 'from'> & { transport: Pick<EmailDelivery['transport'], 'send'> },
  job: Pick<Job<{ mailId: string; resendId?: string | undefined }>, 'data' | 'isLastAttempt'>,
): Promise<void> {
  const { db, log, now, siteUrl } = services;
  const { mailId, resendId = mailId } = job.data;
  const mail = await findEmail(db, mailId);
  if (mail?.state !== 'queued') return;
  const { to, replyTo, subject, html, text, calendarInvite, unsubscribeUrl } = mail;
  if (html === null || text === null) return;
  const logFields = { mail: mailId, template: mail.template };
  const { name } = await getEmailSite(db, siteUrl);
  const envelope = {
    messageId: `<${resendId}@${new URL(siteUrl).hostname}>`,
    from: { name: from.name ?? name, email: from.address },
  };
  const content = { to, replyTo, subject, html, text, calendarInvite, unsubscribeUrl };
  const failure = await readAttachments(services, mail.attachments)
    .then(attachments => transport.send({ ...envelope, ...content, attachments }))
    .then(() => undefined, classifyDeliveryError);
  if (failure) {
    const { isPermanent, reason } = failure;
    const last = isPermanent || job.isLastAttempt;
    await recordFailure(db, now(), mailId, failure, last);
    log.warn({ ...logFields, reason, last }, 'email not sent');
    if (isPermanent) return;
    throw new Error(`Email not sent: ${reason}`);
  }
  await recordSuccess(db, now(), mailId);
  log.info(logFields, 'email sent');
}

/** Reads the attachments. Throws if a file is missing or unreadable, because an incomplete email must not be sent. */
async function readAttachments(
  { files }: Pick<EmailJobServices, 'files'>,
  rows: Awaited<ReturnType<typeof listEmailAttachments>>,
) {
  return Promise.all(
    rows.map(async ({ name, contentType, storageKey }) => {
      const content = await files.read(storageKey);
      if (!content) throw Object.assign(new Error('An attachment of this email is missing.'), { code: 'FILE_MISSING' });
      return { name, contentType, content };
    }),
  );
}

/** Maximum number of emails requeued at a time. */
const REQUEUE_BATCH_SIZE = 1000;

/**
 * Deletes codes and links older than a day. With `requeue`, also requeues waiting emails whose job is gone, such as
 * after weeks without a mail server.
 */
export async function cleanUpEmails(services: EmailJobServices, options: { requeue: boolean }): Promise<void> {
  const { db, log, jobs, now } = services;
  const erased = (await mayCleanUp(services)) ? await deleteExpiredSecrets(db, now()) : 0;
  if (erased > 0) log.info({ erased }, 'expired codes and links deleted from emails');
  if (!options.requeue) return;
  for (const { mailId } of await listQueuedEmails(db, REQUEUE_BATCH_SIZE)) {
    if (await jobs.enqueue(db, deliverEmailQueue, { mailId }, { key: mailId }))
      log.info({ mail: mailId }, 'email requeued');
  }
}
