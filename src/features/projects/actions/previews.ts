import { findPicture } from '#features/media/index.ts';
import { type PreviewContext, renderPreview } from '#features/publishing/index.ts';
import { getOwnerDate } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { GalleryItem } from '../contract/drafts.ts';
import type { GalleryPicture, Project } from '../contract/public.ts';
import { getProjectRow } from '../queries/drafts.ts';
import { hasProjectFiles } from '../queries/files.ts';
import { findOwnerName, publicProjects } from '../queries/projects.ts';
import { toLatestContent } from '../rules/content.ts';

/** Returns a project as readers will see it. */
export async function getProjectPreview(db: Db, context: PreviewContext, id: string): Promise<Project> {
  const now = context.now();
  const row = await getProjectRow(db, id);
  const { entry: project } = row;
  const content = toLatestContent(project, row.gallery);
  const publishedAt = project.publishedOn ?? (await getOwnerDate(db, now));
  const { category, tags, price } = content;
  const [{ html, cover, seo }, gallery, owner, around, hasFiles] = await Promise.all([
    renderPreview(db, context, content),
    Promise.all(content.gallery.map(item => findGalleryPicture(db, item))),
    findOwnerName(db, id),
    publicProjects.getSurroundings(db, { id, category, tags, publishedAt }),
    hasProjectFiles(db, id),
  ]);
  return {
    ...content,
    id,
    repository: content.repositoryUrl,
    ...around,
    cover,
    html,
    isForSale: price.minor > 0 && hasFiles,
    gallery: gallery.flatMap(item => item ?? []),
    owner: owner ?? project.owner,
    publishedAt,
    updatedAt: project.editedAt.toISOString(),
    seo,
  };
}

async function findGalleryPicture(db: Db, { pictureId, alt, caption }: GalleryItem): Promise<GalleryPicture | null> {
  const picture = await findPicture(db, pictureId);
  return picture && { picture, alt, caption };
}
