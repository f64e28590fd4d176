import { asc, eq } from 'drizzle-orm';
import { pictureColumns, pictures } from '#features/media/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { GalleryItem } from '../contract/drafts.ts';
import { projectPictures } from '../tables.ts';

/** Lists the gallery of a project in order. */
export function listGallery(db: Db, projectId: string) {
  return db
    .select({
      pictureId: projectPictures.pictureId,
      picture: pictureColumns,
      alt: projectPictures.alt,
      caption: projectPictures.caption,
    })
    .from(projectPictures)
    .innerJoin(pictures, eq(pictures.id, projectPictures.pictureId))
    .where(eq(projectPictures.projectId, projectId))
    .orderBy(asc(projectPictures.place));
}

/** Replaces the gallery of a project. */
export async function replaceGallery(
  tx: Transaction,
  projectId: string,
  gallery: readonly GalleryItem[],
): Promise<void> {
  await tx.delete(projectPictures).where(eq(projectPictures.projectId, projectId));
  if (gallery.length === 0) return;
  await tx.insert(projectPictures).values(gallery.map((item, place) => ({ ...item, projectId, place })));
}
