import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

/** How a link or picture references a definition, as in the syntax tree. */
export interface Reference {
  readonly identifier: string;
  readonly label: string | null;
  readonly referenceType: 'full' | 'collapsed' | 'shortcut';
}

/** Callout kinds in menu order. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

/** Returns the callout kind for the marker between `[!` and `]`. */
export function parseCalloutKind(marker: string): CalloutKind | undefined {
  return calloutKinds.find(kind => kind === marker.toLowerCase());
}

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'inline*',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: cell => cell.style.textAlign || cell.getAttribute('align') || null,
      setDOMAttr: (value, attributes) => {
        if (typeof value === 'string') attributes.align = value;
      },
    },
  },
});

const textblock = { group: 'block', content: 'inline*' } as const;
const container = { group: 'block', content: 'block+', defining: true } as const;
const codeBlock = { group: 'block', content: 'text*', marks: '', code: true, defining: true } as const;
const inline = { group: 'inline', inline: true } as const;
const lineBreak = { ...inline, selectable: false, leafText: () => '\n' } as const;

const blocks = {
  doc: { content: 'block+' },
  paragraph: { ...textblock, parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    ...textblock,
    defining: true,
    attrs: { level: { default: 2, validate: 'number' } },
    parseDOM: [1, 2, 3, 4, 5, 6].map(level => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: node => [`h${node.attrs.level as number}`, 0],
  },
  blockquote: { ...container, parseDOM: [{ tag: 'blockquote' }], toDOM: () => ['blockquote', { dir: 'auto' }, 0] },
  callout: {
    ...container,
    attrs: {
      /** The text between `[!` and `]`. */
      marker: { default: 'NOTE', validate: 'string' },
      /** Whether an empty line separates the marker from the text. */
      separated: { default: false, validate: 'boolean' },
    },
    parseDOM: [{ tag: 'aside[data-callout]', getAttrs: dom => ({ marker: dom.dataset.callout ?? 'NOTE' }) }],
    toDOM: node => ['aside', { 'data-callout': node.attrs.marker as string }, 0],
  },
  bullet_list: {
    group: 'block',
    content: 'list_item+',
    attrs: { spread: { default: false, validate: 'boolean' } },
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', { dir: 'auto' }, 0],
  },
  ordered_list: {
    group: 'block',
    content: 'list_item+',
    attrs: { start: { default: 1, validate: 'number' }, spread: { default: false, validate: 'boolean' } },
    parseDOM: [{ tag: 'ol', getAttrs: dom => ({ start: Number(dom.getAttribute('start') ?? 1) || 1 }) }],
    toDOM: node => ['ol', { dir: 'auto', ...(node.attrs.start === 1 ? {} : { start: node.attrs.start as number }) }, 0],
  },
  list_item: {
    content: 'block+',
    defining: true,
    attrs: { checked: { default: null, validate: 'boolean|null' }, spread: { default: false, validate: 'boolean' } },
    parseDOM: [{ tag: 'li', getAttrs: dom => ({ checked: readChecked(dom) }) }],
    toDOM: node =>
      node.attrs.checked === null ? ['li', 0] : ['li', { 'data-checked': String(node.attrs.checked) }, 0],
  },
  code_block: {
    ...codeBlock,
    attrs: { lang: { default: null, validate: 'string|null' }, meta: { default: null, validate: 'string|null' } },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full', getAttrs: dom => ({ lang: readLanguage(dom) }) }],
    toDOM: node => ['pre', ['code', node.attrs.lang ? { class: `language-${node.attrs.lang as string}` } : {}, 0]],
  },
  ...tables,
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  /** Block shown as Markdown source: HTML, definitions, and anything without a better view. */
  source_block: {
    ...codeBlock,
    attrs: { kind: { default: 'html', validate: 'string' } },
    parseDOM: [{ tag: 'pre[data-source]', preserveWhitespace: 'full', priority: 60 }],
    toDOM: node => ['pre', { 'data-source': node.attrs.kind as string }, ['code', 0]],
  },
  footnote_definition: {
    ...container,
    attrs: { identifier: { validate: 'string' }, label: { validate: 'string' } },
    parseDOM: [
      {
        tag: 'div[data-footnote]',
        getAttrs: ({ dataset: { footnote = '' } }) => ({ identifier: footnote, label: footnote }),
      },
    ],
    toDOM: node => ['div', { 'data-footnote': node.attrs.label as string }, 0],
  },
} satisfies Record<string, NodeSpec>;

const inlines = {
  text: { group: 'inline' },
  /** A line ending within a paragraph of the source, which reads as a space. */
  soft_break: {
    ...lineBreak,
    parseDOM: [{ tag: 'span[data-soft-break]' }],
    toDOM: () => ['span', { 'data-soft-break': '' }, ' '],
  },
  hard_break: { ...lineBreak, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  image: {
    ...inline,
    draggable: true,
    attrs: {
      src: { default: '', validate: 'string' },
      alt: { default: '', validate: 'string' },
      title: { default: null, validate: 'string|null' },
      reference: { default: null },
      /** Whether the writer marked it as needing no alternative text. */
      decorative: { default: false, validate: 'boolean' },
    },
    parseDOM: [{ tag: 'img[src]', getAttrs: readPicture }],
    toDOM: node => {
      const { src, alt, title } = node.attrs as { src: string; alt: string; title: string | null };
      return ['img', { src, alt, ...(title === null ? {} : { title }) }];
    },
  },
  footnote_reference: {
    ...inline,
    attrs: { identifier: { validate: 'string' }, label: { validate: 'string' } },
    leafText: () => '',
    parseDOM: [
      {
        tag: 'sup[data-note]',
        getAttrs: dom => ({ identifier: dom.dataset.note ?? '', label: dom.textContent }),
      },
    ],
    toDOM: node => ['sup', { 'data-note': node.attrs.identifier as string }, node.attrs.label as string],
  },
  /** Inline HTML and other inline content shown as source. */
  inline_source: {
    ...inline,
    attrs: { value: { validate: 'string' } },
    leafText: () => '',
    parseDOM: [{ tag: 'code[data-source]', getAttrs: dom => ({ value: dom.textContent }), priority: 60 }],
    toDOM: node => ['code', { 'data-source': '' }, node.attrs.value as string],
  },
} satisfies Record<string, NodeSpec>;

/** Default nesting order of marks, outermost first. */
const markSpecs = {
  link: {
    attrs: {
      href: { default: '', validate: 'string' },
      title: { default: null, validate: 'string|null' },
      reference: { default: null },
    },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: dom => ({ href: dom.getAttribute('href') ?? '', title: dom.getAttribute('title') }),
      },
    ],
    toDOM: mark => {
      const { href, title } = mark.attrs as { href: string; title: string | null };
      // Without href, writers don't follow links by accident.
      return ['a', { 'data-href': href, ...(title === null ? {} : { title }) }, 0];
    },
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      { tag: 'b', getAttrs: dom => dom.style.fontWeight !== 'normal' && null },
      { style: 'font-weight', getAttrs: value => /^(bold(er)?|[6-9]\d\d)$/.test(value) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  em: {
    parseDOM: [
      { tag: 'em' },
      { tag: 'i', getAttrs: dom => dom.style.fontStyle !== 'normal' && null },
      { style: 'font-style=italic' },
    ],
    toDOM: () => ['em', 0],
  },
  strike: {
    parseDOM: [{ tag: 'del' }, { tag: 's' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
    toDOM: () => ['del', 0],
  },
  code: { code: true, parseDOM: [{ tag: 'code' }, { tag: 'kbd' }, { tag: 'tt' }], toDOM: () => ['code', 0] },
} satisfies Record<string, MarkSpec>;

/** ProseMirror schema that mirrors Markdown's syntax tree. */
export const schema = new Schema({ nodes: { ...blocks, ...inlines }, marks: markSpecs });
export const { nodes, marks } = schema;

function readChecked(item: HTMLElement): boolean | null {
  if (item.dataset.checked) return item.dataset.checked === 'true';
  const box = item.querySelector<HTMLInputElement>(':scope > input[type=checkbox], :scope > p > input[type=checkbox]');
  return box ? box.checked : null;
}

function readLanguage(pre: HTMLElement): string | null {
  const code = pre.querySelector('code') ?? pre;
  return /\b(?:language|lang|highlight-source)-([\w+#.-]+)/.exec(`${code.className} ${pre.className}`)?.[1] ?? null;
}

/** Skips pictures pasted as data URLs: they are uploaded or dropped. */
function readPicture(image: HTMLElement): { src: string; alt: string; title: string | null } | false {
  const src = image.getAttribute('src') ?? '';
  if (!/^(https?:|\/(?!\/))/.test(src)) return false;
  return { src, alt: image.getAttribute('alt') ?? '', title: image.getAttribute('title') };
}
