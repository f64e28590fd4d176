import { and, asc, count, eq, sum } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { orderFiles } from '../tables.ts';

export type FileRow = typeof orderFiles.$inferSelect;

export async function insertFile(tx: Transaction, file: FileRow): Promise<void> {
  await tx.insert(orderFiles).values(file);
}

/** The files of an order, oldest first. */
export function listFiles(db: Db, orderId: number): Promise<FileRow[]> {
  return db
    .select()
    .from(orderFiles)
    .where(eq(orderFiles.orderId, orderId))
    .orderBy(asc(orderFiles.sentAt), asc(orderFiles.id));
}

export async function findFile(db: Db, orderId: number, id: string): Promise<FileRow | null> {
  const [row] = await db
    .select()
    .from(orderFiles)
    .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.id, id)));
  return row ?? null;
}

/** Removes a file's row; false where there is none. */
export async function deleteFile(tx: Transaction, orderId: number, id: string): Promise<boolean> {
  const gone = await tx
    .delete(orderFiles)
    .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.id, id)))
    .returning({ id: orderFiles.id });
  return gone.length > 0;
}

/** How many files an order has from one of its sides, and how many bytes they take. */
export async function getRoomTaken(
  db: Db,
  orderId: number,
  sender: FileRow['sender'],
): Promise<{ files: number; bytes: number }> {
  const [row] = await db
    .select({ files: count(), bytes: sum(orderFiles.bytes) })
    .from(orderFiles)
    .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.sender, sender)));
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0) };
}
