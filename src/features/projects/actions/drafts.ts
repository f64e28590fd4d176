import { getUser } from '#features/auth/queries/users.ts';
import { holdPictures } from '#features/media/actions/lock-images.ts';
import { dateOf } from '#features/publishing/actions/scheduling.ts';
import { checkVersion, keepRevision } from '#features/publishing/actions/revisions.ts';
import { insertRevision } from '#features/publishing/queries/revisions.ts';
import { slugOf } from '#features/publishing/rules/slugs.ts';
import { estimateWords } from '#features/publishing/rules/content.ts';
import { getSettings } from '#features/settings/queries.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { ProjectChanges, ProjectContent } from '../contract/drafts.ts';
import { saveGallery } from '../queries/galleries.ts';
import { revisions } from '../queries/revisions.ts';
import { findFreeAddress, hasOtherProjectAt, insertProject, updateAddress, updateProject } from '../queries/drafts.ts';
import {
  columnsOf,
  contentOf,
  emptyContent,
  emptyIn,
  isSameContent,
  pendingBeside,
  readPrice,
} from '../rules/content.ts';
import { getProjectToChange, type WritableProject, writtenContent } from './list-drafts.ts';

type Context = Pick<ApiContext, 'actor' | 'now'>;

/** What somebody wants changed: the rest stays as it is. */
type Changes = Partial<ProjectChanges>;

/** The content after a change. Throws BAD_REQUEST where the price is none. */
function applied(before: ProjectContent, changes: Changes): ProjectContent {
  const { slug: _slug, price: text, currency, ...plain } = changes;
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return contentOf({ ...before, ...given, price: priceAfter(before, text, currency) });
}

function priceAfter({ price }: ProjectContent, text: string | undefined, currency = price.currency) {
  if (text === undefined) {
    // Of another currency the same number would be another price, unless it is nothing.
    if (currency === price.currency || price.minor === 0) return { ...price, currency };
    const wrong = 'Write the price in the new currency, too.';
    throw new AppError('BAD_REQUEST', wrong, { price: wrong });
  }
  const read = readPrice(text, currency);
  if ('wrong' in read) throw new AppError('BAD_REQUEST', read.wrong, { price: read.wrong });
  return read.price;
}

/** Throws BAD_REQUEST where a picture is not there. */
function checkPictures(tx: Transaction, content: ProjectContent, before: ProjectContent): Promise<void> {
  const { coverId, cardPictureId, gallery, markdown } = content;
  const fields = [
    ['coverId', coverId] as const,
    ['cardPictureId', cardPictureId] as const,
    ...gallery.map((item, place) => [`gallery.${place}.pictureId`, item.pictureId] as const),
  ];
  const shown = before.gallery.map(item => item.pictureId);
  return holdPictures(tx, { fields, markdown, before: [before.coverId, before.cardPictureId, ...shown] });
}

/** Throws BAD_REQUEST where an address is another project's, or was. */
async function checkAddress(tx: Transaction, slug: string, id?: string): Promise<void> {
  if (!(await hasOtherProjectAt(tx, slug, id))) return;
  const taken = 'Another project has this address, or had it before. Choose another one.';
  throw new AppError('BAD_REQUEST', taken, { slug: taken });
}

/** Begins a project as a draft of whoever is signed in. Answers its id. */
export async function createProject(tx: Transaction, context: Context, changes: Changes): Promise<string> {
  const actor = signedInActor(context);
  const at = dateOf(context.now());
  const { currency } = await getSettings(tx);
  const content = applied(emptyIn(currency), changes);
  await checkPictures(tx, content, emptyContent);
  if (changes.slug) await checkAddress(tx, changes.slug);
  const id = changes.slug ?? (await findFreeAddress(tx, slugOf(content.title, 'project')));
  await insertProject(tx, {
    ...columnsOf(content),
    id,
    slugChosen: changes.slug !== undefined,
    authorId: actor.userId,
    owner: (await getUser(tx, actor.userId)).name,
    html: '',
    words: estimateWords(content.markdown),
    createdAt: at,
    changedAt: at,
    updatedAt: at,
  });
  await saveGallery(tx, id, content.gallery);
  await insertRevision(tx, revisions, id, { version: 1, content, reason: 'saved', savedBy: actor.userId, at });
  return id;
}

/**
 * Saves a project over the version that its writer saw. What readers see stays as it is until it is published: of a
 * published project the changes wait beside it. Answers its id, which another address changes. Throws NOT_FOUND, CONFLICT
 * where somebody saved it since or it is deleted, and BAD_REQUEST.
 */
export async function saveProject(
  tx: Transaction,
  context: Context,
  input: Changes & { id: string; version: number },
): Promise<string> {
  const { id: asked, version, ...changes } = input;
  const row = await getProjectToChange(tx, context, asked);
  checkVersion(row.project, version, 'project');
  return writeOver(tx, context, row, applied(writtenContent(row), changes), 'saved', changes.slug);
}

/** Writes what a project said before into it again, as a save does; readers' likes stay. Answers its id. Throws as `saveProject`. */
export async function restoreContent(
  tx: Transaction,
  context: Context,
  input: { id: string; version: number; content: ProjectContent },
): Promise<string> {
  const row = await getProjectToChange(tx, context, input.id);
  checkVersion(row.project, input.version, 'project');
  return writeOver(tx, context, row, { ...contentOf(input.content), likes: writtenContent(row).likes }, 'restored');
}

async function writeOver(
  tx: Transaction,
  context: Context,
  row: WritableProject,
  content: ProjectContent,
  reason: 'saved' | 'restored',
  slug?: string,
): Promise<string> {
  const { project } = row;
  const before = writtenContent(row);
  await checkPictures(tx, content, before);
  if (slug !== undefined && slug !== project.id) await checkAddress(tx, slug, project.id);
  const id = slug ?? project.id;
  const chosen = project.slugChosen || slug !== undefined;
  if (isSameContent(content, before) && id === project.id && chosen === project.slugChosen && reason === 'saved')
    return id;
  const at = dateOf(context.now());
  const published = project.status === 'published';
  await updateProject(tx, project.id, {
    ...(published
      ? { pending: pendingBeside(project, row.gallery, content) }
      : { ...columnsOf(content), words: estimateWords(content.markdown) }),
    slugChosen: chosen,
    version: project.version + 1,
    sample: false,
    changedAt: at,
  });
  if (!published) await saveGallery(tx, project.id, content.gallery);
  const revision = { version: project.version + 1, content, reason };
  await keepRevision(tx, context, revisions, project.id, revision, { content: before, at: project.changedAt });
  if (id !== project.id) {
    await updateAddress(tx, project.id, id, at);
    if (project.isPublic) await announceChange(tx, 'projects');
  }
  return id;
}
