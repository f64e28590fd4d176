import { and, asc, eq, max, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { minorUnits } from '#shared/money-arithmetic.ts';
import type { DocumentSeries } from '../contract/documents.ts';
import { businessDocuments, documentMails, documentYears } from '../tables.ts';

/**
 * Returns the last day on which a document of a series was issued; null before the first. Until the transaction ends
 * nobody else issues one: one lock for all series, so that no two transactions wait for each other.
 */
export async function findLastDayLocked(tx: Transaction, series: DocumentSeries): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('document numbers'))`);
  const [row] = await tx
    .select({ day: max(businessDocuments.issuedOn) })
    .from(businessDocuments)
    .where(eq(businessDocuments.series, series));
  return row?.day ?? null;
}

/**
 * Takes the next number of a series and year. If the transaction fails, the next one takes the same number, so that none
 * is left out (term 5).
 */
export async function updateLastNumber(tx: Transaction, series: DocumentSeries, year: number): Promise<number> {
  const [row] = await tx
    .insert(documentYears)
    .values({ series, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentYears.series, documentYears.year],
      set: { last: sql`${documentYears.last} + 1` },
    })
    .returning({ last: documentYears.last });
  if (!row) throw new Error(`No number was given for ${year}.`);
  return row.last;
}

export type DocumentRow = typeof businessDocuments.$inferSelect;

export async function insertDocument(
  tx: Transaction,
  document: typeof businessDocuments.$inferInsert,
): Promise<DocumentRow> {
  const [row] = await tx.insert(businessDocuments).values(document).returning();
  if (!row) throw new Error(`Document ${document.number} was not written.`);
  return row;
}

export async function findDocumentByNumber(db: Db, number: string): Promise<DocumentRow | null> {
  const [row] = await db.select().from(businessDocuments).where(eq(businessDocuments.number, number));
  return row ?? null;
}

export async function findDocument(db: Db, id: number): Promise<DocumentRow | null> {
  const [row] = await db.select().from(businessDocuments).where(eq(businessDocuments.id, id));
  return row ?? null;
}

/** What a document is about, and what is about it, oldest first. */
export function listRelated(db: Db, { id, referenceId }: Pick<DocumentRow, 'id' | 'referenceId'>) {
  return db
    .select({
      kind: businessDocuments.kind,
      number: businessDocuments.number,
      issuedOn: businessDocuments.issuedOn,
      total: businessDocuments.total,
      currency: businessDocuments.currency,
    })
    .from(businessDocuments)
    .where(
      or(
        eq(businessDocuments.referenceId, id),
        referenceId === null ? undefined : eq(businessDocuments.id, referenceId),
      ),
    )
    .orderBy(asc(businessDocuments.id));
}

/** Returns what the credit notes on a document come to: zero or less, in minor units. */
export async function getNoted(db: Db, documentId: number): Promise<Record<'subtotal' | 'total', MinorUnits>> {
  const [row] = await db
    .select({
      subtotal: sql<string>`coalesce(sum((${businessDocuments.content} ->> 'subtotal')::bigint), 0)`,
      total: sql<string>`coalesce(sum(${businessDocuments.total}), 0)`,
    })
    .from(businessDocuments)
    .where(and(eq(businessDocuments.referenceId, documentId), eq(businessDocuments.kind, 'credit note')));
  return { subtotal: minorUnits(Number(row?.subtotal ?? 0)), total: minorUnits(Number(row?.total ?? 0)) };
}

/** The receipt for a payment. */
export async function findReceipt(db: Db, paymentId: number): Promise<DocumentRow | null> {
  const [row] = await db.select().from(businessDocuments).where(eq(businessDocuments.paymentId, paymentId));
  return row ?? null;
}

/** Keeps that a document's mail is written; false where it was before. */
export async function insertDocumentMail(tx: Transaction, documentId: number, at: Date): Promise<boolean> {
  const kept = await tx.insert(documentMails).values({ documentId, at }).onConflictDoNothing().returning();
  return kept.length > 0;
}
