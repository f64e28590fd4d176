import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import type { Document, DocumentQuery } from '../contract.ts';
import { documents } from '../tables.ts';
import { nameOfOwner, type Viewer } from './pictures.ts';

const documentColumns = {
  id: documents.id,
  name: documents.name,
  type: documents.type,
  bytes: documents.bytes,
  createdAt: documents.createdAt,
  uploadedBy: nameOfOwner(sql`${documents.ownerId}`),
};

const seenBy = ({ role, userId }: Viewer): SQL | undefined =>
  role === 'owner' ? undefined : eq(documents.ownerId, userId);

type ColumnsRow = Omit<Document, 'createdAt'> & { createdAt: Date };
const toDocument = (row: ColumnsRow): Document => ({ ...row, createdAt: row.createdAt.toISOString() });

/** Writes a document down. */
export async function insertDocument(tx: Transaction, document: typeof documents.$inferInsert): Promise<void> {
  await tx.insert(documents).values(document);
}

const newest: ListOrder = {
  from: documents,
  keys: [documents.createdAt, documents.id],
  descending: true,
  cursor: documents.id,
};

/** Lists one page of the documents that the viewer may see, newest first. */
export async function listDocuments(db: Db, viewer: Viewer, query: DocumentQuery): Promise<Document[]> {
  // The page is found in an index alone, before its rows are read.
  const ids = (await listPage(query, [idSection(db, newest, documents.id, seenBy(viewer))])).map(({ id }) => id);
  const rows = await db
    .select(documentColumns)
    .from(documents)
    .where(inArray(documents.id, ids))
    .orderBy(...orderTerms(newest));
  return rows.map(toDocument);
}

/** How many documents the viewer may see. */
export function countDocuments(db: Db, viewer: Viewer): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(documents).where(seenBy(viewer)));
}

/** A document that the viewer may see. */
export async function findDocument(db: Db, viewer: Viewer, id: string): Promise<Document | undefined> {
  const [row] = await db
    .select(documentColumns)
    .from(documents)
    .where(and(eq(documents.id, id), seenBy(viewer)));
  return row && toDocument(row);
}

/** All of somebody's documents, oldest first. */
export async function listDocumentsOf(db: Db, ownerId: string): Promise<Document[]> {
  const rows = await db
    .select(documentColumns)
    .from(documents)
    .where(eq(documents.ownerId, ownerId))
    .orderBy(documents.createdAt);
  return rows.map(toDocument);
}

/** Drops a document's row. Whether there was one. */
export async function deleteDocument(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.delete(documents).where(eq(documents.id, id)).returning({ id: documents.id });
  return rows.length > 0;
}
