import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { billingDocuments } from '#features/billing/index.ts';
import type { Db } from '#platform/database/database.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { getPaymentMoney } from '../rules/received.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { sentOf, sentText } from '../rules/sent.ts';
import { payments } from '../tables.ts';

/** Lists the payments of an order that arrived, oldest first, each with what was refunded or disputed of it. */
export async function listArrived(db: Db, orderId: number) {
  const rows = await db
    .select({
      payment: payments,
      document: billingDocuments.number,
      refunded: sql<string>`(select coalesce(sum(refunds.amount), 0) from refunds
        where refunds.payment_id = ${payments.id} and refunds.status in ('pending', 'succeeded'))`,
    })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(and(eq(billingDocuments.orderId, orderId), inArray(payments.status, ['confirmed', 'amount_mismatch'])))
    .orderBy(asc(payments.id));
  return rows.map(({ payment, document, refunded }) => {
    const { minor: amount, currency } = getPaymentMoney(payment);
    const sent = sentOf(payment);
    const label = paymentMethodLabels[payment.method];
    const method = sent ? `${label}, ${sentText(sent, payment.currency)},` : label;
    const settledAt = payment.settledAt ?? payment.createdAt;
    return { id: payment.id, document, method, amount, currency, refunded: toMinorUnits(Number(refunded)), settledAt };
  });
}
