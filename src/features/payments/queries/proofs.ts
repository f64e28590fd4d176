import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { paymentProofs, payments } from '../tables.ts';

export async function insertPaymentProof(db: Db, proof: typeof paymentProofs.$inferInsert): Promise<void> {
  await db.insert(paymentProofs).values(proof);
}

/** Attaches a proof to its payment; false if it is not of this document or belongs to another payment. */
export async function updateProofPayment(tx: Transaction, proof: string, documentId: number, paymentId: number) {
  const { id, billingDocumentId, paymentId: attachedTo } = paymentProofs;
  const { rowCount } = await tx
    .update(paymentProofs)
    .set({ paymentId })
    .where(and(eq(id, proof), eq(billingDocumentId, documentId), isNull(attachedTo)));
  return rowCount === 1;
}

/** Returns whether a document has a proof with this id that is attached to a payment. */
export async function hasPaymentProof(db: Db, documentId: number, proof: string): Promise<boolean> {
  const { id, billingDocumentId, paymentId } = paymentProofs;
  const condition = and(eq(id, proof), eq(billingDocumentId, documentId), isNotNull(paymentId));
  return (await db.select({ id }).from(paymentProofs).where(condition)).length > 0;
}

/** Deletes proofs created before a time that belong to no payment, and returns their ids. */
export function deleteOrphanedProofs(db: Db, before: Date) {
  const { id, paymentId, createdAt } = paymentProofs;
  return db
    .delete(paymentProofs)
    .where(and(isNull(paymentId), lt(createdAt, before)))
    .returning({ id });
}

/** Lists the proofs of payments that were settled before a time. */
export function listExpiredProofs(db: Db, before: Date) {
  return db
    .select({ id: paymentProofs.id })
    .from(paymentProofs)
    .innerJoin(payments, eq(payments.id, paymentProofs.paymentId))
    .where(lt(payments.settledAt, before))
    .limit(200);
}

export async function deletePaymentProof(db: Db, id: string): Promise<void> {
  await db.delete(paymentProofs).where(eq(paymentProofs.id, id));
}
