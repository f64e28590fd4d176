import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Topic } from '../contract/limits.ts';
import { emailWebhookEvents, newsletterRecipients, newsletterSubscribers } from '../tables.ts';

type Recipient = typeof newsletterRecipients.$inferSelect;

/** Stores the current subscribers of a topic as an issue's recipients. Returns how many. */
export async function insertRecipients(tx: Transaction, issueId: number, topic: Topic): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into newsletter_recipients (issue_id, subscriber_id)
    select ${issueId}::integer, id from newsletter_subscribers
    where state = 'subscribed' and ${topic}::text = any(topics) order by id
    on conflict do nothing`);
  return rowCount ?? 0;
}

/**
 * Returns the next pending recipients of a locked issue with their current subscription, which can't change until the
 * transaction ends; undefined for deleted subscribers.
 */
export async function listPendingRecipients(tx: Transaction, issueId: number, limit: number) {
  const { id, subscriberId, state } = newsletterRecipients;
  const pending = await tx
    .select({ id, subscriberId })
    .from(newsletterRecipients)
    .where(and(eq(newsletterRecipients.issueId, issueId), eq(state, 'pending')))
    .orderBy(asc(id))
    .limit(limit);
  const subscriberIds = pending.flatMap(recipient => recipient.subscriberId ?? []);
  const subscribers = await tx
    .select()
    .from(newsletterSubscribers)
    .where(inArray(newsletterSubscribers.id, subscriberIds))
    .orderBy(asc(newsletterSubscribers.id))
    .for('share');
  const byId = new Map(subscribers.map(subscriber => [subscriber.id, subscriber]));
  return pending.map(recipient => ({ id: recipient.id, subscriber: byId.get(recipient.subscriberId ?? 0) }));
}

export async function updateRecipient(tx: Transaction, id: number, changes: Pick<Recipient, 'state' | 'emailId'>) {
  await tx.update(newsletterRecipients).set(changes).where(eq(newsletterRecipients.id, id));
}

export async function skipPendingRecipients(tx: Transaction, issueId: number): Promise<void> {
  await tx
    .update(newsletterRecipients)
    .set({ state: 'skipped' })
    .where(and(eq(newsletterRecipients.issueId, issueId), eq(newsletterRecipients.state, 'pending')));
}

/** Copies new delivery states from the outbox. Returns the emails that were not delivered. */
export async function updateRecipientDelivery(tx: Transaction) {
  type DeliveryResult = {
    issue: number;
    subscriber: number | null;
    state: string;
    isRecipientRejected: boolean;
    reason: string;
  };
  const { rows } = await tx.execute<DeliveryResult>(sql`
    update newsletter_recipients r
    set state = case when ended.state = 'sent' then 'sent' else 'failed' end
    from (
      select w.id, m.state, coalesce(m.is_recipient_rejected, false) as refused, coalesce(m.last_error, '') as reason
      from newsletter_recipients w left join emails m on m.id = w.email_id
      where w.state = 'queued' and coalesce(m.state, 'failed') <> 'queued'
      for update of w skip locked) as ended
    where r.id = ended.id
    returning r.issue_id as issue, r.subscriber_id as subscriber, r.state, ended.refused as "isRecipientRejected", ended.reason`);
  return rows.filter(({ state }) => state === 'failed');
}

/** Counts the emails of an issue that were accepted and permanently rejected. */
export async function countDeliveryResults(db: Db, issueId: number) {
  const { rows } = await db.execute<{ sent: number; refused: number }>(sql`
    select count(*) filter (where r.state = 'sent')::int as sent,
      count(*) filter (where r.state = 'failed' and m.is_recipient_rejected)::int as refused
    from newsletter_recipients r left join emails m on m.id = r.email_id where r.issue_id = ${issueId}`);
  return rows[0] ?? { sent: 0, refused: 0 };
}

/** Skips a subscriber whose emails are still in the outbox. Returns those emails. */
export async function skipQueuedRecipients(tx: Transaction, subscriberId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ mail: string }>(sql`
    update newsletter_recipients r set state = 'skipped', email_id = null
    from newsletter_recipients w join emails m on m.id = w.email_id
    where r.id = w.id and w.subscriber_id = ${subscriberId} and w.state = 'queued' and m.state = 'queued'
    returning m.id as mail`);
  return rows.map(({ mail }) => mail);
}

/** Records an event of an email service; false if it was already recorded. */
export async function insertEmailEvent(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const rows = await tx.insert(emailWebhookEvents).values({ id, receivedAt: at }).onConflictDoNothing().returning();
  return rows.length > 0;
}
