/** Part of a text; `href` if it is a web address. */
export interface TextSegment {
  readonly text: string;
  readonly href?: string;
}

/** Punctuation that ends a sentence rather than a URL. */
const TRAILING = /[.,;:!?'"’”»]+$/;

/** Matches up to the first space or character that URLs contain only percent-encoded. */
const URL_PATTERN = /\bhttps?:\/\/[^\s<>"]+/gi;

/** Strips trailing punctuation and unmatched brackets from a URL. */
function trimUrl(found: string): string {
  let url = found.replace(TRAILING, '');
  while (url.endsWith(')') && url.split(')').length > url.split('(').length) {
    url = url.slice(0, -1).replace(TRAILING, '');
  }
  return url;
}

/** Splits a text at its http and https addresses. */
export function splitUrls(text: string): TextSegment[] {
  const parts: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(URL_PATTERN)) {
    const url = trimUrl(found);
    if (!URL.canParse(url)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: url, href: new URL(url).href });
    end = index + url.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
