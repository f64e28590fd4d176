import { lockPictures } from '#features/media/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { saveRevision } from '../queries/revisions.ts';
import { assertSlugFree, generateUniqueSlug } from '../queries/slugs.ts';
import { estimateWordCount, isSameContent } from '../rules/content.ts';
import {
  type EntryId,
  type EntryStore,
  lockEntry,
  type StoredContent,
  type StoredRow,
  type WritingContext,
} from './entries.ts';

/** Returns the content with the given fields replaced; those that are undefined stay. */
export function applyChanges<Content extends object>(before: Content, changes: object): Content {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(defined) };
}

/** Creates a draft for the current user. Returns its ID. Throws BAD_REQUEST for a missing picture or a used slug. */
export async function createDraft<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: WritingContext,
  store: EntryStore<Row, Content>,
  content: Content,
  slug: string | undefined,
): Promise<EntryId<Row>> {
  const createdAt = toDate(context.now());
  await checkPictures(tx, content);
  if (slug !== undefined) await assertSlugFree(tx, store, slug);
  const id = await store.insert(tx, requireUser(context), content, {
    slug: slug ?? (await generateUniqueSlug(tx, store, content.title)),
    hasCustomSlug: slug !== undefined,
    html: '',
    wordCount: estimateWordCount(content.markdown),
    createdAt,
    editedAt: createdAt,
    updatedAt: createdAt,
  });
  await saveRevision(tx, context, store.revisions, id, { version: 1, content, reason: 'saved' });
  return id;
}

/**
 * Saves an entry if it is still at the version that the user edited. Changes to a published entry stay pending until
 * published. Returns its ID, which a new slug may change. Throws NOT_FOUND, CONFLICT if it was saved since or is
 * deleted, and BAD_REQUEST.
 */
export async function updateDraft<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: WritingContext,
  store: EntryStore<Row, Content>,
  { id, version, slug: chosen }: { id: EntryId<Row>; version: number; slug?: string | undefined },
  change: (before: Content) => Content,
  reason: 'saved' | 'restored' = 'saved',
): Promise<EntryId<Row>> {
  const row = await lockEntry(tx, context, store, id);
  const entry: Row['entry'] = row.entry;
  assertVersion(entry, version, store.noun);
  const before = store.toContent(row);
  const content = change(before);
  await checkPictures(tx, content, before);
  const current = store.getSlug(entry);
  if (chosen !== undefined && chosen !== current) await assertSlugFree(tx, store, chosen, entry.id);
  const slug = chosen ?? (await store.findAutomaticSlug?.(tx, entry, content.title)) ?? current;
  const hasCustomSlug = entry.hasCustomSlug || chosen !== undefined;
  const isSameSlug = slug === current && hasCustomSlug === entry.hasCustomSlug;
  if (reason === 'saved' && isSameSlug && isSameContent(content, before)) return entry.id;
  const at = toDate(context.now());
  const next = { hasCustomSlug, version: entry.version + 1, isSample: false, editedAt: at };
  await store.save(tx, row, content, next);
  const revision = { version: next.version, content, reason };
  await saveRevision(tx, context, store.revisions, entry.id, revision, { content: before, at: entry.editedAt });
  return slug === current ? entry.id : store.updateSlug(tx, entry, slug, at);
}

/** Throws CONFLICT if the text was saved after `version` or is deleted. */
function assertVersion(text: StoredRow['entry'], version: number, noun: 'post' | 'project'): void {
  if (text.deletedAt) {
    throw new AppError('CONFLICT', `This ${noun} is deleted. Restore it to save your changes.`);
  }
  if (text.version === version) return;
  throw new AppError(
    'CONFLICT',
    `This ${noun} was changed in another tab or by someone else. Reload to see the latest version.`,
    { version: `The latest version is ${text.version}.` },
  );
}

/** Throws BAD_REQUEST if a picture doesn't exist. */
function checkPictures(tx: Transaction, content: StoredContent, before?: StoredContent): Promise<void> {
  const { coverImageId, socialImageId, gallery = [], markdown } = content;
  const fields = [
    ['coverImageId', coverImageId] as const,
    ['socialImageId', socialImageId] as const,
    ...gallery.map((item, index) => [`gallery.${index}.pictureId`, item.pictureId] as const),
  ];
  const galleryIds = before?.gallery?.map(item => item.pictureId) ?? [];
  return lockPictures(tx, {
    fields,
    markdown,
    before: [before?.coverImageId ?? null, before?.socialImageId ?? null, ...galleryIds],
  });
}
