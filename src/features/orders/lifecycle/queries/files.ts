import { and, asc, count, eq, sum } from 'drizzle-orm';
import { listProjectFiles } from '#features/projects/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { orderFiles } from '../tables.ts';

export type OrderFileRow = typeof orderFiles.$inferSelect;

/** Returns the storage key of a file of an order. */
export const getFileKey = (id: string) => `orders/${id}`;

export async function insertOrderFile(tx: Transaction, file: OrderFileRow) {
  await tx.insert(orderFiles).values(file);
}

/** Returns the files of an order, oldest first. */
export function listOrderFiles(db: Db, orderId: number) {
  return db
    .select()
    .from(orderFiles)
    .where(eq(orderFiles.orderId, orderId))
    .orderBy(asc(orderFiles.uploadedAt), asc(orderFiles.id));
}

export async function findOrderFile(db: Db, orderId: number, id: string) {
  const [row] = await db
    .select()
    .from(orderFiles)
    .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.id, id)));
  return row ?? null;
}

/** A delivered file: of the order itself, or of the purchased project. */
export type DeliverableRow = Pick<
  OrderFileRow,
  'id' | 'purpose' | 'contentItemPosition' | 'name' | 'sizeBytes' | 'uploadedBy' | 'uploadedAt'
> & {
  readonly isOfProject: boolean;
};

/** Returns the current files of the purchased project, and the files that the owner delivered with the order itself. */
export async function listDeliverables(
  db: Db,
  order: { readonly id: number; readonly boughtProjectId: string | null },
): Promise<DeliverableRow[]> {
  const ownFiles = (await listOrderFiles(db, order.id)).filter(({ purpose }) => purpose === 'deliverable');
  return [...(await listBoughtFiles(db, order)), ...ownFiles.map(file => ({ ...file, isOfProject: false }))];
}

/** Returns the current files of the purchased project. */
export async function listBoughtFiles(
  db: Db,
  { boughtProjectId }: { readonly boughtProjectId: string | null },
): Promise<DeliverableRow[]> {
  if (boughtProjectId === null) return [];
  const files = await listProjectFiles(db, boughtProjectId);
  return files.map(({ id, name, bytes, addedAt }) => ({
    id,
    name,
    sizeBytes: bytes,
    purpose: 'deliverable',
    contentItemPosition: null,
    uploadedBy: 'owner',
    uploadedAt: addedAt,
    isOfProject: true,
  }));
}

/** Deletes a file's row; returns false if there is none. */
export async function deleteOrderFileRow(tx: Transaction, orderId: number, id: string) {
  const { rowCount } = await tx.delete(orderFiles).where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.id, id)));
  return rowCount === 1;
}

/** Returns the number and total size in bytes of the files that a party sent. */
export async function getStorageUsage(db: Db, orderId: number, sender: OrderFileRow['uploadedBy']) {
  const [row] = await db
    .select({ files: count(), bytes: sum(orderFiles.sizeBytes) })
    .from(orderFiles)
    .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.uploadedBy, sender)));
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0) };
}
