import type { Db } from '#platform/database/database.ts';

/** A place where a picture is used. */
export interface PictureUse {
  readonly pictureId: string;
  /** Describes the use, such as: Cover of “Harbor”. */
  readonly label: string;
  /** Path on this site; null if it has none. */
  readonly path: string | null;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    /** Lists where the feature uses the pictures with these ids, for the media library. */
    readonly pictureUses?: (db: Db, ids: readonly string[]) => Promise<PictureUse[]>;
  }
}
