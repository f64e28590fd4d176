/** A part of a text; `url` if it is a web address. */
export interface TextPart {
  readonly text: string;
  readonly url?: string;
}

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"“”]+/gi;

/** Splits a text at its http and https addresses. Punctuation after an address belongs to the sentence. */
export function splitUrls(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(URL_PATTERN)) {
    const url = trimUrl(match);
    if (!URL.canParse(url)) continue;
    parts.push({ text: text.slice(end, index) }, { text: url, url });
    end = index + url.length;
  }
  parts.push({ text: text.slice(end) });
  return parts.filter(part => part.text !== '');
}

/** Removes punctuation at the end, and closing brackets that weren't opened in the address. */
function trimUrl(url: string): string {
  const trimmed = url.replace(/[.,:;!?'’*_~]+$/, '');
  const last = trimmed.at(-1) ?? '';
  const open = { ')': '(', ']': '[', '}': '{' }[last];
  const isUnopened = open !== undefined && trimmed.split(open).length < trimmed.split(last).length;
  return isUnopened ? trimUrl(trimmed.slice(0, -1)) : trimmed;
}
