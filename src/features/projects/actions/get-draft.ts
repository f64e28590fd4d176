import { findPicture } from '#features/media/index.ts';
import { getDraftDetails, getEntry, slugOf } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Draft } from '../contract/drafts.ts';
import type { ProjectFile } from '../contract/files.ts';
import { projectDrafts } from '../queries/draft-list.ts';
import { listProjectFiles, type ProjectFileRow } from '../queries/files.ts';
import { hasAutomaticSlug } from '../rules/content.ts';
import { projectStore } from './project-store.ts';

export function toProjectFile({ id, name, bytes, addedAt }: ProjectFileRow): ProjectFile {
  return { id, name, bytes, addedAt: addedAt.toISOString() };
}

/** Returns a project as its writers see it. Throws NOT_FOUND. */
export async function getDraft(db: Db, context: Pick<ApiContext, 'actor'>, id: string): Promise<Draft> {
  const row = await getEntry(db, context, projectStore, id);
  const { entry: project } = row;
  const [summary, details, files] = await Promise.all([
    projectDrafts.find(db, requireUser(context), project.id),
    getDraftDetails(db, projectStore, row),
    listProjectFiles(db, project.id),
  ]);
  if (!summary) throw new AppError('NOT_FOUND', 'This project doesn’t exist.');
  const gallery = details.gallery.map(async item => ({ ...item, picture: await findPicture(db, item.pictureId) }));
  return {
    ...summary,
    ...details,
    gallery: await Promise.all(gallery),
    slug: hasAutomaticSlug(project) && details.title ? slugOf(details.title, 'project') : project.id,
    previousSlugs: project.publishedOn === null ? [] : details.previousSlugs,
    files: files.map(toProjectFile),
  };
}
