import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { totalOf } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { dayOf } from '#shared/dates.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import type { BillingDocument, BillingDocumentKind } from '../contract/documents.ts';
import { type DocumentBalance, getDocumentBalance } from '../rules/document-balance.ts';
import { listTaxTotals } from '../rules/totals.ts';
import { billingDocuments, ledgerAdjustments, ledgerEntries, lateFeeWaivers } from '../tables.ts';

export async function insertLedgerEntry(tx: Transaction, entry: typeof ledgerEntries.$inferInsert): Promise<void> {
  await tx.insert(ledgerEntries).values(entry);
}

/** Saves the author and reason of a manual change of a balance, for its ledger entries. */
export async function insertAdjustment(tx: Transaction, row: typeof ledgerAdjustments.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(ledgerAdjustments).values(row).returning({ id: ledgerAdjustments.id });
  if (!inserted) throw new Error('The adjustment was not inserted.');
  return inserted.id;
}

/** Returns a document's ledger entries, oldest first. */
export function listLedgerEntries(db: Db, documentId: number) {
  return db
    .select({
      kind: ledgerEntries.kind,
      amount: ledgerEntries.amount,
      at: ledgerEntries.postedAt,
      paymentId: ledgerEntries.paymentId,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.billingDocumentId, documentId))
    .orderBy(asc(ledgerEntries.id));
}

/** Returns a document's current balance from its ledger entries. */
export async function getBalance(
  db: Db,
  { now }: Pick<ApiServices, 'now'>,
  document: Pick<typeof billingDocuments.$inferSelect, 'id' | 'total' | 'dueOn' | 'paymentId'>,
): Promise<DocumentBalance> {
  const timeZone = await getTimeZone(db);
  const dayOn = (instant: Temporal.Instant) => dayOf(instant, timeZone).toString();
  const entries = await listLedgerEntries(db, document.id);
  const movements = entries.map(({ at, ...entry }) => ({ ...entry, on: dayOn(at.toTemporalInstant()) }));
  const balance = getDocumentBalance(document, movements, dayOn(now()));
  const voidedAt = document.paymentId === null ? undefined : await findVoidedAt(db, document.paymentId);
  return voidedAt ? { ...balance, status: 'voided', statusDate: dayOn(voidedAt.toTemporalInstant()) } : balance;
}

async function findVoidedAt(db: Db, paymentId: number): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: ledgerEntries.postedAt })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.paymentId, paymentId), eq(ledgerEntries.kind, 'voided')));
  return row?.at;
}

/** Decodes an amount or a sum of amounts, which the driver returns as text. */
export const decodeAmount = (value: string | number) => toMinorUnits(Number(value));

/** The sum of a document's ledger entries, of all kinds or of some. */
const sumOnDocument = (kinds = sql``) =>
  sql`(select coalesce(sum(entry.amount), 0) from ledger_entries entry where entry.billing_document_id = billing_documents.id${kinds})`;

/**
 * When an amount last became due again: by a refund, a released hold, a voided payment, or an undone write-off or credit.
 */
export const owedAgainAt: SQL<Date | null> = sql`(select max(entry.posted_at) from ledger_entries entry
  left join ledger_adjustments adjustment on adjustment.id = entry.adjustment_id
  where entry.billing_document_id = billing_documents.id and (entry.kind in ('refunded', 'released', 'voided')
    or entry.amount > 0 and (entry.kind = 'written_off' or adjustment.undoes_id is not null)))`.mapWith(
  ledgerEntries.postedAt,
);

export type PayableDocument = Awaited<ReturnType<typeof listPayableDocuments>>[number];

/**
 * Returns an order's payable documents, oldest first, each with its balance, its totals for each tax, and the state of
 * its late fee.
 */
