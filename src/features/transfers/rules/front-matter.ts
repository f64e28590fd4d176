import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

/** A Markdown file with what stands in front of its text. */
export interface MarkdownFile {
  readonly front: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A front matter is at most so many characters; what is longer is text. */
const LONGEST_FRONT = 2_000_000;

/**
 * Takes a Markdown file apart: YAML between lines of `---`, or TOML between lines of `+++`, and the text below. A file
 * without either is all text. Undefined where the front matter cannot be read.
 */
export function splitFrontMatter(file: string): MarkdownFile | undefined {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text)?.[1];
  if (!fence) return { front: {}, body: text };
  const start = text.indexOf('\n') + 1;
  const end = text.startsWith(`${fence}\n`, start) ? start - 1 : text.indexOf(`\n${fence}`, start - 1);
  if (end < 0 || end > LONGEST_FRONT) return { front: {}, body: text };
  const after = text.indexOf('\n', end + 1);
  const body = after < 0 ? '' : text.slice(after + 1);
  try {
    const written = text.slice(start, Math.max(start, end));
    // A few references are a convenience, many are an attack.
    const front: unknown = fence === '---' ? parseYaml(written, { maxAliasCount: 20 }) : parseToml(written);
    if (front === null) return { front: {}, body };
    return typeof front === 'object' && !Array.isArray(front) ? { front: { ...front }, body } : undefined;
  } catch {
    return undefined;
  }
}
