import type { Db } from '#platform/database/database.ts';
import type { Picture } from '#shared/contract.ts';
import { pictureColumns, pictures } from './tables.ts';

/** Writes a picture down; one that is there already stays as it is. */
export async function insertPicture(db: Db, picture: Picture): Promise<void> {
  await db.insert(pictures).values(picture).onConflictDoNothing();
}

/** Every picture, oldest first. */
export function listPictures(db: Db): Promise<Picture[]> {
  return db.select(pictureColumns).from(pictures).orderBy(pictures.createdAt);
}
