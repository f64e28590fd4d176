import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { contactMessages, contactReplies } from '../tables.ts';

export type MessageRow = typeof contactMessages.$inferSelect;

export async function insertMessage(
  tx: Transaction,
  message: typeof contactMessages.$inferInsert,
): Promise<MessageRow> {
  const [row] = await tx.insert(contactMessages).values(message).returning();
  if (!row) throw new Error('The message was not written.');
  return row;
}

export async function findMessage(db: Db, id: number): Promise<MessageRow | null> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return row ?? null;
}

/** A message that is about to change: whoever comes second waits. */
export async function findMessageForUpdate(tx: Transaction, id: number): Promise<MessageRow | null> {
  const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
  return row ?? null;
}

export async function updateMessage(
  tx: Transaction,
  id: number,
  values: Partial<Pick<MessageRow, 'state' | 'answeredAt' | 'spamAt' | 'spamWhy' | 'readAt' | 'noticeMailId'>>,
): Promise<void> {
  await tx.update(contactMessages).set(values).where(eq(contactMessages.id, id));
}

/** Notes the file of a message that has none yet. Whether that was so. */
export async function updateMessageFile(
  tx: Transaction,
  id: number,
  file: { readonly fileId: string; readonly fileBytes: number },
): Promise<boolean> {
  const rows = await tx
    .update(contactMessages)
    .set(file)
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.fileId)))
    .returning({ id: contactMessages.id });
  return rows.length > 0;
}

/** Notes that a message was opened, the first time. */
export async function markMessageRead(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx
    .update(contactMessages)
    .set({ readAt: at })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.readAt)));
}

export async function insertReply(tx: Transaction, reply: typeof contactReplies.$inferInsert): Promise<void> {
  await tx.insert(contactReplies).values(reply);
}

/**
 * Whether what comes from an address is spam, since the owner marked what came from there before. Whoever is signed in with
 * it is barred only by what they wrote signed in: else anybody could bar them by typing their address.
 */
export async function isSenderBlocked(
  db: Db,
  { email, userId }: Pick<MessageRow, 'email' | 'userId'>,
): Promise<boolean> {
  const bars = inArray(contactMessages.spamWhy, ['marked', 'barred']);
  const theirs = userId === null ? undefined : eq(contactMessages.userId, userId);
  const rows = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(and(eq(contactMessages.email, email), bars, theirs))
    .limit(1);
  return rows.length > 0;
}

/** Lifts the bar of an address: what came in meanwhile is new. Answers how many messages that are. */
export async function unblockSender(tx: Transaction, email: string): Promise<number> {
  const because = (why: 'marked' | 'barred') => and(eq(contactMessages.email, email), eq(contactMessages.spamWhy, why));
  await tx.update(contactMessages).set({ spamWhy: 'freed' }).where(because('marked'));
  const rows = await tx
    .update(contactMessages)
    .set({ state: 'new', spamAt: null, spamWhy: null })
    .where(because('barred'))
    .returning({ id: contactMessages.id });
  return rows.length;
}
