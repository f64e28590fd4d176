// Paragraphs of WordPress's classic editor, as documented for wpautop(): empty lines separate paragraphs, single line
// breaks are kept, and block elements are never inside a paragraph.

/** Elements that end a paragraph. */
const BLOCKS = new Set(
  'address article aside blockquote caption center colgroup dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul audio video'.split(
    ' ',
  ),
);

/** Elements whose text is unchanged. */
const PRESERVED = new Set(['pre', 'script', 'style', 'textarea', 'svg']);

/** Blocks in which a single run of text needs no paragraph. */
const BARE = new Set('li td th dt dd figcaption caption legend summary h1 h2 h3 h4 h5 h6 p figure'.split(' '));

interface Token {
  readonly kind: 'text' | 'open' | 'close' | 'comment';
  readonly name: string;
  readonly source: string;
}

/** Splits HTML into text and tags in one pass; a `<` that begins no tag is text. */
function* tokensOf(html: string): Generator<Token> {
  let at = 0;
  let textFrom = 0;
  const text = (to: number): Token[] =>
    to > textFrom ? [{ kind: 'text', name: '', source: html.slice(textFrom, to) }] : [];
  while ((at = html.indexOf('<', at)) >= 0) {
    const isComment = html.startsWith('<!--', at);
    const name = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(at, at + 30));
    const end = isComment ? html.indexOf('-->', at + 4) + 3 : name ? endOfTag(html, at) : -1;
    // After an unclosed tag, the rest is text.
    if ((isComment && end < 3) || (name && end < 0)) break;
    if (end < 0) {
      at++;
      continue;
    }
    yield* text(at);
    const source = html.slice(at, end);
    yield { kind: isComment ? 'comment' : name?.[1] ? 'close' : 'open', name: name?.[2]?.toLowerCase() ?? '', source };
    at = textFrom = end;
  }
  yield* text(html.length);
}

/** Returns the position after a tag's `>`, ignoring quoted values; -1 if it is unclosed. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < html.length; at++) {
    const char = html.charAt(at);
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '>') return at + 1;
    else if ((char === '"' || char === "'") && /[\s=]/.test(html.charAt(at - 1))) quote = char;
  }
  return -1;
}

const EMPTY_LINES = /(?:[ \t]*\r?\n){2,}[ \t]*/;

/** Converts line breaks of a classic post to paragraphs and breaks. Posts made of blocks already have paragraphs. */
export function withParagraphs(html: string): string {
  if (/<!--\s*wp:/.test(html)) return html;
  const out: string[] = [];
  const open: string[] = [];
  /** Text and inline tags since the last block tag. */
  let run = '';
  const endRun = () => {
    const parts = run.split(EMPTY_LINES).filter(part => part.trim() !== '');
    const within = open.at(-1);
    const isBare = within !== undefined && BARE.has(within) && (parts.length < 2 || /^(?:h[1-6]|p)$/.test(within));
    for (const [index, part] of parts.entries()) {
      const lines = part.trim().replaceAll(/(?:<br\s*\/?>)?[ \t]*\r?\n/gi, '<br>\n');
      if (!isBare) out.push(`<p>${lines}</p>`);
      else if (index === 0) out.push(lines);
      else out.push(within === 'p' ? `</p><p>${lines}` : ` ${lines}`);
    }
    run = '';
  };
  let preserved = '';
  for (const { kind, name, source } of tokensOf(html)) {
    if (preserved) {
      if (preserved === 'pre') out.push(source);
      else run += source;
      if (kind === 'close' && name === preserved) preserved = '';
    } else if (kind === 'open' && PRESERVED.has(name)) {
      preserved = name;
      if (name === 'pre') endRun();
      if (name === 'pre') out.push(source);
      else run += source;
    } else if ((kind === 'open' || kind === 'close') && BLOCKS.has(name)) {
      endRun();
      out.push(source);
      if (kind === 'open' && name !== 'hr' && !source.endsWith('/>')) open.push(name);
      const index = kind === 'close' ? open.lastIndexOf(name) : -1;
      if (index >= 0) open.length = index;
    } else run += kind === 'text' ? source : source.replaceAll(/\s*\r?\n\s*/g, ' ');
  }
  endRun();
  return out.join('');
}
