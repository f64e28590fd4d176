import { enqueueEmail } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { findIssueForUpdate, getNewsletterSettings, type IssueRow, updateIssue } from '../queries/issues.ts';
import {
  insertRecipients,
  listPendingRecipients,
  skipPendingRecipients,
  updateRecipient,
} from '../queries/recipients.ts';
import { getBatchPlan } from '../rules/batching.ts';
import { sendBatchQueue } from '../rules/queues.ts';
import { createPreferencesToken } from '../rules/signed-links.ts';
import { isRecipient } from '../rules/subscription.ts';
import type { SentIssue } from './render-issue.ts';
import { assertIssueReady, lockIssueForTransition } from './issues.ts';

type SendingServices = Pick<ApiServices, 'dist' | 'jobs' | 'now' | 'siteUrl' | 'renderEmail' | 'encryption'>;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Starts sending an issue and fixes its content and recipients. Throws CONFLICT if there are no recipients. */
export async function startSending(tx: Transaction, services: SendingServices, id: number): Promise<void> {
  const issue = await lockIssueForTransition(tx, id, 'send');
  assertIssueReady(issue);
  if ((await insertRecipients(tx, id, issue.topic)) === 0) {
    throw new AppError('CONFLICT', 'Nobody is subscribed to this topic, so there is nobody to send it to.');
  }
  const { isTrackingEnabled } = await getNewsletterSettings(tx);
  const sendingStartedAt = dateOf(services.now());
  await goOn(tx, services, issue, { scheduledAt: null, sendingStartedAt, isTrackingEnabled, statusMessage: '' });
}

/** Enqueues the next step. Every transition increments `batch`, which makes older jobs no-ops. */
async function goOn(
  tx: Transaction,
  services: SendingServices,
  { id, batch }: IssueRow,
  changes: Partial<IssueRow>,
  seconds = 0,
) {
  const next = batch + 1;
  await updateIssue(tx, id, { ...changes, state: 'sending', batch: next });
  await services.jobs.enqueue(
    tx,
    sendBatchQueue,
    { issueId: id, batch: next },
    { key: `${id} ${next}`, ...(seconds > 0 ? { notBefore: services.now().add({ seconds }) } : {}) },
  );
}

/** Pauses sending; emails already in the outbox still go out. */
export async function pauseSending(tx: Transaction, id: number, because = ''): Promise<void> {
  const issue = await lockIssueForTransition(tx, id, 'pause');
  await updateIssue(tx, id, { state: 'paused', batch: issue.batch + 1, statusMessage: because });
}

/** Resumes paused sending. */
export async function resumeSending(tx: Transaction, services: SendingServices, id: number): Promise<void> {
  const issue = await lockIssueForTransition(tx, id, 'resume');
  await goOn(tx, services, issue, { statusMessage: '' });
}

/** Ends paused sending; the remaining recipients do not get the issue. */
export async function stopSending(tx: Transaction, services: Pick<ApiServices, 'now'>, id: number): Promise<void> {
  await lockIssueForTransition(tx, id, 'finish');
  await skipPendingRecipients(tx, id);
  await updateIssue(tx, id, { state: 'sent', sentAt: dateOf(services.now()), statusMessage: '' });
}

/**
 * Takes one sending step. Emails are queued and recorded in the same transaction, so a crash leaves both or neither. A
 * completed step is never repeated.
 */
export async function sendNextBatch(
  tx: Transaction,
  services: SendingServices,
  { issueId, batch }: { issueId: number; batch: number },
  rendered: SentIssue,
): Promise<void> {
  const issue = await findIssueForUpdate(tx, issueId);
  if (issue?.state !== 'sending' || issue.batch !== batch) return;
  const { size, seconds } = getBatchPlan((await getNewsletterSettings(tx)).emailsPerMinute);
  const next = await listPendingRecipients(tx, issueId, size);
  for (const { id, subscriber } of next) {
    // Skip recipients who unsubscribed, were blocked or were deleted after sending started.
    if (!subscriber || !isRecipient(subscriber, issue.topic)) {
      await updateRecipient(tx, id, { state: 'skipped', emailId: null });
      continue;
    }
    const key = createPreferencesToken(services, { subscriberId: subscriber.id, issueId });
    const emailId = await enqueueEmail(tx, services, {
      to: { name: '', email: subscriber.email },
      template: 'newsletter_issue',
      props: { ...rendered, preferencesUrl: services.siteUrl + newsletterPaths.preferences(key) },
      unsubscribeUrl: services.siteUrl + newsletterPaths.oneClickUnsubscribe(key),
      containsSecret: true,
    });
    await updateRecipient(tx, id, { state: 'queued', emailId });
  }
  if (next.length === size) return goOn(tx, services, issue, {}, seconds);
  await updateIssue(tx, issueId, { state: 'sent', sentAt: dateOf(services.now()) });
}
