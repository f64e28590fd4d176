/** Part of a paragraph: text, or a URL shown as a link. */
export interface TextSegment {
  readonly text: string;
  readonly href?: string;
}

/** Punctuation that ends a sentence rather than a URL. */
const TRAILING = /[.,;:!?'"’”»]+$/;

/** Matches up to the first space or character that URLs contain only percent-encoded. */
const URL_PATTERN = /https?:\/\/[^\s<>"]+/gi;

/** Normalizes case, spaces and line breaks, to compare texts. */
export function normalizeForComparison(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Strips trailing punctuation and unmatched brackets from a URL. */
function trimUrl(found: string): string {
  let url = found.replace(TRAILING, '');
  while (url.endsWith(')') && url.split(')').length > url.split('(').length) {
    url = url.slice(0, -1).replace(TRAILING, '');
  }
  return url;
}

/** Splits a paragraph into text and links. */
export function parseTextSegments(paragraph: string): TextSegment[] {
  const parts: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index } of paragraph.matchAll(URL_PATTERN)) {
    const url = trimUrl(found);
    if (!URL.canParse(url)) continue;
    if (index > end) parts.push({ text: paragraph.slice(end, index) });
    parts.push({ text: url, href: new URL(url).href });
    end = index + url.length;
  }
  if (end < paragraph.length) parts.push({ text: paragraph.slice(end) });
  return parts;
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
