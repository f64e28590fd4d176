/** A part of a paragraph: words, or an address that is shown as a link. */
export interface TextSegment {
  readonly text: string;
  readonly href?: string;
}

/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?'"’”»]+$/;

/** Up to the first blank or sign that stands in no address unless it is written in percent code. */
const ADDRESS = /https?:\/\/[^\s<>"]+/gi;

/** A text as two that say the same are compared: whatever their case, blanks and line breaks. */
export function normalizeForComparison(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** An address in a text without what belongs to the sentence around it: the stop at its end, an unopened bracket. */
function addressIn(found: string): string {
  let address = found.replace(TRAILING, '');
  while (address.endsWith(')') && address.split(')').length > address.split('(').length) {
    address = address.slice(0, -1).replace(TRAILING, '');
  }
  return address;
}

/** A paragraph of a comment, taken apart into words and links. */
export function parseTextSegments(paragraph: string): TextSegment[] {
  const parts: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index } of paragraph.matchAll(ADDRESS)) {
    const address = addressIn(found);
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: paragraph.slice(end, index) });
    parts.push({ text: address, href: new URL(address).href });
    end = index + address.length;
  }
  if (end < paragraph.length) parts.push({ text: paragraph.slice(end) });
  return parts;
}

/** The paragraphs of a comment; line breaks inside them stay. */
export function splitParagraphs(body: string): string[] {
  return body.split(/\n{2,}/).filter(Boolean);
}

/**
 * How many addresses a text has, also such as spam writes without `https`, or as HTML or Markdown. An address that is
 * linked and named as its own text counts twice: who writes one is held once too often rather than once too seldom.
 */
export function countLinks(text: string): number {
  const addresses = text.match(/https?:\/\/|\bwww\.[^\s.]|<a\s|\[url\b/gi) ?? [];
  return addresses.length;
}
