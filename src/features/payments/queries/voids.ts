import { and, eq } from 'drizzle-orm';
import { getAmountPaid, ledgerAdjustments, ledgerEntries } from '#features/billing/index.ts';
import { users } from '#features/auth/index.ts';
import type { Db } from '#platform/database/database.ts';
import { isManualMethod } from '../contract/enums.ts';
import type { PaymentRow } from './payments.ts';
import { listRefundsByPayment } from './refunds.ts';

/** Returns why the owner can't void a payment; null if they can. */
export async function findVoidObstacle(db: Db, payment: PaymentRow): Promise<string | null> {
  const { id, method, status, amount, billingDocumentId } = payment;
  if (!isManualMethod(method)) return 'You can’t void a card or PayPal payment. Refund it instead.';
  if (status === 'voided') return 'This payment was already voided.';
  if (status !== 'confirmed') return 'You can only void a confirmed payment.';
  const refunds = await listRefundsByPayment(db, id);
  const isRefunded = refunds.some(one => one.status === 'succeeded' || (one.status === 'pending' && one.decision));
  if (isRefunded) return 'This payment was refunded, so you can’t void it.';
  if ((await getAmountPaid(db, billingDocumentId)) < amount)
    return 'Credit from this payment was applied to another invoice. Undo that first.';
  return null;
}

/** Returns when, why and by whom a payment was voided. */
export async function findVoid(db: Db, paymentId: number) {
  const [row] = await db
    .select({ at: ledgerEntries.postedAt, reason: ledgerAdjustments.reason, by: users.name })
    .from(ledgerEntries)
    .innerJoin(ledgerAdjustments, eq(ledgerAdjustments.id, ledgerEntries.adjustmentId))
    .leftJoin(users, eq(users.id, ledgerAdjustments.actorId))
    .where(and(eq(ledgerEntries.paymentId, paymentId), eq(ledgerEntries.kind, 'voided')));
  return row ? { ...row, at: row.at.toISOString() } : null;
}
