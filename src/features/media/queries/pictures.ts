import { and, count, eq, inArray, type SQL, type SQLWrapper, sql, sum } from 'drizzle-orm';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import { isConstraintViolation } from '#platform/database/constraint-violations.ts';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { Picture } from '#shared/contract.ts';
import type { LibraryPicture, MediaListQuery, StorageQuota } from '../contract.ts';
import { mediaFiles, pictureColumns, pictures } from '../tables.ts';

/** Members see their own files, the owner all. */
export type MediaViewer = Pick<AuthenticatedActor, 'userId' | 'role'>;

/** A picture without its uses, which other features know. */
export type MediaImageRow = Omit<LibraryPicture, 'usages'>;

/** The users table refers to this feature's table, so name it here instead of importing it. */
export const selectUploaderName = (ownerId: SQL) =>
  sql<string | null>`(select name from users where users.id = ${ownerId})`;

const libraryColumns = {
  ...pictureColumns,
  name: pictures.name,
  alt: pictures.alt,
  sizeBytes: pictures.bytes,
  createdAt: pictures.createdAt,
  uploadedBy: selectUploaderName(sql`${pictures.ownerId}`),
  isSample: pictures.isSample,
};

const by = (key: SQLWrapper, descending: boolean): ListOrder => ({
  from: pictures,
  keys: [key, pictures.id],
  descending,
  cursor: pictures.id,
});
const orders: Readonly<Record<MediaListQuery['sort'], ListOrder>> = {
  newest: by(pictures.createdAt, true),
  oldest: by(pictures.createdAt, false),
  name_asc: by(sql`lower(${pictures.name})`, false),
  size_desc: by(sql`coalesce(${pictures.bytes}, 0)`, true),
};

const isVisibleTo = ({ role, userId }: MediaViewer) =>
  and(eq(pictures.inLibrary, true), role === 'owner' ? undefined : eq(pictures.ownerId, userId));

type Filter = Pick<MediaListQuery, 'search' | 'usage'>;

/** `ids` limits it to ids that other features selected. */
function matching(viewer: MediaViewer, { search, usage }: Filter, ids?: readonly string[]): SQL | undefined {
  return and(
    isVisibleTo(viewer),
    search ? sql`(${pictures.name} || E'\\n' || ${pictures.alt}) ilike ${toLikePattern(search)}` : undefined,
    usage === 'missing_alt' ? eq(pictures.alt, '') : undefined,
    ids ? inArray(pictures.id, [...ids]) : undefined,
  );
}

/** Returns a row with its date in ISO 8601. */
export const toIsoRow = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** Inserts a picture, unless it already exists. */
export async function insertPicture(db: Db, picture: typeof pictures.$inferInsert): Promise<void> {
  await db.insert(pictures).values(picture).onConflictDoNothing();
}

/** Returns a picture, or null. */
export async function findPicture(db: Db, id: string): Promise<Picture | null> {
  const [row] = await db.select(pictureColumns).from(pictures).where(eq(pictures.id, id));
  return row ?? null;
}

/** Returns those of the pictures that exist, by id. */
export async function listPicturesById(db: Db, ids: readonly string[]): Promise<Map<string, Picture>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(pictureColumns)
    .from(pictures)
    .where(inArray(pictures.id, [...ids]));
  return new Map(rows.map(row => [row.id, row]));
}

/** Lists all pictures, oldest first. */
export function listPictures(db: Db): Promise<Picture[]> {
  return db.select(pictureColumns).from(pictures).orderBy(pictures.createdAt);
}

/** Sorts ids as in the list, and returns a page of them. */
export async function listOrderedIds(
  db: Db,
  viewer: MediaViewer,
  query: Filter & Pick<MediaListQuery, 'sort'>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(matching(viewer, query))
    .orderBy(...orderTerms(orders[query.sort]))
    .offset(offset)
    .limit(limit);
  return rows.map(({ id }) => id);
}

const selectLibrary = (db: Db, where: SQL | undefined) => db.select(libraryColumns).from(pictures).where(where);

/** Returns one page of the library. */
export async function listLibraryPictures(
  db: Db,
  viewer: MediaViewer,
  query: MediaListQuery,
  ids?: readonly string[],
): Promise<MediaImageRow[]> {
  // Find the page by an index-only scan before reading its rows.
  const order = orders[query.sort];
  const found = await listPage(query, [idSection(db, order, pictures.id, matching(viewer, query, ids))]);
  const pageIds = found.map(({ id }) => id);
  const rows = await selectLibrary(db, inArray(pictures.id, pageIds)).orderBy(...orderTerms(order));
  return rows.map(toIsoRow);
}

/** Lists all of a user's library pictures, oldest first. */
export async function listLibraryPicturesOf(db: Db, userId: string): Promise<MediaImageRow[]> {
  const rows = await selectLibrary(db, isVisibleTo({ role: 'member', userId })).orderBy(...orderTerms(orders.oldest));
  return rows.map(toIsoRow);
}

