import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, max, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { invoiceDrafts, recurringInvoices } from './tables.ts';

export type DraftRow = typeof invoiceDrafts.$inferSelect;

const MAX_LISTED = 200;

const clientName = sql<string>`(select case when company = '' then name else company end from clients
  where clients.id = ${invoiceDrafts.clientId})`;

/** Lists drafts that weren't issued, last changed first, with the names of their clients. */
export function listDraftRows(db: Db) {
  return db
    .select({ draft: invoiceDrafts, clientName })
    .from(invoiceDrafts)
    .where(isNull(invoiceDrafts.documentId))
    .orderBy(desc(invoiceDrafts.updatedAt))
    .limit(MAX_LISTED);
}

/** Lists the drafts of the client with these lower-case addresses that wait for the owner, last changed first. */
export function listDraftsOfClient(db: Db, emails: readonly string[]) {
  const isOfClient = sql`${invoiceDrafts.clientId} in (select client_id from client_emails
    where email = any(${sql.param([...emails])}::citext[]))`;
  const { id, problem, content, documentId, repeats, updatedAt } = invoiceDrafts;
  return db
    .select({ id, problem, content })
    .from(invoiceDrafts)
    .where(and(isOfClient, isNull(documentId), or(isNull(repeats), isNotNull(problem))))
    .orderBy(desc(updatedAt))
    .limit(MAX_LISTED);
}

/** Returns how many recurring invoices are paused because one couldn't be issued, and the first `limit`. */
export async function listFailedSchedules(db: Db, limit: number) {
  const { id, problem } = invoiceDrafts;
  const rows = await db
    .select({ id, clientName, problem })
    .from(invoiceDrafts)
    .where(isNotNull(problem))
    .orderBy(asc(id))
    .limit(MAX_LISTED);
  return { total: rows.length, items: rows.slice(0, limit) };
}

export async function findDraft(db: Db, id: number): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(invoiceDrafts).where(eq(invoiceDrafts.id, id));
  return row;
}

/** Returns a draft and locks it until the transaction ends. */
export async function findDraftForUpdate(tx: Transaction, id: number): Promise<DraftRow | undefined> {
  const [row] = await tx.select().from(invoiceDrafts).where(eq(invoiceDrafts.id, id)).for('update');
  return row;
}

export async function insertDraft(tx: Transaction, draft: typeof invoiceDrafts.$inferInsert): Promise<number> {
  const [row] = await tx.insert(invoiceDrafts).values(draft).returning({ id: invoiceDrafts.id });
  if (!row) throw new Error('The draft was not inserted.');
  return row.id;
}

export async function updateDraftRow(
  tx: Transaction,
  id: number,
  values: Partial<typeof invoiceDrafts.$inferInsert>,
): Promise<number> {
  const version = sql`${invoiceDrafts.version} + 1`;
  const [row] = await tx
    .update(invoiceDrafts)
    .set({ ...values, version })
    .where(eq(invoiceDrafts.id, id))
    .returning({ version: invoiceDrafts.version });
  return row?.version ?? 0;
}

export async function deleteDraftRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(invoiceDrafts).where(eq(invoiceDrafts.id, id));
}

/** Lists the recurring invoices of which one is due by `today`, a date in the owner's time zone. */
export async function listDueDrafts(db: Db, today: string): Promise<number[]> {
  const { id, nextOn, isPaused } = invoiceDrafts;
  const rows = await db
    .select({ id })
    .from(invoiceDrafts)
    .where(and(isNotNull(nextOn), lte(nextOn, today), eq(isPaused, false)))
    .orderBy(asc(id));
  return rows.map(row => row.id);
}

/** Returns how many invoices were issued for each recurring one. */
export async function countIssued(db: Db, draftIds: readonly number[]): Promise<Map<number, number>> {
  const { draftId } = recurringInvoices;
  const rows = await db
    .select({ draftId, count: count() })
    .from(recurringInvoices)
    .where(inArray(draftId, [...draftIds]))
    .groupBy(draftId);
  return new Map(rows.map(row => [row.draftId, row.count]));
}

/** Returns the last day for which an invoice was issued; null if there is none. */
export async function findLastIssuedDay(db: Db, id: number): Promise<string | null> {
  const { draftId, dueOn } = recurringInvoices;
  const [row] = await db
    .select({ day: max(dueOn) })
    .from(recurringInvoices)
    .where(eq(draftId, id));
  return row?.day ?? null;
}

export async function insertRecurringInvoice(
  tx: Transaction,
  invoice: typeof recurringInvoices.$inferInsert,
): Promise<void> {
  await tx.insert(recurringInvoices).values(invoice);
}
