import type { ImportedPost } from './imported-content.ts';
import { linksToPictures, replacePictures } from './pictures.ts';

/** What a post here shows, as far as pictures can be added to it. */
export interface Fillable {
  readonly markdown: string;
  readonly coverId: string | null;
  readonly cardPictureId: string | null;
}

/**
 * Puts pictures into a text that was imported without them, where it links to their old addresses. `srcOf` returns a
 * picture's address here. A text that nobody changed since gets them exactly as the source has them.
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

/** Returns how many pictures of an archive a post that is here already lacks outside of its text. */
export function countCoverFills(
  { content, found }: Pick<ImportedPost, 'content'> & { readonly found: Readonly<Record<string, string>> },
  current: Fillable,
): number {
  const lacks = (here: string | null, there: string | null) =>
    here === null && there !== null && found[there] !== undefined;
  return Number(lacks(current.coverId, content.cover)) + Number(lacks(current.cardPictureId, content.cardPicture));
}