export async function listPayableDocuments(db: Db, orderId: number, kinds: readonly BillingDocumentKind[]) {
  const fee = alias(billingDocuments, 'fee');
  const isLateFee = and(eq(fee.relatedDocumentId, billingDocuments.id), eq(fee.kind, 'late_fee_invoice'));
  const isWaiver = eq(lateFeeWaivers.invoiceId, billingDocuments.id);
  const one = { one: sql`1` };
  const rows = await db
    .select({
      id: billingDocuments.id,
      number: billingDocuments.number,
      kind: billingDocuments.kind,
      total: billingDocuments.total,
      charges: sql<Pick<BillingDocument, 'lineItems' | 'taxBehavior' | 'tax'>>`jsonb_build_object(
        'lineItems', ${billingDocuments.content} -> 'lineItems',
        'taxBehavior', ${billingDocuments.content} -> 'taxBehavior',
        'tax', ${billingDocuments.content} -> 'tax')`,
      /** The payment term of its first line. */
      term: sql<number | null>`(${billingDocuments.content} #>> '{lineItems,0,term}')::integer`,
      issuedOn: billingDocuments.issuedOn,
      dueOn: billingDocuments.dueOn,
      referenceId: billingDocuments.relatedDocumentId,
      owed: sumOnDocument().mapWith(decodeAmount),
      /** Refunded or disputed, and not owed until the owner decides. */
      held: sql`-${sumOnDocument(sql` and entry.kind in ('held', 'released')`)}`.mapWith(decodeAmount),
      owedAgainAt,
      lateFee: sql<'applied' | 'waived' | 'none'>`case
        when ${exists(db.select(one).from(fee).where(isLateFee))} then 'applied'
        when ${exists(db.select(one).from(lateFeeWaivers).where(isWaiver))} then 'waived'
        else 'none' end`,
    })
    .from(billingDocuments)
    .where(and(eq(billingDocuments.orderId, orderId), inArray(billingDocuments.kind, [...kinds])))
    .orderBy(asc(billingDocuments.id));
  return rows.map(({ charges, ...row }) => ({
    ...row,
    settled: subtractAmounts(row.total, row.owed),
    taxes: listTaxTotals({ ...charges, total: row.total }),
  }));
}

/** Returns the amount owed on a document in minor units of its currency; negative if overpaid or overcredited. */
export function getAmountDue(db: Db, documentId: number): Promise<MinorUnits> {
  return getSum(db, eq(ledgerEntries.billingDocumentId, documentId));
}

/** Returns the amount paid for a document, minus refunds, voided payments and credit applied to another one. */
export async function getAmountPaid(db: Db, documentId: number): Promise<MinorUnits> {
  const isPaid = inArray(ledgerEntries.kind, ['paid', 'voided', 'refunded', 'reinstated', 'applied']);
  return subtractAmounts(ZERO, await getSum(db, and(eq(ledgerEntries.billingDocumentId, documentId), isPaid)));
}

/** Returns the credited amount of a document: zero or less. */
export function getAmountCredited(db: Db, documentId: number): Promise<MinorUnits> {
  return getSum(db, and(eq(ledgerEntries.billingDocumentId, documentId), eq(ledgerEntries.kind, 'credited')));
}

async function getSum(db: Db, entries: SQL | undefined): Promise<MinorUnits> {
  const sum = sql`coalesce(sum(${ledgerEntries.amount}), 0)`.mapWith(decodeAmount);
  const [row] = await db.select({ sum }).from(ledgerEntries).where(entries);
  return row?.sum ?? ZERO;
}

/** Returns the amount on hold for a refund: refunded or disputed, and not owed until the owner decides. */
export async function getHeld(db: Db, refundId: number): Promise<MinorUnits> {
  const isOnHold = inArray(ledgerEntries.kind, ['held', 'released']);
  return subtractAmounts(ZERO, await getSum(db, and(eq(ledgerEntries.refundId, refundId), isOnHold)));
}

/** Records that a document's late fee is waived (term 6); returns false if it was before. */
export async function insertLateFeeWaiver(
  tx: Transaction,
  waiver: typeof lateFeeWaivers.$inferInsert,
): Promise<boolean> {
  const inserted = await tx.insert(lateFeeWaivers).values(waiver).onConflictDoNothing().returning();
  return inserted.length > 0;
}

/**
 * Returns how many invoices were due before `today` (a date in the owner's time zone), and the `most` that are overdue
 * longest.
 */
export async function listOverdue(db: Db, today: string, limit: number) {
  const isOverdue = sql`owed > 0 and balance.due_on < ${today}::date`;
  const { rows } = await db.execute<Record<'documentNumber' | 'clientName' | 'owed' | 'currency', string>>(sql`
    select number as "documentNumber", content -> 'client' ->> 'name' as "clientName", owed, currency
    from document_balances balance join billing_documents document on document.id = document_id
    where ${isOverdue} order by balance.due_on, document_id limit ${limit}`);
  const items = rows.map(row => ({ ...row, owed: decodeAmount(row.owed) }));
  const total = await totalOf({ page: 1, pageSize: limit }, items, async () => {
    const { rows: counted } = await db.execute<{ count: number }>(
      sql`select count(*)::integer as count from document_balances balance where ${isOverdue}`,
    );
    return counted[0]?.count ?? 0;
  });
  return { total, items };
}
