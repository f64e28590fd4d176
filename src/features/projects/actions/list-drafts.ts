import { findPicture } from '#features/media/index.ts';
import { type EntryActor, slugOf } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext, AuthenticatedActor } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Draft, ProjectContent } from '../contract/drafts.ts';
import type { ProjectFile } from '../contract/files.ts';
import { listProjectFiles, type ProjectFileRow } from '../queries/files.ts';
import { findDraftSummary } from '../queries/draft-list.ts';
import { findEditableProject, listPreviousSlugs } from '../queries/drafts.ts';
import { toLatestContent } from '../rules/content.ts';

export type EditableProject = NonNullable<Awaited<ReturnType<typeof findEditableProject>>>;

export function toProjectFile({ id, name, bytes, addedAt }: ProjectFileRow): ProjectFile {
  return { id, name, bytes, addedAt: addedAt.toISOString() };
}

type Written = Pick<EditableProject, 'project' | 'gallery'>;

const NONE = 'There is no such project among those that you can write.';

/** Returns a project that the current user may edit, also by a former slug. Throws NOT_FOUND. */
export async function getEditableProject(
  db: Db,
  context: Pick<ApiContext, 'actor'>,
  id: string,
): Promise<EditableProject> {
  const row = await findEditableProject(db, requireUser(context), id, { lock: false });
  if (!row) throw new AppError('NOT_FOUND', NONE);
  return row;
}

/** Returns a project that the current user may edit, locked until the transaction ends. Throws NOT_FOUND. */
export async function lockEditableProject(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  id: string,
): Promise<EditableProject> {
  const row = await findEditableProject(tx, requireUser(context), id, { lock: true });
  if (!row) throw new AppError('NOT_FOUND', NONE);
  return row;
}

/** Returns the latest content of a project, published or pending. */
export function writtenContent({ project, gallery }: Written): ProjectContent {
  return toLatestContent(project, gallery);
}

/** Returns the user's role in relation to a project. Projects without an author belong to the owner. */
export function toEditorRole(
  { role, userId }: AuthenticatedActor,
  { author }: Pick<EditableProject, 'author'>,
): EntryActor {
  return { role, own: author.userId === userId || (author.userId === null && role === 'owner') };
}

/** Returns whether the slug still follows the title: it was not chosen and the project was never published. */
export function hasAutomaticSlug({ project }: Pick<Written, 'project'>): boolean {
  return !project.hasCustomSlug && project.publishedOn === null;
}

/** Returns a project as its writers see it. Throws NOT_FOUND. */
export async function getDraft(db: Db, context: Pick<ApiContext, 'actor'>, id: string): Promise<Draft> {
  const actor = requireUser(context);
  const row = await getEditableProject(db, context, id);
  const { project } = row;
  const [line, formerSlugs, files] = await Promise.all([
    findDraftSummary(db, actor, project.id),
    listPreviousSlugs(db, project.id),
    listProjectFiles(db, project.id),
  ]);
  if (!line) throw new AppError('NOT_FOUND', NONE);
  const content = writtenContent(row);
  const gallery = content.gallery.map(async item => ({ ...item, picture: await findPicture(db, item.pictureId) }));
  return {
    ...line,
    ...content,
    tags: [...content.tags],
    gallery: await Promise.all(gallery),
    cardPicture: content.socialImageId ? await findPicture(db, content.socialImageId) : null,
    version: project.version,
    slug: hasAutomaticSlug(row) && content.title ? slugOf(content.title, 'project') : project.id,
    hasCustomSlug: project.hasCustomSlug,
    previousSlugs: project.publishedOn === null ? [] : formerSlugs,
    previewPath: project.previewToken ? paths.projectPreview(project.previewToken) : null,
    commentsEnabled: project.commentsEnabled,
    createdAt: project.createdAt.toISOString(),
    files: files.map(toProjectFile),
  };
}
