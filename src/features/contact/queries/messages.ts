import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { contactMessages, contactReplies } from '../tables.ts';

export type MessageRow = typeof contactMessages.$inferSelect;

export async function insertMessage(tx: Transaction, message: typeof contactMessages.$inferInsert) {
  const [row] = await tx.insert(contactMessages).values(message).returning();
  if (!row) throw new Error('The message was not inserted.');
  return row;
}

export async function findMessage(db: Db, id: number): Promise<MessageRow | null> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return row ?? null;
}

/** Returns a message, locked until the transaction ends. */
export async function findMessageForUpdate(tx: Transaction, id: number): Promise<MessageRow | null> {
  const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
  return row ?? null;
}

export async function updateMessage(tx: Transaction, id: number, values: Partial<MessageRow>): Promise<void> {
  await tx.update(contactMessages).set(values).where(eq(contactMessages.id, id));
}

/** Saves the file of a message that has none yet. Returns whether it was saved. */
export async function updateMessageFile(db: Db, id: number, file: { fileId: string; fileSizeBytes: number }) {
  const rows = await db
    .update(contactMessages)
    .set(file)
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.fileId)))
    .returning({ id: contactMessages.id });
  return rows.length > 0;
}

/** Marks a message as read, unless it already is. */
export async function markMessageRead(db: Db, id: number, readAt: Date): Promise<void> {
  const isUnread = and(eq(contactMessages.id, id), isNull(contactMessages.readAt));
  await db.update(contactMessages).set({ readAt }).where(isUnread);
}

export async function insertReply(tx: Transaction, reply: typeof contactReplies.$inferInsert): Promise<void> {
  await tx.insert(contactReplies).values(reply);
}

/**
 * Returns whether the owner blocked this sender. Messages from a signed-in user count only if sent signed in: otherwise
 * anyone could block users by typing their address.
 */
export async function isSenderBlocked(db: Db, { email, userId }: Pick<MessageRow, 'email' | 'userId'>) {
  const isBlocking = inArray(contactMessages.spamReason, ['marked_by_owner', 'blocked_sender']);
  const isSameUser = userId === null ? undefined : eq(contactMessages.userId, userId);
  const rows = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(and(eq(contactMessages.email, email), isBlocking, isSameUser))
    .limit(1);
  return rows.length > 0;
}

/** Unblocks an address and restores the messages received in between. Returns how many. */
export async function unblockSender(tx: Transaction, email: string): Promise<number> {
  const hasReason = (reason: 'marked_by_owner' | 'blocked_sender') =>
    and(eq(contactMessages.email, email), eq(contactMessages.spamReason, reason));
  await tx.update(contactMessages).set({ spamReason: 'unblocked_sender' }).where(hasReason('marked_by_owner'));
  const rows = await tx
    .update(contactMessages)
    .set({ state: 'new', markedSpamAt: null, spamReason: null })
    .where(hasReason('blocked_sender'))
    .returning({ id: contactMessages.id });
  return rows.length;
}
