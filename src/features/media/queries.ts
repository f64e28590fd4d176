import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Picture } from '#shared/contract.ts';
import { pictureColumns, pictures } from './tables.ts';

/** Writes a picture down; one that is there already stays as it is. */
export async function insertPicture(db: Db, picture: Picture): Promise<void> {
  await db.insert(pictures).values(picture).onConflictDoNothing();
}

/** A picture by its id; null where there is none. */
export async function findPicture(db: Db, id: string): Promise<Picture | null> {
  const [row] = await db.select(pictureColumns).from(pictures).where(eq(pictures.id, id));
  return row ?? null;
}

/** Every picture, oldest first. */
export function listPictures(db: Db): Promise<Picture[]> {
  return db.select(pictureColumns).from(pictures).orderBy(pictures.createdAt);
}

/** Drops a picture's row, unless a row of another feature refers to it. Whether it was dropped. */
export async function deleteUnusedPicture(tx: Transaction, id: string): Promise<boolean> {
  try {
    const rows = await tx.transaction(part =>
      part.delete(pictures).where(eq(pictures.id, id)).returning({ id: pictures.id }),
    );
    return rows.length > 0;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && 'code' in cause && cause.code === '23503') return false;
    throw error;
  }
}
