import { and, asc, desc, eq, isNotNull, lt, max, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { BillingDocument, DocumentSeries } from '../contract/documents.ts';
import { billingDocuments, billingDocumentEmails, billingDocumentSequences } from '../tables.ts';

/**
 * Returns the last date on which a document of a series was issued; null before the first. Locks issuing until the
 * transaction ends, with one lock for all series to avoid deadlocks.
 */
export async function findLastDayLocked(tx: Transaction, series: DocumentSeries): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('document numbers'))`);
  const [row] = await tx
    .select({ day: max(billingDocuments.issuedOn) })
    .from(billingDocuments)
    .where(eq(billingDocuments.series, series));
  return row?.day ?? null;
}

/** Takes the next number of a series and year. A rollback releases the number, so there are no gaps (term 5). */
export async function takeNextDocumentNumber(tx: Transaction, series: DocumentSeries, year: number): Promise<number> {
  const [row] = await tx
    .insert(billingDocumentSequences)
    .values({ series, year, lastNumber: 1 })
    .onConflictDoUpdate({
      target: [billingDocumentSequences.series, billingDocumentSequences.year],
      set: { lastNumber: sql`${billingDocumentSequences.lastNumber} + 1` },
    })
    .returning({ last: billingDocumentSequences.lastNumber });
  if (!row) throw new Error(`No document number was returned for ${year}.`);
  return row.last;
}

export type BillingDocumentRow = typeof billingDocuments.$inferSelect;

export async function insertBillingDocument(
  tx: Transaction,
  document: typeof billingDocuments.$inferInsert,
): Promise<BillingDocumentRow> {
  const [row] = await tx.insert(billingDocuments).values(document).returning();
  if (!row) throw new Error(`Document ${document.number} was not inserted.`);
  return row;
}

async function findDocument(db: Db, where: SQL): Promise<BillingDocumentRow | null> {
  const [row] = await db.select().from(billingDocuments).where(where);
  return row ?? null;
}

export const findBillingDocumentByNumber = (db: Db, number: string) =>
  findDocument(db, eq(billingDocuments.number, number));

export const findBillingDocument = (db: Db, id: number) => findDocument(db, eq(billingDocuments.id, id));

export const findReceiptByPayment = (db: Db, paymentId: number) =>
  findDocument(db, eq(billingDocuments.paymentId, paymentId));

/** Returns the referenced document and those that reference this one, oldest first. */
export function listRelatedDocuments(db: Db, document: Pick<BillingDocumentRow, 'id' | 'relatedDocumentId'>) {
  const { id, kind, number, issuedOn, total, currency, relatedDocumentId } = billingDocuments;
  const related = document.relatedDocumentId === null ? undefined : eq(id, document.relatedDocumentId);
  return db
    .select({ kind, number, issuedOn, total, currency })
    .from(billingDocuments)
    .where(or(eq(relatedDocumentId, document.id), related))
    .orderBy(asc(id));
}

/** Returns the contents of a document's credit notes. */
export async function listCreditNotes(db: Db, documentId: number): Promise<BillingDocument[]> {
  const rows = await db
    .select({ content: billingDocuments.content })
    .from(billingDocuments)
    .where(and(eq(billingDocuments.relatedDocumentId, documentId), eq(billingDocuments.kind, 'credit_note')));
  return rows.map(({ content }) => content);
}

/**
 * Records that a document's email was queued, with the data its e-invoice lacks, if any. Returns false if it was queued
 * before, or since it was requested again (`requestedAt`).
 */
export async function saveDocumentEmail(
  tx: Transaction,
  email: typeof billingDocumentEmails.$inferInsert,
  requestedAt: Date | undefined,
): Promise<boolean> {
  const insert = tx.insert(billingDocumentEmails).values(email);
  const { billingDocumentId, queuedAt } = billingDocumentEmails;
  const saved = requestedAt
    ? insert.onConflictDoUpdate({ target: billingDocumentId, set: email, setWhere: lt(queuedAt, requestedAt) })
    : insert.onConflictDoNothing();
  return (await saved.returning()).length > 0;
}

/** Returns why the last email with a document had no e-invoice; null if it had one, or needed none. */
export async function findEInvoiceProblem(db: Db, billingDocumentId: number): Promise<string | null> {
  const [row] = await db
    .select({ problem: billingDocumentEmails.eInvoiceProblem })
    .from(billingDocumentEmails)
    .where(eq(billingDocumentEmails.billingDocumentId, billingDocumentId));
  return row?.problem ?? null;
}

/** Lists documents whose last email had no e-invoice although their client gets one, newest first, with their number. */
export async function listEInvoiceProblems(db: Db, limit: number) {
  const { number, content } = billingDocuments;
  const items = await db
    .select({
      number,
      clientName: sql<string>`${content} -> 'client' ->> 'name'`,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(billingDocumentEmails)
    .innerJoin(billingDocuments, eq(billingDocuments.id, billingDocumentEmails.billingDocumentId))
    .where(isNotNull(billingDocumentEmails.eInvoiceProblem))
    .orderBy(desc(billingDocuments.id))
    .limit(limit);
  return { items, total: items[0]?.total ?? 0 };
}

/** Deletes the reason why the last email with a document had no e-invoice. */
export async function deleteEInvoiceProblem(tx: Transaction, billingDocumentId: number): Promise<void> {
  await tx
    .update(billingDocumentEmails)
    .set({ eInvoiceProblem: null })
    .where(eq(billingDocumentEmails.billingDocumentId, billingDocumentId));
}
