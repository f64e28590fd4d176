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
  listMediaImageIds,
  listLibraryPictures,
  listOrderedIds,
  updatePicture,
  type MediaViewer,
} from '../queries/pictures.ts';
import { MOST_COUNTED, pageOf } from '#shared/lists.ts';
import { formatBytes, sanitizeFileName, MAX_IMAGE_SIDE, getStorageLimit } from '../rules.ts';
import { encodeUpload, filesOfPicture, createFileId, removePictureFiles, writePicture } from './pictures.ts';
import { generateImageSizesQueue, deleteFilesQueue } from './queues.ts';

type Caller = Pick<ApiContext, 'actor' | 'features'>;

/** Uploads of one person, of whatever kind (security page, "Limits"). */
const UPLOAD_LIMIT: RateLimit = { name: 'uploads', maxAttempts: 20, windowSeconds: 3600 };

/** Counts an upload. The owner fills their own site, under the limit of all writes. Throws RateLimitError. */
export async function consumeUploadLimit(db: Db, context: Pick<ApiContext, 'actor' | 'now'>): Promise<void> {
  const { role, userId } = requireUser(context);
  if (role !== 'owner') await consumeRateLimit(db, UPLOAD_LIMIT, userId, context.now());
}

/** Returns where pictures are used in any feature, by their ids. */
async function findUses(
  db: Db,
  { features }: Pick<ApiContext, 'features'>,
  ids: readonly string[],
): Promise<Map<string, PictureUse[]>> {
  const uses = new Map<string, PictureUse[]>();
  if (ids.length === 0) return uses;
  for (const { pictureUses: list } of features) {
    for (const use of (await list?.(db, ids)) ?? []) uses.set(use.pictureId, [...(uses.get(use.pictureId) ?? []), use]);
  }
  return uses;
}

function withUses(row: MediaImageRow, uses: ReadonlyMap<string, PictureUse[]>): LibraryPicture {
  return { ...row, uses: (uses.get(row.id) ?? []).map(({ label, path }) => ({ label, path })) };
}

/** So many pictures are looked for in all texts at once. */
const LOOKED_FOR = 100;

/**
 * The pictures of a page that are used, or that are not, and how many there are. In a library that is too large to count,
 * it looks no further than the page needs, and the total is what the pictures until there let expect.
 */
async function listIdsByUse(db: Db, context: Caller, viewer: MediaViewer, query: MediaListQuery) {
  const all = await countLibraryPictures(db, viewer, query);
  const end = query.page * query.pageSize;
  const isCounted = all <= MOST_COUNTED;
  const found: string[] = [];
  let looked = 0;
  for (;;) {
    if (looked >= all || (!isCounted && found.length > end)) break;
    const ids = await listOrderedIds(db, viewer, query, { offset: looked, limit: LOOKED_FOR });
    if (ids.length === 0) break;
    const uses = await findUses(db, context, ids);
    found.push(...ids.filter(id => uses.has(id) === (query.state === 'used')));
    looked += ids.length;
  }
  const isWhole = isCounted || found.length <= end;
  const total = isWhole ? found.length : Math.max(MOST_COUNTED + 1, Math.round((all * found.length) / looked));
  return { ids: found.slice(end - query.pageSize, end), total };
}

/** One page of the library, and how many pictures there are in all of them. */
export async function listImages(db: Db, context: Caller, query: MediaListQuery) {
  const viewer = requireUser(context);
  const byUse = query.state === 'used' || query.state === 'unused';
  const among = byUse ? await listIdsByUse(db, context, viewer, query) : undefined;
  const [rows, total] = await Promise.all([
    among ? listLibraryPictures(db, viewer, { ...query, page: 1 }, among.ids) : listLibraryPictures(db, viewer, query),
    among ? among.total : countLibraryPictures(db, viewer, query),
  ]);
  const uses = await findUses(
    db,
    context,
    rows.map(({ id }) => id),
  );
  return pageOf(
    query,
    rows.map(row => withUses(row, uses)),
    total,
  );
}

const noSuchPicture = () => new AppError('NOT_FOUND', 'There is no such picture. It may have been deleted.');

