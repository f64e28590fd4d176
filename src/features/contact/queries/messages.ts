import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { filesOf } from '../rules/files.ts';
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
export async function findMessageLocked(tx: Transaction, id: number): Promise<MessageRow | null> {
  const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
  return row ?? null;
}

export async function updateMessage(
  tx: Transaction,
  id: number,
  values: Partial<Pick<MessageRow, 'state' | 'answeredAt' | 'spamAt' | 'readAt'>>,
): Promise<void> {
  await tx.update(contactMessages).set(values).where(eq(contactMessages.id, id));
}

/** Notes the file of a message that has none yet. Whether that was so. */
export async function updateFile(
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
export async function updateRead(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx
    .update(contactMessages)
    .set({ readAt: at })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.readAt)));
}

export async function insertReply(tx: Transaction, reply: typeof contactReplies.$inferInsert): Promise<void> {
  await tx.insert(contactReplies).values(reply);
}

export async function deleteMessage(tx: Transaction, id: number): Promise<void> {
  await tx.delete(contactMessages).where(eq(contactMessages.id, id));
}

/** Deletes what has been spam since before then; the ids of the files that are gone with it, and how many messages. */
export async function deleteOldSpam(tx: Transaction, before: Date): Promise<{ deleted: number; files: string[] }> {
  const gone = await tx
    .delete(contactMessages)
    .where(and(eq(contactMessages.state, 'spam'), lt(contactMessages.spamAt, before)))
    .returning({ fileId: contactMessages.fileId });
  return { deleted: gone.length, files: filesOf(gone) };
}
