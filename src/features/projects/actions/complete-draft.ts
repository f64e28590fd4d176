import { findPicture } from '#features/media/index.ts';
import { slugOf } from '#features/publishing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Draft, GalleryItem } from '../contract/drafts.ts';
import type { StoredProject } from '../queries/drafts.ts';
import { listProjectFiles, toProjectFile } from '../queries/files.ts';
import { hasAutomaticSlug } from '../rules/content.ts';

/** Adds the slug that a project will get, its files and the pictures of its gallery. */
export async function completeDraft(
  db: Db,
  { entry: project }: StoredProject,
  draft: Omit<Draft, 'files' | 'gallery' | 'slug'> & { readonly gallery: GalleryItem[] },
): Promise<Draft> {
  const files = await listProjectFiles(db, project.id);
  const gallery = draft.gallery.map(async item => ({ ...item, picture: await findPicture(db, item.pictureId) }));
  return {
    ...draft,
    gallery: await Promise.all(gallery),
    slug: hasAutomaticSlug(project) && draft.title ? slugOf(draft.title, 'project') : project.id,
    previousSlugs: project.publishedOn === null ? [] : draft.previousSlugs,
    files: files.map(toProjectFile),
  };
}
