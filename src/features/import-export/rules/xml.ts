import { parseXml, type XmlElement, type XmlProblem } from '#platform/text/parse-xml.ts';
import { createArchiveError, parseInstant } from './imported-content.ts';

const messages: Readonly<Record<XmlProblem, (line: number) => string>> = {
  doctype: () => 'This XML file declares a document type, which isn’t supported. Export it from WordPress again.',
  damaged: line => `This XML file is damaged near line ${line}. Export it again and upload it unchanged.`,
  deep: () => 'This XML file is nested too deeply to read.',
  empty: () => 'This XML file is empty.',
};

/**
 * Parses an export of WordPress. Repairs bare `&` and control characters; `repairedLines` gets their lines. Throws
 * BAD_REQUEST with the line of an error.
 */
export const parseExportXml = (text: string, repairedLines: number[] = []): XmlElement =>
  parseXml(repair(text, repairedLines), (problem, line) => createArchiveError(messages[problem](line)));

/** Control characters, literal or as references, which XML forbids; tabs and line ends are allowed. */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- these are removed.
  /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi;

/** CDATA sections, and each `&` that begins no reference. */
const SECTION_OR_BARE = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][\w.-]{0,30});)/gi;

/** Repairs the two most common faults in exports. Adds their lines to `lines`. */
function repair(text: string, lines: number[]): string {
  const offsets: number[] = [];
  const addOffset = (offset: number) => void offsets.push(offset);
  const source = text.replace(/^\uFEFF/, '');
  const escaped = source.replaceAll(SECTION_OR_BARE, (match, offset: number) => {
    if (match !== '&') return match;
    addOffset(offset);
    return '&amp;';
  });
  for (const { index } of source.matchAll(CONTROLS)) addOffset(index);
  let line = 1;
  let from = 0;
  for (const offset of offsets.toSorted((one, other) => one - other)) {
    for (let at = source.indexOf('\n', from); at >= 0 && at < offset; at = source.indexOf('\n', from)) {
      line++;
      from = at + 1;
    }
    lines.push(line);
  }
  return escaped.replaceAll(CONTROLS, '');
}

/** Returns the text of the first child with a name; empty if there is none. */
export function getChildText({ children }: XmlElement, name: string): string {
  return children.find(child => child.name === name)?.text.trim() ?? '';
}

/** Returns the UTC date of a WordPress element if known; drafts have zeros there, so falls back to the local time. */
export function getChildDate(element: XmlElement, name: string): string | null {
  const written = [getChildText(element, `${name}_gmt`), getChildText(element, name)];
  return parseInstant(written.find(date => date && !date.startsWith('0000')));
}

/** Returns the children with a name. */
export function listChildren({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter(child => child.name === name);
}