/** A picture of the library with where it is used. Throws NOT_FOUND, also for somebody else's. */
export async function getLibraryPicture(db: Db, context: Caller, id: string): Promise<LibraryPicture> {
  const row = await findLibraryPicture(db, requireUser(context), id);
  if (!row) throw noSuchPicture();
  return withUses(row, await findUses(db, context, [id]));
}

/** How much room somebody's files take, and may take; to the owner everybody's. */
export async function getQuota(db: Db, context: Pick<ApiContext, 'actor'>): Promise<StorageQuota> {
  const { role, userId } = requireUser(context);
  const storage = await getStorageUsage(db, role === 'owner' ? undefined : userId);
  return { ...storage, limit: getStorageLimit(role) };
}

/**
 * Throws CONFLICT when so many more bytes are too many for whoever uploads. Asked before the work of taking a file in, and
 * again in the transaction that adds it, where of several at once each sees those before it.
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
  if (used.bytes + bytes <= limit) return;
  throw new AppError(
    'CONFLICT',
    `Your files may take ${formatBytes(limit)}, and ${formatBytes(used.bytes)} of it are in use. Delete some that you no longer need.`,
  );
}

/**
 * Takes an uploaded picture in: encoded anew, at most 3200 pixels a side, under a name that is text only. Throws
 * BAD_REQUEST when it is no picture that we take, and CONFLICT when there is no room for it; nothing is kept then.
 */
export async function addPicture(context: ApiContext, file: File): Promise<LibraryPicture> {
  const { db, files, jobs } = context;
  const { userId } = requireUser(context);
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

/** Describes or renames a picture. Throws NOT_FOUND. */
export async function changePicture(
  tx: Transaction,
  context: Caller,
  { id, ...change }: { id: string; alt?: string | undefined; name?: string | undefined },
): Promise<LibraryPicture> {
  const row = await findPictureToChange(tx, requireUser(context), id);
  if (!row) throw noSuchPicture();
  await updatePicture(tx, id, change);
  return getLibraryPicture(tx, context, id);
}

/** At most so many places are named in a refusal. */
const NAMED_USES = 3;

function usedSentence(name: string, labels: readonly string[]): string {
  const named = labels.slice(0, NAMED_USES).join(', ');
  const more = labels.length > NAMED_USES ? ` and ${labels.length - NAMED_USES} more` : '';
  return `“${name}” is in use: ${named}${more}. Put another picture there first, or none.`;
}

/**
 * Deletes a picture that is used nowhere; its files go once the transaction is through. Throws NOT_FOUND, and CONFLICT
 * with the places where it is used.
 */
export async function removePicture(
  tx: Transaction,
  context: Caller & Pick<ApiContext, 'jobs'>,
  id: string,
): Promise<void> {
  const row = await findPictureToChange(tx, requireUser(context), id);
  if (!row) throw noSuchPicture();
  const uses = (await findUses(tx, context, [id])).get(id) ?? [];
  const name = row.name || 'This picture';
  if (uses.length > 0) {
    throw new AppError(
      'CONFLICT',
      usedSentence(
        name,
        uses.map(({ label }) => label),
      ),
    );
  }
  // A row that no feature told of, or that came this very moment.
  if (!(await deleteUnusedPicture(tx, id))) throw new AppError('CONFLICT', `“${name}” is in use. Reload to see where.`);
  await context.jobs.enqueue(tx, deleteFilesQueue, { files: filesOfPicture(id) });
}

/** Deletes a person's pictures that are used nowhere. The others stay, and belong to nobody once the account is gone. */
export async function removeUnusedPicturesOf(
  tx: Transaction,
  services: Pick<ApiContext, 'jobs' | 'features'>,
  userId: string,
): Promise<void> {
  const ids = await listMediaImageIds(tx, { role: 'member', userId }, {});
  const files = await deletePicturesIfUnused(tx, services, ids);
  if (files.length > 0) await services.jobs.enqueue(tx, deleteFilesQueue, { files });
}

/** Deletes those of the pictures that are used nowhere. Returns the names of their files, to remove after the transaction. */
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
