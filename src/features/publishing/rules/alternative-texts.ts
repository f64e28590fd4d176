interface PicturedText {
  readonly markdown: string;
  readonly coverImageId?: string | null;
  readonly coverAlt?: string;
}

const CODE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|(?![\s\S]))|`[^`\n]*`/gm;

/** Returns how many pictures lack alt text, including the cover. Pictures in code are not counted. */
export function countMissingAlts({ markdown, coverImageId, coverAlt }: PicturedText): number {
  const inText = markdown.replace(CODE, '').match(/!\[\s*\](?=[([])/g)?.length ?? 0;
  return inText + (coverImageId && !coverAlt?.trim() ? 1 : 0);
}

/** Returns the warning about these pictures; null if there are none. */
export function missingAltSentence(count: number): string | null {
  if (count === 0) return null;
  const pictures = count === 1 ? '1 image has' : `${count} images have`;
  return `${pictures} no alt text. Add it for people who use screen readers. Decorative images don’t need it.`;
}
