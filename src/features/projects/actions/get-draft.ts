import { findPicture } from '#features/media/index.ts';
import { getDraftDetails, getEntry, slugOf } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Draft } from '../contract/drafts.ts';
import type { ProjectFile } from '../contract/files.ts';
import { findDraftSummary } from '../queries/draft-list.ts';
import { listPreviousSlugs } from '../queries/drafts.ts';
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
  const [summary, previousSlugs, details, files] = await Promise.all([
    findDraftSummary(db, requireUser(context), project.id),
    listPreviousSlugs(db, project.id),
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
    previousSlugs: project.publishedOn === null ? [] : previousSlugs,
    files: files.map(toProjectFile),
  };
}
