import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { businessDocuments } from '#features/billing/tables.ts';
import type { Db } from '#platform/database/database.ts';
import { minorUnits } from '#shared/money-arithmetic.ts';
import { moneyOf } from '../rules/received.ts';
import { methodLabels } from '../rules/methods.ts';
import { sentOf, sentText } from '../rules/sent.ts';
import { payments } from '../tables.ts';

/** Lists the payments of an order that arrived, oldest first, each with what was refunded or disputed of it. */
export async function listArrived(db: Db, orderId: number) {
  const rows = await db
    .select({
      payment: payments,
      document: businessDocuments.number,
      refunded: sql<string>`(select coalesce(sum(refunds.amount), 0) from refunds
        where refunds.payment_id = ${payments.id} and refunds.state in ('started', 'done'))`,
    })
    .from(payments)
    .innerJoin(businessDocuments, eq(businessDocuments.id, payments.documentId))
    .where(and(eq(businessDocuments.orderId, orderId), inArray(payments.state, ['confirmed', 'mismatched'])))
    .orderBy(asc(payments.id));
  return rows.map(({ payment, document, refunded }) => {
    const { minor: amount, currency } = moneyOf(payment);
    const sent = sentOf(payment);
    const label = methodLabels[payment.method];
    const method = sent ? `${label}, ${sentText(sent, payment.currency)},` : label;
    const settledAt = payment.settledAt ?? payment.createdAt;
    return { id: payment.id, document, method, amount, currency, refunded: minorUnits(Number(refunded)), settledAt };
  });
}
