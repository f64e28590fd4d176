import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { minorUnits } from '#shared/money-arithmetic.ts';
import type { RefundState } from '../contract/states.ts';
import { payments, refunds } from '../tables.ts';

/** What was given back of a payment, or is on its way. */
export async function getRefunded(db: Db, paymentId: number): Promise<MinorUnits> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.state, 'failed')));
  return minorUnits(Number(row?.sum ?? 0));
}

export async function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(refunds).values(refund).returning({ id: refunds.id });
  if (!row) throw new Error('The refund was not written.');
  return row.id;
}

/** Settles a refund that is not settled yet, and tells the document that was paid; null where it is settled. */
export async function updateRefund(
  tx: Transaction,
  id: number,
  settled: { state: Exclude<RefundState, 'started'>; at: Date; reference: string | null },
): Promise<{ documentId: number; amount: MinorUnits } | null> {
  const [row] = await tx
    .update(refunds)
    .set({ state: settled.state, settledAt: settled.at, reference: settled.reference, problem: null })
    .from(payments)
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started'), eq(payments.id, refunds.paymentId)))
    .returning({ documentId: payments.documentId, amount: refunds.amount });
  return row ?? null;
}

/** What is on its way back of all that was paid for a document. */
export async function getReturning(db: Db, documentId: number): Promise<MinorUnits> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.documentId, documentId), eq(refunds.state, 'started')));
  return minorUnits(Number(row?.sum ?? 0));
}

export type RefundRow = typeof refunds.$inferSelect;

/** A refund with the payment that it gives back. */
export async function findRefund(
  db: Db,
  id: number,
): Promise<{ refund: RefundRow; payment: typeof payments.$inferSelect } | null> {
  const [row] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id));
  return row ?? null;
}

/** Keeps why a provider did not take a refund; null where it is to be tried again. */
export async function updateProblem(db: Db, id: number, problem: string | null): Promise<void> {
  await db
    .update(refunds)
    .set({ problem })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started')));
}

/** The refunds of what was paid for a document, oldest first. */
export async function listRefundsOf(db: Db, documentId: number): Promise<RefundRow[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.documentId, documentId))
    .orderBy(refunds.id);
  return rows.map(({ refund }) => refund);
}
