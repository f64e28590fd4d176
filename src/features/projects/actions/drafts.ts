import { getUser } from '#features/auth/index.ts';
import { holdPictures } from '#features/media/index.ts';
import {
  toDate,
  assertSlugFree,
  assertVersion,
  lockEntry,
  newPublishDate,
  saveRevision,
  estimateWordCount,
} from '#features/publishing/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { ProjectInput, ProjectContent } from '../contract/drafts.ts';
import { replaceGallery } from '../queries/projects.ts';
import {
  generateProjectId,
  insertProject,
  revisions,
  type StoredProject,
  updateSlug,
  updateProjectRow,
} from '../queries/drafts.ts';
import {
  toContentColumns,
  toProjectContent,
  emptyContent,
  createEmptyContent,
  isSameContent,
  diffUnpublishedChanges,
  parsePrice,
} from '../rules/content.ts';
import { projectSource } from '../tables.ts';
import { projectStore } from './project-store.ts';

type Context = Pick<ApiContext, 'actor' | 'now'>;

type Changes = Partial<ProjectInput>;

/** Returns the content with the changes applied. Throws BAD_REQUEST for an invalid price. */
function applied(before: ProjectContent, changes: Changes): ProjectContent {
  const { slug: _slug, price: text, currency, ...plain } = changes;
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return toProjectContent({ ...before, ...given, price: priceAfter(before, text, currency) });
}

function priceAfter({ price }: ProjectContent, text: string | undefined, currency = price.currency) {
  if (text === undefined) {
    // The same number in another currency would be a different price, unless it is zero.
    if (currency === price.currency || price.minor === 0) return { ...price, currency };
    const wrong = 'Write the price in the new currency, too.';
    throw new AppError('BAD_REQUEST', wrong, { price: wrong });
  }
  const read = parsePrice(text, currency);
  if ('error' in read) throw new AppError('BAD_REQUEST', read.error, { price: read.error });
  return read.price;
}

/** Throws BAD_REQUEST if a picture doesn't exist. */
function checkPictures(tx: Transaction, content: ProjectContent, before: ProjectContent): Promise<void> {
  const { coverImageId, socialImageId, gallery, markdown } = content;
  const fields = [
    ['coverImageId', coverImageId] as const,
    ['socialImageId', socialImageId] as const,
    ...gallery.map((item, place) => [`gallery.${place}.pictureId`, item.pictureId] as const),
  ];
  const shown = before.gallery.map(item => item.pictureId);
  return holdPictures(tx, { fields, markdown, before: [before.coverImageId, before.socialImageId, ...shown] });
}

/** Creates a draft for the current user. Returns its ID. */
export async function createProject(tx: Transaction, context: Context, changes: Changes): Promise<string> {
  const actor = requireUser(context);
  const createdAt = toDate(context.now());
  const { defaultCurrency } = await getSettings(tx);
  const content = applied(createEmptyContent(defaultCurrency), changes);
  await checkPictures(tx, content, emptyContent);
  if (changes.slug) await assertSlugFree(tx, projectSource, changes.slug);
  const id = changes.slug ?? (await generateProjectId(tx, content.title));
  await insertProject(tx, {
    ...toContentColumns(content),
    id,
    hasCustomSlug: changes.slug !== undefined,
    authorId: actor.userId,
    owner: (await getUser(tx, actor.userId)).name,
    html: '',
    wordCount: estimateWordCount(content.markdown),
    createdAt,
    editedAt: createdAt,
    updatedAt: createdAt,
  });
  await replaceGallery(tx, id, content.gallery);
  await saveRevision(tx, context, revisions, id, { version: 1, content, reason: 'saved' });
  return id;
}

/**
 * Saves a project if it is still at the writer's version. Changes to a published project stay pending. Returns its ID,
 * which a new slug changes. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT if saved since or deleted.
 */
export async function updateProject(
  tx: Transaction,
  context: Context,
  input: Changes & { id: string; version: number },
): Promise<string> {
  const { id: asked, version, ...changes } = input;
  const row = await lockEntry(tx, context, projectStore, asked);
  assertVersion(row.entry, version, 'project');
  return writeOver(tx, context, row, applied(projectStore.toContent(row), changes), 'saved', changes.slug);
}

/**
 * Saves the content of a revision as the current content; the like count stays. Returns the ID. Throws like
 * `updateProject`.
 */
export async function restoreRevision(
  tx: Transaction,
  context: Context,
  input: { id: string; version: number; content: ProjectContent },
): Promise<string> {
  const row = await lockEntry(tx, context, projectStore, input.id);
  assertVersion(row.entry, input.version, 'project');
  const content = { ...toProjectContent(input.content), likes: projectStore.toContent(row).likes };
  return writeOver(tx, context, row, content, 'restored');
}

async function writeOver(
  tx: Transaction,
  context: Context,
  row: StoredProject,
  content: ProjectContent,
  reason: 'saved' | 'restored',
  slug?: string,
): Promise<string> {
  const { entry: project } = row;
  const before = projectStore.toContent(row);
  await checkPictures(tx, content, before);
  if (slug !== undefined && slug !== project.id) await assertSlugFree(tx, projectSource, slug, project.id);
  const id = slug ?? project.id;
  const chosen = project.hasCustomSlug || slug !== undefined;
  if (isSameContent(content, before) && id === project.id && chosen === project.hasCustomSlug && reason === 'saved')
    return id;
  const at = toDate(context.now());
  const published = project.status === 'published';
  await updateProjectRow(tx, project, {
    ...(published
      ? { unpublishedChanges: diffUnpublishedChanges(project, row.gallery, content) }
      : { ...toContentColumns(content), wordCount: estimateWordCount(content.markdown) }),
    hasCustomSlug: chosen,
    version: project.version + 1,
    isSample: false,
    editedAt: at,
  });
  if (!published) await replaceGallery(tx, project.id, content.gallery);
  const revision = { version: project.version + 1, content, reason };
  await saveRevision(tx, context, revisions, project.id, revision, { content: before, at: project.editedAt });
  if (id !== project.id) await updateSlug(tx, project, id, at);
  return id;
}

/** Changes the day that a project is listed under. Throws NOT_FOUND, and what `newPublishDate` throws. */
export async function setPublishDate(
  tx: Transaction,
  context: Context,
  { id, publishAt }: { id: string; publishAt: string },
): Promise<void> {
  const row = await lockEntry(tx, context, projectStore, id);
  const { entry: project } = row;
  const hasBeenPublished = project.publishedOn !== null;
  const date = toDate(await newPublishDate(tx, context, projectStore, row, { publishAt, hasBeenPublished }));
  const updatedAt = project.updatedAt < date ? date : project.updatedAt;
  await updateProjectRow(tx, project, { publishedOn: publishAt, updatedAt, isSample: false });
}
