import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits } from '#shared/money-arithmetic.ts';
import type { BillingDocumentKind } from '../contract/documents.ts';
import { billingDocuments, ledgerEntries, lateFeeWaivers } from '../tables.ts';

export async function insertLedgerEntry(tx: Transaction, entry: typeof ledgerEntries.$inferInsert): Promise<void> {
  await tx.insert(ledgerEntries).values(entry);
}

/** Returns a document's ledger entries, oldest first. */
export function listLedgerEntries(db: Db, documentId: number) {
  return db
    .select({ kind: ledgerEntries.kind, amount: ledgerEntries.amount, at: ledgerEntries.postedAt })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.billingDocumentId, documentId))
    .orderBy(asc(ledgerEntries.id));
}

/** Amount owed on a document: the sum of its ledger entries. */
const owedOn = sql<string>`(select coalesce(sum(entry.amount), 0) from ledger_entries entry where entry.billing_document_id = billing_documents.id)`;

const heldOn = sql<string>`(select coalesce(-sum(entry.amount), 0) from ledger_entries entry
  where entry.billing_document_id = billing_documents.id and entry.kind in ('held', 'released'))`;

/** When a document last became owed again: by a refund, or by the owner's decision to release a hold. */
const owedAgainOn = sql<string | null>`(select max(entry.posted_at)::text from ledger_entries entry
  where entry.billing_document_id = billing_documents.id and entry.kind in ('refunded', 'released'))`;

export type PayableDocument = Awaited<ReturnType<typeof listPayableDocuments>>[number];

/** Returns an order's payable documents, oldest first, each with its balance and the state of its late fee. */
export async function listPayableDocuments(db: Db, orderId: number, kinds: readonly BillingDocumentKind[]) {
  const fee = alias(billingDocuments, 'fee');
  const rows = await db
    .select({
      id: billingDocuments.id,
      number: billingDocuments.number,
      kind: billingDocuments.kind,
      total: billingDocuments.total,
      subtotal: sql<string>`${billingDocuments.content} ->> 'subtotal'`,
      taxAmount: sql<string>`${billingDocuments.content} ->> 'taxAmount'`,
      issuedOn: billingDocuments.issuedOn,
      dueOn: billingDocuments.dueOn,
      referenceId: billingDocuments.relatedDocumentId,
      owed: owedOn,
      held: heldOn,
      owedAgainAt: owedAgainOn,
      hasLateFee: sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(fee)
          .where(and(eq(fee.relatedDocumentId, billingDocuments.id), eq(fee.kind, 'late_fee_invoice'))),
      )}`,
      isWaived: sql<boolean>`${exists(
        db.select({ one: sql`1` }).from(lateFeeWaivers).where(eq(lateFeeWaivers.invoiceId, billingDocuments.id)),
      )}`,
    })
    .from(billingDocuments)
    .where(and(eq(billingDocuments.orderId, orderId), inArray(billingDocuments.kind, [...kinds])))
    .orderBy(asc(billingDocuments.id));
  return rows.map(({ owed, held, owedAgainAt, hasLateFee, isWaived, subtotal, taxAmount, ...row }) => ({
    ...row,
    subtotal: toMinorUnits(Number(subtotal)),
    taxAmount: toMinorUnits(Number(taxAmount)),
    /** Refunded or disputed, and not owed until the owner decides. */
    held: toMinorUnits(Number(held)),
    owedAgainAt: owedAgainAt === null ? null : new Date(owedAgainAt),
    owed: toMinorUnits(Number(owed)),
    settled: subtractAmounts(row.total, toMinorUnits(Number(owed))),
    lateFee: hasLateFee ? ('applied' as const) : isWaived ? ('waived' as const) : ('none' as const),
  }));
}

/** Returns the amount owed on a document in minor units of its currency; negative if overpaid or overcredited. */
export function getAmountDue(db: Db, documentId: number): Promise<MinorUnits> {
  return getSum(db, eq(ledgerEntries.billingDocumentId, documentId));
}

/** Returns the credited amount of a document: zero or less. */
export function getAmountCredited(db: Db, documentId: number): Promise<MinorUnits> {
  return getSum(db, and(eq(ledgerEntries.billingDocumentId, documentId), eq(ledgerEntries.kind, 'credited')));
}

async function getSum(db: Db, entries: SQL | undefined): Promise<MinorUnits> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(entries);
  return toMinorUnits(Number(row?.sum ?? 0));
}

/** Returns the amount on hold for a refund: refunded or disputed, and not owed until the owner decides. */
export async function getHeld(db: Db, refundId: number): Promise<MinorUnits> {
  const held = await getSum(
    db,
    and(eq(ledgerEntries.refundId, refundId), inArray(ledgerEntries.kind, ['held', 'released'])),
  );
  return subtractAmounts(toMinorUnits(0), held);
}

/** Records that a document's late fee is waived (term 6); returns false if it was before. */
export async function insertLateFeeWaiver(
  tx: Transaction,
  waiver: typeof lateFeeWaivers.$inferInsert,
): Promise<boolean> {
  const kept = await tx.insert(lateFeeWaivers).values(waiver).onConflictDoNothing().returning();
  return kept.length > 0;
}
