import type { ImportedPost } from './imported-content.ts';
import { linksToPictures, replacePictures } from './pictures.ts';

/** Properties of an existing post that decide which pictures can be added. */
export interface Fillable {
  readonly markdown: string;
  readonly coverImageId: string | null;
  readonly socialImageId: string | null;
}

/**
 * Adds pictures to a text imported without them, in place of links to their old URLs. `srcOf` returns a picture's URL
 * here. An unedited text gets them exactly as in the source.
 */
export function fillText(
  current: string,
  source: string,
  srcOf: (reference: string) => string | undefined,
): { markdown: string; filled: number } {
  let filled = 0;
  const counted = (reference: string) => {
    const src = srcOf(reference);
    if (src !== undefined) filled++;
    return src;
  };
  const isUntouched = replacePictures(source, () => 'missing') === current;
  const markdown = isUntouched
    ? replacePictures(source, reference => {
        const src = counted(reference);
        return src === undefined ? 'missing' : { src };
      })
    : linksToPictures(current, counted);
  return { markdown, filled };
}

/** Counts pictures in the archive that an existing post lacks outside its text. */
export function countCoverFills(
  { content, found }: Pick<ImportedPost, 'content'> & { readonly found: Readonly<Record<string, string>> },
  current: Fillable,
): number {
  const lacks = (here: string | null, there: string | null) =>
    here === null && there !== null && found[there] !== undefined;
  return Number(lacks(current.coverImageId, content.cover)) + Number(lacks(current.socialImageId, content.cardPicture));
}
