import { parseJson } from '#shared/parse-json.ts';
import { isObject } from './front-matter.ts';
import { escapeHtml } from './html.ts';

// Ghost usually exports a draft's HTML next to its own formats. If it is missing, convert their text.

const MAX_DEPTH = 60;

type Node = Readonly<Record<string, unknown>>;
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isObject) : []);
const stringOf = (value: unknown) => (typeof value === 'string' ? value : '');

function parse(json: string | null | undefined): Node | undefined {
  const value = parseJson(json ?? '');
  return isObject(value) ? value : undefined;
}

/** Converts a Lexical document's paragraphs, headings, lists, code, pictures and HTML cards to HTML. */
export function lexicalToHtml(json: string | null | undefined): string | undefined {
  const root = parse(json)?.root;
  const nodes = isObject(root) ? nodesOf(root.children) : [];
  return nodes.map(node => lexicalNode(node, 0)).join('\n') || undefined;
}

function lexicalNode(node: Node, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  const renderChildren = () =>
    nodesOf(node.children)
      .map(child => lexicalNode(child, depth + 1))
      .join('');
  switch (stringOf(node.type).replace(/^extended-/, '')) {
    case 'text':
      return marked(escapeHtml(stringOf(node.text)), Number(node.format) || 0);
    case 'linebreak':
      return '<br>';
    case 'link':
      return `<a href="${escapeHtml(stringOf(node.url))}">${renderChildren()}</a>`;
    case 'heading': {
      const tag = /^h[1-6]$/.test(stringOf(node.tag)) ? String(node.tag) : 'h2';
      return `<${tag}>${renderChildren()}</${tag}>`;
    }
    case 'quote':
      return `<blockquote>${renderChildren()}</blockquote>`;
    case 'list':
      return node.listType === 'number' ? `<ol>${renderChildren()}</ol>` : `<ul>${renderChildren()}</ul>`;
    case 'listitem':
      return `<li>${renderChildren()}</li>`;
    case 'codeblock':
      return codeCard(node);
    case 'image':
      return pictureCard(node);
    case 'horizontalrule':
      return '<hr>';
    case 'html':
      return stringOf(node.html);
    case 'bookmark':
    case 'embed':
      return `<p>${escapeHtml(stringOf(node.url))}</p>`;
    default:
      return `<p>${renderChildren()}</p>`;
  }
}

/** Formats text by Lexical's bits: 1 bold, 2 italic, 4 strikethrough, 16 code. */
function marked(text: string, format: number): string {
  const marks = [
    [16, 'code'],
    [4, 'del'],
    [2, 'em'],
    [1, 'strong'],
  ] as const;
  return marks.reduce((html, [bit, tag]) => (format & bit ? `<${tag}>${html}</${tag}>` : html), text);
}

function codeCard({ code, language }: Node): string {
  const name = /^[\w+#.-]+$/.test(stringOf(language)) ? ` class="language-${String(language)}"` : '';
  return `<pre><code${name}>${escapeHtml(stringOf(code))}</code></pre>`;
}

function pictureCard({ src, alt, caption }: Node): string {
  const figcaption = stringOf(caption) ? `<figcaption>${stringOf(caption)}</figcaption>` : '';
  return `<figure><img src="${escapeHtml(stringOf(src))}" alt="${escapeHtml(stringOf(alt))}">${figcaption}</figure>`;
}

/** Returns the Markdown of an old post that consists of a single card; undefined for others. */
export function findMobiledocMarkdown(json: string | null | undefined): string | undefined {
  const cards = parse(json)?.cards;
  const [card] = Array.isArray(cards) && cards.length === 1 ? (cards as unknown[]) : [];
  if (!Array.isArray(card) || !/^(?:card-)?markdown$/.test(stringOf(card[0])) || !isObject(card[1])) return undefined;
  return stringOf(card[1].markdown) || undefined;
}

/** Converts a Mobiledoc's paragraphs, lists, pictures, code and HTML cards to HTML. */
export function mobiledocToHtml(json: string | null | undefined): string | undefined {
  const document = parse(json);
  if (!document) return undefined;
  const cards = Array.isArray(document.cards) ? document.cards : [];
  const sections = Array.isArray(document.sections) ? document.sections : [];
  const html = sections.map(section => mobiledocSection(section, cards)).join('\n');
  return html.trim() || undefined;
}

function mobiledocSection(section: unknown, cards: readonly unknown[]): string {
  if (!Array.isArray(section)) return '';
  const [kind, second, third] = section as unknown[];
  if (kind === 1) {
    const tag = /^(?:h[1-6]|p|blockquote)$/.test(stringOf(second)) ? String(second) : 'p';
    return `<${tag}>${markersOf(third)}</${tag}>`;
  }
  if (kind === 3 && Array.isArray(third)) {
    const tag = second === 'ol' ? 'ol' : 'ul';
    return `<${tag}>${third.map(item => `<li>${markersOf(item)}</li>`).join('')}</${tag}>`;
  }
  const card: unknown = kind === 10 ? cards[Number(second)] : undefined;
  if (!Array.isArray(card) || !isObject(card[1])) return '';
  const [name, payload] = card as [unknown, Node];
  if (name === 'image') return pictureCard(payload);
  if (name === 'code') return codeCard(payload);
  if (name === 'hr') return '<hr>';
  if (name === 'html') return stringOf(payload.html);
  return isObject(payload) && stringOf(payload.url) ? `<p>${escapeHtml(stringOf(payload.url))}</p>` : '';
}

function markersOf(markers: unknown): string {
  if (!Array.isArray(markers)) return '';
  return markers.map(marker => (Array.isArray(marker) ? escapeHtml(stringOf(marker[3])) : '')).join('');
}

/** Ghost cards of which only text and links can be imported. */
const plainCards: Readonly<Record<string, string>> = {
  audio: 'audio',
  header: 'header',
  signup: 'sign-up',
  product: 'product',
  file: 'file',
  'call-to-action': 'call to action',
  'email-cta': 'email',
  transistor: 'podcast',
};

/** Returns a note that names a post's cards without an equivalent here. */
export function cardNotes(html: string | null | undefined, lexical: string | null | undefined): string[] {
  const source = html?.trim() ? html : (lexical ?? '');
  const found = Object.entries(plainCards).filter(([name]) =>
    new RegExp(`\\bkg-${name}-card\\b|"type"\\s*:\\s*"${name}"`).test(source),
  );
  if (found.length === 0) return [];
  const named = new Intl.ListFormat('en').format(found.map(([, label]) => label));
  return [`Some cards aren’t supported here: ${named}. Only their text and links are imported.`];
}
