import { deleteMailsOfKind, deleteWaitingMails } from '#features/email/queries.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { MailEvent } from '../rules/email-events.ts';
import { findIssueToChange } from '../queries/issues.ts';
import {
  type EndedMail,
  getOutcome,
  insertMailEvent,
  listMailsUnderWay,
  updateFollowed,
  updateTakenBack,
} from '../queries/recipients.ts';
import {
  deleteUnconfirmed,
  findSubscriberByEmail,
  findSubscriberToChange,
  type SubscriberRow,
  updateSubscriber,
} from '../queries/subscribers.ts';
import { isDoubtful } from '../rules/batching.ts';
import { blocked, LINK_DAYS } from '../rules/subscription.ts';
import { pauseSending } from './sending.ts';

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Takes back what is still in the outbox for somebody who gets no newsletter any more. */
export async function takeBackMails(tx: Transaction, subscriberId: number): Promise<void> {
  const underWay = await listMailsUnderWay(tx, subscriberId);
  if (underWay.length === 0) return;
  await updateTakenBack(
    tx,
    underWay.map(({ id }) => id),
  );
  await deleteWaitingMails(
    tx,
    underWay.map(({ mail }) => mail),
  );
}

/** Blocks an address, and takes back what was on its way there. */
export async function blockSubscriber(
  tx: Transaction,
  row: SubscriberRow,
  how: 'bounce' | 'complaint' | 'refusal' | 'owner',
  at: Date,
  note: string,
): Promise<SubscriberRow> {
  const changes = blocked(row, how, at, note.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300));
  if (!changes) return row;
  await takeBackMails(tx, row.id);
  return updateSubscriber(tx, row.id, changes);
}

/**
 * Writes down what became of the mails of issues. Who was refused for good is blocked; where most are, the sending is
 * paused in their place, since then the fault is ours.
 */
export async function followMails(tx: Transaction, { now }: Pick<ApiServices, 'now'>): Promise<void> {
  const failed = await updateFollowed(tx);
  const refused = failed.filter(mail => mail.refused);
  for (const issueId of new Set(refused.map(({ issue }) => issue))) {
    if (isDoubtful(await getOutcome(tx, issueId))) {
      const issue = await findIssueToChange(tx, issueId);
      if (issue?.state === 'sending') {
        const because =
          'The mail server refused most of these mails, so the fault is rather with what is sent, or by whom. The outbox says what it answered.';
        await pauseSending(tx, issueId, because);
      }
      continue;
    }
    for (const mail of refused.filter(({ issue }) => issue === issueId)) await blockRefused(tx, mail, dateOf(now()));
  }
}

async function blockRefused(tx: Transaction, { subscriber, reason }: EndedMail, at: Date): Promise<void> {
  const row = subscriber === null ? undefined : await findSubscriberToChange(tx, subscriber);
  if (row) await blockSubscriber(tx, row, 'refusal', at, reason);
}

/** Takes in what a mail service tells, once; an address that is not on the list changes nothing. */
export async function takeEvent(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  id: string,
  event: MailEvent,
): Promise<void> {
  const at = dateOf(now());
  if (!(await insertMailEvent(tx, id, at))) return;
  if (event.type === 'bounced' && event.permanent !== true) return;
  const known = await findSubscriberByEmail(tx, event.email);
  const row = known && (await findSubscriberToChange(tx, known.id));
  if (row) await blockSubscriber(tx, row, event.type === 'bounced' ? 'bounce' : 'complaint', at, event.reason ?? '');
}

/** Erases the addresses that nobody confirmed in time, with the mails that asked them to. Answers how many. */
export async function eraseUnconfirmed(tx: Transaction, { now }: Pick<ApiServices, 'now'>): Promise<number> {
  const since = now().subtract({ hours: 24 * LINK_DAYS });
  const erased = await deleteUnconfirmed(tx, dateOf(now()), dateOf(since));
  await deleteMailsOfKind(tx, 'confirmSubscription', erased);
  return erased.length;
}
