/** Maximum length of an excerpt, in characters. */
export const EXCERPT_LENGTH = 200;

/** Shortens a text to an excerpt, at the end of a sentence or, failing that, of a word. */
export function shortenToExcerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= EXCERPT_LENGTH) return line;
  const start = line.slice(0, EXCERPT_LENGTH);
  const sentence = Math.max(...['. ', '! ', '? '].map(end => start.lastIndexOf(end)));
  if (sentence > EXCERPT_LENGTH / 3) return start.slice(0, sentence + 1);
  return `${start.slice(0, start.lastIndexOf(' ')).replace(/[,;:–-]+$/, '')} …`;
}
