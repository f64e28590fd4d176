import type { Db } from '#platform/database/database.ts';

/** A place where a picture is used. */
export interface PictureUse {
  readonly pictureId: string;
  /** What it is there, such as: Cover of “Harbor”. */
  readonly label: string;
  /** Where that is on this site; null where it has no address of its own. */
  readonly path: string | null;
}

/** Returns where a feature uses the pictures with these ids. */
export type ListPictureUses = (db: Db, ids: readonly string[]) => Promise<PictureUse[]>;

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    /** Where the feature uses pictures, for the media library. */
    readonly pictureUses?: ListPictureUses;
  }
}
