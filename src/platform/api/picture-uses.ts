import type { Db } from '../database/database.ts';

/** A place where a picture is used. */
export interface PictureUse {
  readonly pictureId: string;
  /** What it is there, such as: Cover of “Harbor”. */
  readonly label: string;
  /** Where that is on this site; null where it has no address of its own. */
  readonly path: string | null;
}

/**
 * Where one feature uses the pictures asked for. Each feature tells it of itself, and the app lists them all, so that the
 * media library knows no feature that uses it.
 */
export type ListPictureUses = (db: Db, ids: readonly string[]) => Promise<PictureUse[]>;
