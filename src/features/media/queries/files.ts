import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import type { MediaFile, MediaFileListQuery } from '../contract.ts';
import { mediaFiles } from '../tables.ts';
import { type MediaViewer, selectUploaderName, toIsoRow } from './pictures.ts';

const documentColumns = {
  id: mediaFiles.id,
  name: mediaFiles.fileName,
  type: mediaFiles.contentType,
  sizeBytes: mediaFiles.sizeBytes,
  createdAt: mediaFiles.createdAt,
  uploadedBy: selectUploaderName(sql`${mediaFiles.ownerId}`),
};

const isVisibleTo = ({ role, userId }: MediaViewer): SQL | undefined =>
  role === 'owner' ? undefined : eq(mediaFiles.ownerId, userId);

const selectFiles = (db: Db, where: SQL | undefined) => db.select(documentColumns).from(mediaFiles).where(where);

export async function insertFile(tx: Transaction, document: typeof mediaFiles.$inferInsert): Promise<void> {
  await tx.insert(mediaFiles).values(document);
}

const newest: ListOrder = {
  from: mediaFiles,
  keys: [mediaFiles.createdAt, mediaFiles.id],
  descending: true,
  cursor: mediaFiles.id,
};

/** Lists one page of the documents that the viewer may see, newest first. */
export async function listFiles(db: Db, viewer: MediaViewer, query: MediaFileListQuery): Promise<MediaFile[]> {
  // Find the page by an index-only scan before reading its rows.
  const ids = (await listPage(query, [idSection(db, newest, mediaFiles.id, isVisibleTo(viewer))])).map(({ id }) => id);
  const rows = await selectFiles(db, inArray(mediaFiles.id, ids)).orderBy(...orderTerms(newest));
  return rows.map(toIsoRow);
}

/** Counts the files that the viewer may see. */
export function countFiles(db: Db, viewer: MediaViewer): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(mediaFiles).where(isVisibleTo(viewer)));
}

/** Returns a file if the viewer may see it. */
export async function findFile(db: Db, viewer: MediaViewer, id: string): Promise<MediaFile | undefined> {
  const [row] = await selectFiles(db, and(eq(mediaFiles.id, id), isVisibleTo(viewer)));
  return row && toIsoRow(row);
}

/** Lists the user's files, oldest first. */
export async function listFilesByUser(db: Db, ownerId: string): Promise<MediaFile[]> {
  const rows = await selectFiles(db, eq(mediaFiles.ownerId, ownerId)).orderBy(mediaFiles.createdAt);
  return rows.map(toIsoRow);
}

/** Deletes a file's row. Returns whether there was one. */
export async function deleteFile(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.delete(mediaFiles).where(eq(mediaFiles.id, id)).returning({ id: mediaFiles.id });
  return rows.length > 0;
}
