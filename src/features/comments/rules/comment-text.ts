/** Normalizes case, spaces and line breaks, to compare texts. */
export function normalizeForComparison(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

export function splitParagraphs(body: string): string[] {
  return body.split(/\n{2,}/).filter(Boolean);
}

/**
 * Counts URLs, including those without `https` and in HTML or Markdown. A URL that is linked with itself as the text
 * counts twice: holding too many comments is safer than too few.
 */
export function countLinks(text: string): number {
  const matches = text.match(/https?:\/\/|\bwww\.[^\s.]|<a\s|\[url\b/gi) ?? [];
  return matches.length;
}
