import { and, eq, gte, inArray, isNull, lt, notExists, or, type SQL } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { bookings } from '#features/bookings/index.ts';
import { orders } from '#features/orders/index.ts';
import type { DataSubject } from '#platform/api/personal-data.ts';
import type { Transaction } from '#platform/database/database.ts';
import { contactMessages, contactReplies } from '../tables.ts';
import { isWrittenBy } from './sender.ts';

/** Data to delete along with messages. */
export interface DeletedMessages {
  readonly messages: number;
  readonly files: readonly string[];
  /** Ids of the emails that quote them: notices to the owner, and replies. */
  readonly mails: readonly string[];
}

async function deleteMessages(tx: Transaction, which: SQL | undefined): Promise<DeletedMessages> {
  const { id, fileId, notificationEmailId } = contactMessages;
  const rows = await tx.select({ id, fileId, notificationEmailId }).from(contactMessages).where(which).for('update');
  const ids = rows.map(row => row.id);
  if (ids.length === 0) return { messages: 0, files: [], mails: [] };
  const replies = await tx
    .select({ emailId: contactReplies.emailId })
    .from(contactReplies)
    .where(inArray(contactReplies.messageId, ids));
  await tx.delete(contactMessages).where(inArray(id, ids));
  const mails = [...rows.map(row => row.notificationEmailId), ...replies.map(row => row.emailId)];
  const files = rows.map(row => row.fileId).filter(file => file !== null);
  return { messages: ids.length, files, mails: mails.filter(mail => mail !== null) };
}

/** Deletes a message with its replies. */
export function deleteMessage(tx: Transaction, id: number) {
  return deleteMessages(tx, eq(contactMessages.id, id));
}

/** Deletes all messages by a person or from their address. */
export function deleteMessagesByPerson(tx: Transaction, person: DataSubject) {
  return deleteMessages(tx, isWrittenBy(person));
}

/** Deletes messages that have been spam since before `before`. */
export function deleteOldSpam(tx: Transaction, before: Date) {
  return deleteMessages(tx, and(eq(contactMessages.state, 'spam'), lt(contactMessages.markedSpamAt, before)));
}

/** Deletes inquiries without activity since `before` whose address has no account, no order and no consultation. */
export function deleteOldInquiries(tx: Transaction, before: Date) {
  const { id, email, userId, receivedAt, repliedAt } = contactMessages;
  return deleteMessages(
    tx,
    and(
      lt(receivedAt, before),
      or(isNull(repliedAt), lt(repliedAt, before)),
      isNull(userId),
      notExists(
        tx
          .select()
          .from(contactReplies)
          .where(and(eq(contactReplies.messageId, id), gte(contactReplies.sentAt, before))),
      ),
      notExists(tx.select().from(users).where(eq(users.email, email))),
      notExists(tx.select().from(orders).where(eq(orders.clientEmail, email))),
      notExists(tx.select().from(bookings).where(eq(bookings.clientEmail, email))),
    ),
  );
}