/** Counts the pictures that match the filters. */
export function countLibraryPictures(db: Db, viewer: MediaViewer, filter: Filter): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(pictures).where(matching(viewer, filter)));
}

/** Returns a library picture if the viewer may see it. */
export async function findLibraryPicture(db: Db, viewer: MediaViewer, id: string): Promise<MediaImageRow | undefined> {
  const [row] = await selectLibrary(db, and(eq(pictures.id, id), isVisibleTo(viewer)));
  return row && toIsoRow(row);
}

/**
 * Does the same as `findLibraryPicture`, but locks the picture until the transaction ends: it can't be changed, and new
 * uses wait (`listPicturesToUse`).
 */
export async function findPictureToChange(tx: Transaction, viewer: MediaViewer, id: string) {
  const [row] = await selectLibrary(tx, and(eq(pictures.id, id), isVisibleTo(viewer))).for('update', { of: pictures });
  return row && toIsoRow(row);
}

/**
 * Returns those of the pictures that exist, protected from deletion until the transaction ends. Call it before storing
 * ids without a foreign key, as in Markdown.
 */
export function listPicturesToUse(tx: Transaction, ids: readonly string[]): Promise<Picture[]> {
  return tx
    .select(pictureColumns)
    .from(pictures)
    .where(inArray(pictures.id, [...ids]))
    .for('key share');
}

type PictureChange = { alt?: string | undefined; name?: string | undefined };

/** Changes a picture's alt text or name. */
export async function updatePicture(tx: Transaction, id: string, change: PictureChange): Promise<void> {
  if (change.alt === undefined && change.name === undefined) return;
  await tx.update(pictures).set(change).where(eq(pictures.id, id));
}

/** Deletes a picture's row, unless a row of another feature refers to it. Returns whether it was deleted. */
export async function deleteUnusedPicture(tx: Transaction, id: string): Promise<boolean> {
  try {
    const rows = await tx.transaction(part =>
      part.delete(pictures).where(eq(pictures.id, id)).returning({ id: pictures.id }),
    );
    return rows.length > 0;
  } catch (error) {
    if (isConstraintViolation(error, 'foreign_key')) return false;
    throw error;
  }
}

/** Sets alt texts of pictures that have none. */
export async function fillEmptyAltTexts(tx: Transaction, texts: readonly Pick<LibraryPicture, 'id' | 'alt'>[]) {
  for (const { id, alt } of texts) {
    const isEmpty = and(eq(pictures.id, id), eq(pictures.alt, ''));
    await tx.update(pictures).set({ alt }).where(isEmpty);
  }
}

/** Returns the storage used by a user, or by everyone without a user, in bytes. Unknown sizes count as zero. */
export async function getStorageUsage(db: Db, ownerId?: string): Promise<Omit<StorageQuota, 'limitBytes'>> {
  if (ownerId === undefined) return getStorageOfAll(db);
  const [ofPictures] = await db
    .select({ total: count(), bytes: sum(pictures.bytes).mapWith(Number) })
    .from(pictures)
    .where(and(eq(pictures.inLibrary, true), eq(pictures.ownerId, ownerId)));
  const [ofDocuments] = await db
    .select({ total: count(), bytes: sum(mediaFiles.sizeBytes).mapWith(Number) })
    .from(mediaFiles)
    .where(eq(mediaFiles.ownerId, ownerId));
  return {
    usedBytes: (ofPictures?.bytes ?? 0) + (ofDocuments?.bytes ?? 0),
    pictures: ofPictures?.total ?? 0,
    documents: ofDocuments?.total ?? 0,
  };
}

async function getStorageOfAll(db: Db) {
  const { rows } = await db.execute<{ bytes: string; pictures: number; documents: number }>(sql`
    select coalesce(sum(bytes), 0) as bytes, coalesce(sum(files) filter (where kind = 'pictures'), 0)::int as pictures,
      coalesce(sum(files) filter (where kind = 'files'), 0)::int as documents from storage_totals`);
  const [row] = rows;
  return { usedBytes: Number(row?.bytes ?? 0), pictures: row?.pictures ?? 0, documents: row?.documents ?? 0 };
}

/** Merges the changes of the storage totals into one row per kind, so reading them stays fast. */
export async function updateStorageTotals(db: Db): Promise<void> {
  await db.execute(sql`
    with changes as (delete from storage_totals returning kind, files, bytes)
    insert into storage_totals select kind, sum(files), sum(bytes) from changes group by kind`);
}

/** Returns the storage used by a user, and locks it until the transaction ends, so simultaneous uploads wait. */
export async function lockStorageUsage(tx: Transaction, ownerId: string): Promise<Omit<StorageQuota, 'limitBytes'>> {
  await tx.execute(sql`select pg_advisory_xact_lock(7238463, hashtext(${ownerId}))`);
  return getStorageUsage(tx, ownerId);
}
