/** The parts of a text that can hold pictures. */
interface PicturedText {
  readonly markdown: string;
  readonly coverId?: string | null;
  readonly coverAlt?: string;
}

const CODE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|(?![\s\S]))|`[^`\n]*`/gm;

/** Returns how many pictures of a text have no alternative text, the cover among them. Pictures in code are not counted. */
export function countMissingAlts({ markdown, coverId, coverAlt }: PicturedText): number {
  const inText = markdown.replace(CODE, '').match(/!\[\s*\](?=[([])/g)?.length ?? 0;
  return inText + (coverId && !coverAlt?.trim() ? 1 : 0);
}

/** Returns what to tell the author about such pictures; null without any. */
export function missingAltSentence(count: number): string | null {
  if (count === 0) return null;
  const pictures = count === 1 ? '1 picture has' : `${count} pictures have`;
  return `${pictures} no alternative text. Add a description for people who can’t see it, or publish if it is decoration only.`;
}
