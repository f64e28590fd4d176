import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { paymentProofs, payments } from '../tables.ts';

export async function insertPaymentProof(db: Db, proof: typeof paymentProofs.$inferInsert): Promise<void> {
  await db.insert(paymentProofs).values(proof);
}

/** Attaches a proof to its payment; false if it is not of this document or belongs to another payment. */
export async function updateProofPayment(
  tx: Transaction,
  id: string,
  { documentId, paymentId }: { readonly documentId: number; readonly paymentId: number },
): Promise<boolean> {
  const put = await tx
    .update(paymentProofs)
    .set({ paymentId })
    .where(
      and(eq(paymentProofs.id, id), eq(paymentProofs.billingDocumentId, documentId), isNull(paymentProofs.paymentId)),
    )
    .returning({ id: paymentProofs.id });
  return put.length > 0;
}

/** Returns whether a document has a proof with this id that is attached to a payment. */
export async function hasPaymentProof(db: Db, documentId: number, id: string): Promise<boolean> {
  const found = await db
    .select({ id: paymentProofs.id })
    .from(paymentProofs)
    .where(
      and(
        eq(paymentProofs.id, id),
        eq(paymentProofs.billingDocumentId, documentId),
        isNotNull(paymentProofs.paymentId),
      ),
    );
  return found.length > 0;
}

/** Returns proofs keyed by payment id. */
export async function listProofsByPayment(db: Db, paymentIds: readonly number[]): Promise<Map<number, string>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(paymentProofs)
    .where(inArray(paymentProofs.paymentId, [...paymentIds]));
  return new Map(rows.flatMap(({ id, paymentId }) => (paymentId === null ? [] : [[paymentId, id] as const])));
}

/** Deletes proofs created before a time that belong to no payment, and returns their ids. */
export async function deleteOrphanedProofs(db: Db, before: Date): Promise<string[]> {
  const dropped = await db
    .delete(paymentProofs)
    .where(and(isNull(paymentProofs.paymentId), lt(paymentProofs.createdAt, before)))
    .returning({ id: paymentProofs.id });
  return dropped.map(({ id }) => id);
}

/** Lists the proofs of payments that were settled before a time. */
export async function listExpiredProofs(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: paymentProofs.id })
    .from(paymentProofs)
    .innerJoin(payments, eq(payments.id, paymentProofs.paymentId))
    .where(lt(payments.settledAt, before))
    .limit(200);
  return rows.map(({ id }) => id);
}

export async function deletePaymentProof(db: Db, id: string): Promise<void> {
  await db.delete(paymentProofs).where(eq(paymentProofs.id, id));
}
