import { and, asc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import {
  type BillingDocumentRow,
  billingDocuments,
  documentBalances,
  getBillingSettingsRow,
  ledgerAdjustments,
  ledgerEntries,
} from '#features/billing/index.ts';
import { listAddressesOf } from '#features/clients/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import { isCancelableRefund } from './refunds.ts';
import { partialPayments, payments, refunds } from '../tables.ts';

/** Lists the ledger entries of a document with who made them and why, oldest first. */
export function listInvoiceEntries(db: Db, documentId: number) {
  const creditNote = alias(billingDocuments, 'credit_note');
  const other = alias(ledgerEntries, 'other');
  const otherDocument = alias(billingDocuments, 'other_document');
  return db
    .select({
      kind: ledgerEntries.kind,
      amount: ledgerEntries.amount,
      at: ledgerEntries.postedAt,
      paymentId: payments.id,
      method: payments.method,
      document: sql<string | null>`coalesce(${creditNote.number}, ${otherDocument.number})`,
      otherKind: otherDocument.kind,
      reason: sql<string | null>`coalesce(${ledgerAdjustments.reason}, ${refunds.reason})`,
      isDispute: sql<boolean>`coalesce(${refunds.origin} = 'dispute', false)`,
      by: users.name,
      adjustmentId: ledgerEntries.adjustmentId,
      undoesId: ledgerAdjustments.undoesId,
    })
    .from(ledgerEntries)
    .leftJoin(ledgerAdjustments, eq(ledgerAdjustments.id, ledgerEntries.adjustmentId))
    .leftJoin(users, eq(users.id, ledgerAdjustments.actorId))
    .leftJoin(refunds, eq(refunds.id, ledgerEntries.refundId))
    .leftJoin(payments, or(eq(payments.id, ledgerEntries.paymentId), eq(payments.id, refunds.paymentId)))
    .leftJoin(creditNote, eq(creditNote.id, ledgerEntries.creditNoteId))
    .leftJoin(other, and(eq(other.adjustmentId, ledgerEntries.adjustmentId), ne(other.id, ledgerEntries.id)))
    .leftJoin(otherDocument, eq(otherDocument.id, other.billingDocumentId))
    .where(eq(ledgerEntries.billingDocumentId, documentId))
    .orderBy(asc(ledgerEntries.postedAt), asc(ledgerEntries.id));
}

/** Finds credit that the owner applied: the document that it comes from, and the one that it was applied to. */
export async function findAppliedCredit(db: Db, adjustmentId: number) {
  const used = alias(ledgerEntries, 'used');
  const [row] = await db
    .select({ documentId: ledgerEntries.billingDocumentId, sourceId: used.billingDocumentId, amount: used.amount })
    .from(ledgerEntries)
    .innerJoin(used, and(eq(used.adjustmentId, ledgerEntries.adjustmentId), gt(used.amount, ZERO)))
    .innerJoin(ledgerAdjustments, eq(ledgerAdjustments.id, ledgerEntries.adjustmentId))
    .where(
      and(
        eq(ledgerEntries.adjustmentId, adjustmentId),
        eq(ledgerEntries.kind, 'applied'),
        lt(ledgerEntries.amount, ZERO),
        isNull(ledgerAdjustments.undoesId),
      ),
    );
  return row;
}

/** Returns whether an adjustment was undone. */
export async function isUndone(db: Db, adjustmentId: number): Promise<boolean> {
  const { id, undoesId } = ledgerAdjustments;
  return (await db.select({ id }).from(ledgerAdjustments).where(eq(undoesId, adjustmentId))).length > 0;
}

/**
 * Lists other documents of a document's client, by any of their addresses, that were paid or credited too much in its
 * currency. Refunds that the owner hasn't sent yet count as credit; others don't.
 */
export async function listCredits(db: Db, { id, currency, content }: BillingDocumentRow, number?: string) {
  const { email } = content.client;
  const addresses = email === null ? [] : await listAddressesOf(db, email);
  const leaving = sql`(select coalesce(sum(${refunds.amount}), 0) from ${refunds}
    join ${payments} on ${payments.id} = ${refunds.paymentId}
    where ${payments.billingDocumentId} = ${billingDocuments.id} and ${payments.status} = 'confirmed'
      and ${refunds.status} = 'pending' and not ${isCancelableRefund})`;
  const amount = sql`-${documentBalances.owed} - ${leaving}`.mapWith((sum: string) => toMinorUnits(Number(sum)));
  return db
    .select({ id: billingDocuments.id, number: billingDocuments.number, amount })
    .from(documentBalances)
    .innerJoin(billingDocuments, eq(billingDocuments.id, documentBalances.documentId))
    .where(
      and(
        sql`${documentBalances.owed} < 0 and ${amount} > 0`,
        eq(billingDocuments.currency, currency),
        inArray(sql`lower(${billingDocuments.content} -> 'client' ->> 'email')`, addresses),
        ne(billingDocuments.id, id),
        number === undefined ? undefined : eq(billingDocuments.number, number),
      ),
    )
    .orderBy(asc(billingDocuments.id));
}

/** Returns the smallest part of a document that its client may pay; null if all of it. */
export async function getPartialPayment(db: Db, { id, total }: Pick<BillingDocumentRow, 'id' | 'total'>) {
  const [own] = await db.select().from(partialPayments).where(eq(partialPayments.billingDocumentId, id));
  if (own) return { minAmount: own.minAmount, isDefault: false };
  const { minPartialPercent } = await getBillingSettingsRow(db);
  const minAmount = minPartialPercent === null ? null : toMinorUnits(Math.ceil((total * minPartialPercent) / 100));
  return { minAmount, isDefault: true };
}

/** Saves the smallest part of a document that its client may pay, null if all of it; undefined follows the settings. */
export async function savePartialPayment(
  tx: Transaction,
  billingDocumentId: number,
  minAmount: MinorUnits | null | undefined,
): Promise<void> {
  await tx.delete(partialPayments).where(eq(partialPayments.billingDocumentId, billingDocumentId));
  if (minAmount !== undefined) await tx.insert(partialPayments).values({ billingDocumentId, minAmount });
}
