interface PicturedText {
  readonly markdown: string;
  readonly coverImageId?: string | null;
  readonly coverAlt?: string;
}

export interface PictureWithoutAlt {
  /** Its place among the pictures in the text without alt text; undefined for the cover. */
  readonly index?: number;
  /** Undefined if the text only refers to it by name. */
  readonly url?: string | undefined;
}

const CODE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|(?![\s\S]))|`[^`\n]*`/gm;

/** Returns the pictures without alt text, the cover first. Pictures in code don't count. */
export function listPicturesWithoutAlt({ markdown, coverImageId, coverAlt }: PicturedText): PictureWithoutAlt[] {
  const inText = [...markdown.replace(CODE, '').matchAll(/!\[\s*\](?:\(<?([^\s)>]*)|\[)/g)];
  return [...(coverImageId && !coverAlt?.trim() ? [{}] : []), ...inText.map(([, url], index) => ({ index, url }))];
}

/** Returns the warning about a number of these pictures. */
export function missingAltSentence(count: number): string {
  const pictures = count === 1 ? '1 image has' : `${count} images have`;
  return `${pictures} no alt text. Add it for people who use screen readers. Decorative images don’t need it.`;
}
