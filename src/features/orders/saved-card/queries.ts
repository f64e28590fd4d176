import { and, asc, eq, gt, inArray, isNotNull, ne, notExists, or, sql } from 'drizzle-orm';
import { billingDocuments } from '#features/billing/index.ts';
import { payments, savedCards } from '#features/payments/index.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { Db } from '#platform/database/database.ts';
import { finalStatuses } from '../lifecycle/rules/transitions.ts';
import { orders, subscriptionPeriods } from '../lifecycle/tables.ts';

/**
 * Lists an order's unpaid invoices of subscription periods and installments, oldest first. Leaves out those that were
 * paid once: after a refund or dispute, only the client pays again.
 */
export function listChargeableInvoices(db: Db, orderId: number) {
  const { id, kind, issuedAt, dueOn } = billingDocuments;
  const isOfDocument = eq(payments.billingDocumentId, id);
  const wasPaid = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(isOfDocument, inArray(payments.status, ['confirmed', 'amount_mismatch', 'in_review', 'processing'])));
  const owed = sql`(select balance.owed from document_balances balance where balance.document_id = ${id})`;
  return db
    .select({ id, issuedAt, dueOn, owed: owed.mapWith(toMinorUnits), startsOn: subscriptionPeriods.startsOn })
    .from(billingDocuments)
    .leftJoin(subscriptionPeriods, eq(subscriptionPeriods.invoiceId, id))
    .where(
      and(
        eq(billingDocuments.orderId, orderId),
        or(isNotNull(subscriptionPeriods.startsOn), eq(kind, 'installment_invoice')),
        gt(owed, 0),
        notExists(wasPaid),
      ),
    )
    .orderBy(asc(id));
}

/** Lists cards that aren’t charged anymore, because their orders are finished. */
export function listUnneededCards(db: Db) {
  return db
    .select({ id: savedCards.id, orderId: savedCards.orderId })
    .from(savedCards)
    .innerJoin(orders, eq(orders.id, savedCards.orderId))
    .where(and(ne(savedCards.status, 'removed'), inArray(orders.status, [...finalStatuses])))
    .limit(500);
}
