import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { parseJson } from '#shared/parse-json.ts';
import { plainDate } from '#shared/contract.ts';

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses YAML, which JSON is too, or TOML. Undefined if it is unreadable. */
export function parseData(text: string, format: 'yaml' | 'toml' = 'yaml'): unknown {
  try {
    // Allow a few aliases, but prevent expansion attacks.
    return format === 'toml' ? parseToml(quoteInvalidDates(text)) : parseYaml(text, { maxAliasCount: 20 });
  } catch {
    return undefined;
  }
}

/** Quotes the dates in TOML that don't exist, so they can be reported. The parser would turn February 30 into March 1. */
const quoteInvalidDates = (toml: string) =>
  toml.replaceAll(
    /^([ \t]*[\w.-]+[ \t]*=[ \t]*)((\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?)/gim,
    (whole, key: string, date: string, day: string) => (plainDate.safeParse(day).success ? whole : `${key}"${date}"`),
  );

interface MarkdownFile {
  readonly front: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Maximum length of front matter in characters; longer ones are treated as text. */
const MAX_FRONT_MATTER_LENGTH = 2_000_000;

/**
 * Splits a Markdown file into front matter (YAML between `---`, TOML between `+++`, or a JSON object at the start) and
 * text. A file without front matter is all text. Undefined if the front matter is unreadable.
 */
export function splitFrontMatter(file: string): MarkdownFile | undefined {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text)?.[1];
  if (!fence) return splitJson(text) ?? { front: {}, body: text };
  const start = text.indexOf('\n') + 1;
  const end = text.startsWith(`${fence}\n`, start) ? start - 1 : text.indexOf(`\n${fence}`, start - 1);
  if (end < 0 || end > MAX_FRONT_MATTER_LENGTH) return { front: {}, body: text };
  const after = text.indexOf('\n', end + 1);
  const body = after < 0 ? '' : text.slice(after + 1);
  const front = parseData(text.slice(start, Math.max(start, end)), fence === '---' ? 'yaml' : 'toml');
  if (front === null) return { front: {}, body };
  return isObject(front) ? { front, body } : undefined;
}

/** Splits JSON front matter from a file, as Hugo allows it; undefined if there is none. */
function splitJson(text: string): MarkdownFile | undefined {
  if (!/^\{\s*["}]/.test(text)) return undefined;
  const end = endOfObject(text);
  if (end < 0 || end > MAX_FRONT_MATTER_LENGTH || !/^[ \t]*(?:\n|$)/.test(text.slice(end, end + 100))) return undefined;
  const front = parseJson(text.slice(0, end));
  return isObject(front) ? { front, body: text.slice(end).replace(/^[ \t]*\n/, '') } : undefined;
}

/** Returns the position after the brace that closes the first one; -1 if there is none. */
function endOfObject(text: string): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char === '\\') at++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return -1;
}
