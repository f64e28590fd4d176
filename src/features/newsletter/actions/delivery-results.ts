import { deleteEmailsByTemplate, deleteQueuedEmails } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { EmailEvent } from '../rules/email-events.ts';
import { findIssueForUpdate } from '../queries/issues.ts';
import {
  countDeliveryResults,
  insertEmailEvent,
  updateRecipientDelivery,
  skipQueuedRecipients,
} from '../queries/recipients.ts';
import {
  deleteUnconfirmedSubscribers,
  findSubscriberForUpdate,
  type SubscriberRow,
  updateSubscriber,
} from '../queries/subscribers.ts';
import { isSenderLikelyRejected } from '../rules/batching.ts';
import { applyBlock, CONFIRMATION_EXPIRY_DAYS } from '../rules/subscription.ts';
import { pauseSending } from './issues.ts';

/** Cancels emails to a subscriber that are still in the outbox. */
export async function cancelQueuedEmails(tx: Transaction, subscriberId: number): Promise<void> {
  await deleteQueuedEmails(tx, await skipQueuedRecipients(tx, subscriberId));
}

/** Blocks an address and cancels emails queued for it. */
export async function blockSubscriber(
  tx: Transaction,
  row: SubscriberRow,
  reason: 'bounce' | 'complaint' | 'smtp_rejection' | 'owner',
  at: Date,
  note: string,
): Promise<SubscriberRow> {
  const changes = applyBlock(row, reason, at, note.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300));
  if (!changes) return row;
  await cancelQueuedEmails(tx, row.id);
  return updateSubscriber(tx, row.id, changes);
}

/**
 * Records delivery results of issues. Blocks permanently rejected addresses. If most are rejected, pauses the issue
 * instead, because the sender is probably at fault.
 */
export async function syncDeliveryResults(tx: Transaction, { now }: Pick<ApiServices, 'now'>): Promise<void> {
  const failed = await updateRecipientDelivery(tx);
  const refused = failed.filter(mail => mail.isRecipientRejected);
  const pausedIds = new Set<number>();
  // Issues are locked before subscribers, as by a batch, so the two can't wait for each other.
  for (const issueId of new Set(refused.map(({ issue }) => issue))) {
    if (!isSenderLikelyRejected(await countDeliveryResults(tx, issueId))) continue;
    pausedIds.add(issueId);
    const issue = await findIssueForUpdate(tx, issueId);
    if (issue?.state !== 'sending') continue;
    const reason =
      'Sending was paused because the mail server rejected most of these emails. The cause is probably the content or your sender address.';
    await pauseSending(tx, issueId, reason);
  }
  for (const { issue, subscriber: id, reason } of refused) {
    const row = id === null || pausedIds.has(issue) ? undefined : await findSubscriberForUpdate(tx, { id });
    if (row) await blockSubscriber(tx, row, 'smtp_rejection', toDate(now()), reason);
  }
}

/** Processes an event from an email service once; ignores addresses that are not on the list. */
export async function handleEmailEvent(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  id: string,
  event: EmailEvent,
): Promise<void> {
  const at = toDate(now());
  if (!(await insertEmailEvent(tx, id, at))) return;
  if (event.type === 'bounced' && event.permanent !== true) return;
  const row = await findSubscriberForUpdate(tx, { email: event.email });
  if (row) await blockSubscriber(tx, row, event.type === 'bounced' ? 'bounce' : 'complaint', at, event.reason ?? '');
}

/** Deletes addresses that were not confirmed in time and their confirmation emails. Returns how many. */
export async function cleanUpUnconfirmedSubscribers(tx: Transaction, { now }: Pick<ApiServices, 'now'>) {
  const since = now().subtract({ hours: 24 * CONFIRMATION_EXPIRY_DAYS });
  const erased = await deleteUnconfirmedSubscribers(tx, toDate(now()), toDate(since));
  await deleteEmailsByTemplate(tx, 'newsletter_confirmation', erased);
  return erased.length;
}
