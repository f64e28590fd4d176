import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { PictureUse } from '../queries/picture-uses.ts';
import type { Database, Db, Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { LibraryPicture, MediaListQuery, StorageQuota } from '../contract.ts';
import {
  countLibraryPictures,
  deleteUnusedPicture,
  findLibraryPicture,
  findPictureToChange,
  getStorageUsage,
  lockStorageUsage,
  insertPicture,
  type MediaImageRow,
  listLibraryPictures,
  listOrderedIds,
  updatePicture,
  type MediaViewer,
} from '../queries/pictures.ts';
import { MAX_EXACT_TOTAL, pageOf } from '#shared/lists.ts';
import { formatBytes, sanitizeFileName, MAX_IMAGE_SIDE, getStorageLimit } from '../rules.ts';
import { encodeUpload, filesOfPicture, createFileId, removePictureFiles, writePicture } from './pictures.ts';
import { generateImageSizesQueue, deleteFilesQueue } from './queues.ts';

type Caller = Pick<ApiContext, 'actor' | 'features'>;

/** Uploads per user, of any kind (security page, "Limits"). */
const UPLOAD_LIMIT: RateLimit = { name: 'uploads', maxAttempts: 20, windowSeconds: 3600 };

/** Counts an upload; the owner is exempt. Throws RateLimitError. */
export async function consumeUploadLimit(db: Db, context: Pick<ApiContext, 'actor' | 'now'>): Promise<void> {
  const { role, userId } = requireUser(context);
  if (role !== 'owner') await consumeRateLimit(db, UPLOAD_LIMIT, userId, context.now());
}

/** Returns where pictures are used in any feature, by their ids. */
async function findUses(db: Db, { features }: Pick<ApiContext, 'features'>, ids: readonly string[]) {
  const uses: PictureUse[] = [];
  if (ids.length > 0) for (const { pictureUses: list } of features) uses.push(...((await list?.(db, ids)) ?? []));
  return Map.groupBy(uses, ({ pictureId }) => pictureId);
}

function withUses(row: MediaImageRow, uses: ReadonlyMap<string, PictureUse[]>): LibraryPicture {
  return { ...row, usages: (uses.get(row.id) ?? []).map(({ label, path }) => ({ label, path })) };
}

/** Maximum number of pictures to search for at a time. */
const BATCH_SIZE = 100;

/**
 * Lists one page of used or unused pictures, with the total. If the library is too large to count, it stops once the
 * page is full and estimates the total.
 */
async function listIdsByUse(db: Db, context: Caller, viewer: MediaViewer, query: MediaListQuery) {
  const all = await countLibraryPictures(db, viewer, query);
  const end = query.page * query.pageSize;
  const isCounted = all <= MAX_EXACT_TOTAL;
  const found: string[] = [];
  let checked = 0;
  for (;;) {
    if (checked >= all || (!isCounted && found.length > end)) break;
    const ids = await listOrderedIds(db, viewer, query, { offset: checked, limit: BATCH_SIZE });
    if (ids.length === 0) break;
    const uses = await findUses(db, context, ids);
    found.push(...ids.filter(id => uses.has(id) === (query.usage === 'used')));
    checked += ids.length;
  }
  const isExact = isCounted || found.length <= end;
  const total = isExact ? found.length : Math.max(MAX_EXACT_TOTAL + 1, Math.round((all * found.length) / checked));
  return { ids: found.slice(end - query.pageSize, end), total };
}

/** Lists one page of the library, with the total. */
export async function listImages(db: Db, context: Caller, query: MediaListQuery) {
  const viewer = requireUser(context);
  const byUse = query.usage === 'used' || query.usage === 'unused';
  const match = byUse ? await listIdsByUse(db, context, viewer, query) : undefined;
  const [rows, total] = await Promise.all([
    match ? listLibraryPictures(db, viewer, { ...query, page: 1 }, match.ids) : listLibraryPictures(db, viewer, query),
    match ? match.total : countLibraryPictures(db, viewer, query),
  ]);
  const ids = rows.map(({ id }) => id);
  const uses = await findUses(db, context, ids);
  const items = rows.map(row => withUses(row, uses));
  return pageOf(query, items, total);
}

const noSuchPicture = () => new AppError('NOT_FOUND', 'This image doesn’t exist. It may have been deleted.');

/** Returns a picture with its uses. Throws NOT_FOUND, also for someone else's. */
export async function getLibraryPicture(db: Db, context: Caller, id: string): Promise<LibraryPicture> {
  const row = await findLibraryPicture(db, requireUser(context), id);
  if (!row) throw noSuchPicture();
  return withUses(row, await findUses(db, context, [id]));
}

/** Returns the storage used and allowed, in bytes: the user's own, or everyone's for the owner. */
export async function getQuota(db: Db, context: Pick<ApiContext, 'actor'>): Promise<StorageQuota> {
  const { role, userId } = requireUser(context);
  const storage = await getStorageUsage(db, role === 'owner' ? undefined : userId);
  return { ...storage, limitBytes: getStorageLimit(role) };
}

/**
 * Throws CONFLICT if the upload exceeds the quota. Checked before processing the file, and again in the transaction
 * that adds it, because of simultaneous uploads.
 */
export async function assertQuota(
  db: { readonly before: Database } | { readonly within: Transaction },
  context: Pick<ApiContext, 'actor'>,
  bytes: number,
): Promise<void> {
  const { role, userId } = requireUser(context);
  const limit = getStorageLimit(role);
  if (limit === null) return;
  const used = await ('within' in db ? lockStorageUsage(db.within, userId) : getStorageUsage(db.before, userId));
  if (used.usedBytes + bytes <= limit) return;
  throw new AppError(
    'CONFLICT',
    `You’ve used ${formatBytes(used.usedBytes)} of your ${formatBytes(limit)} of storage. Delete files you no longer need.`,
  );
}

/**
 * Saves an uploaded picture: re-encoded, at most 3200 pixels a side, with a plain-text name. Throws BAD_REQUEST if it
 * is not a supported picture, CONFLICT if the quota is exceeded, and RateLimitError; then nothing is saved.
 */
export async function addPicture(context: ApiContext, file: File): Promise<LibraryPicture> {
  const { db, files, jobs } = context;
  const { userId } = requireUser(context);
  await consumeUploadLimit(db, context);
  await assertQuota({ before: db }, context, 0);
  const { webp, ...shape } = await encodeUpload(file, { largest: MAX_IMAGE_SIDE });
  const id = createFileId();
  try {
    await writePicture(files, id, webp);
    await db.transaction(async tx => {
      await assertQuota({ within: tx }, context, webp.length);
      const name = sanitizeFileName(file.name, 'picture');
      await insertPicture(tx, { id, ...shape, bytes: webp.length, ownerId: userId, name, inLibrary: true });
      await jobs.enqueue(tx, generateImageSizesQueue, { pictureId: id });
    });
  } catch (error) {
    await removePictureFiles(files, id);
    throw error;
  }
  return getLibraryPicture(db, context, id);
}

/** Changes a picture's name or alt text. Throws NOT_FOUND. */
export async function updateLibraryPicture(
  tx: Transaction,
  context: Caller,
  { id, ...change }: { id: string; alt?: string | undefined; name?: string | undefined },
): Promise<LibraryPicture> {
  const row = await findPictureToChange(tx, requireUser(context), id);
  if (!row) throw noSuchPicture();
  await updatePicture(tx, id, change);
  return getLibraryPicture(tx, context, id);
}

/** Maximum number of uses listed in the error. */
const NAMED_USES = 3;

function formatUses(name: string, uses: readonly PictureUse[]): string {
  const names = uses
    .slice(0, NAMED_USES)
    .map(({ label }) => label)
    .join(', ');
  const more = uses.length > NAMED_USES ? ` and ${uses.length - NAMED_USES} more` : '';
  return `“${name}” is in use: ${names}${more}. Replace or remove it there first.`;
}

/** Deletes an unused picture; its files are deleted after the commit. Throws NOT_FOUND, and CONFLICT with its uses. */
export async function deleteLibraryPicture(tx: Transaction, context: ApiContext, { id }: { id: string }) {
  const row = await findPictureToChange(tx, requireUser(context), id);
  if (!row) throw noSuchPicture();
  const uses = (await findUses(tx, context, [id])).get(id) ?? [];
  const name = row.name || 'This image';
  if (uses.length > 0) throw new AppError('CONFLICT', formatUses(name, uses));
  // A reference that no feature reports, or that was just added.
  if (!(await deleteUnusedPicture(tx, id))) throw new AppError('CONFLICT', `“${name}” is in use. Reload to see where.`);
  await context.jobs.enqueue(tx, deleteFilesQueue, { files: filesOfPicture(id) });
  return { deleted: true as const };
}

/** Deletes those of the pictures that are unused. Returns the names of their files, to delete after the transaction. */
export async function deletePicturesIfUnused(
  tx: Transaction,
  services: Pick<ApiContext, 'features'>,
  ids: readonly string[],
): Promise<string[]> {
  const uses = await findUses(tx, services, ids);
  const files: string[] = [];
  for (const id of ids) if (!uses.has(id) && (await deleteUnusedPicture(tx, id))) files.push(...filesOfPicture(id));
  return files;
}
