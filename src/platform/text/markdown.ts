import type { Element, Nodes, Root } from 'hast';
import rehypeHighlight from 'rehype-highlight';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

export interface RenderedText {
  readonly html: string;
  /** Second and third level headings, for a contents list. */
  readonly headings: { id: string; text: string; level: number }[];
  /** Words of prose: code is not counted. */
  readonly words: number;
}

/** Ids of headings start with this, so that no text can take an id that a page uses. */
const HEADING_PREFIX = 's-';

const schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), 'figure', 'figcaption', 'mark', 'abbr'],
  // Ids come from footnotes alone, already with a prefix of their own; any other would be one that a page may use.
  clobber: [],
  attributes: {
    ...defaultSchema.attributes,
    '*': [
      ...(defaultSchema.attributes?.['*'] ?? []).filter(name => name !== 'id' && name !== 'name'),
      ['id', /^(?:user-content-.+|footnote-label)$/] as [string, RegExp],
    ],
    abbr: ['title'],
    code: [['className', /^language-[\w+#.-]+$/] as [string, RegExp]],
  },
};

/**
 * Turns Markdown (CommonMark, GitHub's tables and footnotes, HTML by allow-list) into safe HTML. Everything that is
 * added after sanitizing (ids, highlighting, frames around code and tables) is our own. Classes only: the pages'
 * content security policy forbids inline styles.
 */
export async function renderMarkdown(markdown: string): Promise<RenderedText> {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw)
    .use(rehypeSanitize, schema)
    .use(rehypeSlug, { prefix: HEADING_PREFIX });
  const tree = await processor.run(processor.parse(markdown));
  const headings = headingsOf(tree);
  const words = (proseOf(tree).match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu) ?? []).length;
  const framed = unified()
    .use(rehypeHighlight)
    .use(() => (root: Root) => frameBlocks(root))
    .use(rehypeStringify);
  await framed.run(tree);
  return { html: framed.stringify(tree), headings, words };
}

function headingsOf(tree: Root): RenderedText['headings'] {
  return tree.children.flatMap(node => {
    if (node.type !== 'element' || !/^h[23]$/.test(node.tagName)) return [];
    const { id } = node.properties;
    return [{ id: typeof id === 'string' ? id : '', text: proseOf(node), level: Number(node.tagName[1]) }];
  });
}

function proseOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && node.tagName === 'pre') return '';
  return 'children' in node ? node.children.map(child => proseOf(child)).join(isBlock(node) ? ' ' : '') : '';
}

function isBlock(node: Nodes): boolean {
  return (
    node.type === 'root' ||
    (node.type === 'element' && /^(ul|ol|table|thead|tbody|tr|blockquote|section)$/.test(node.tagName))
  );
}

/** Gives code a head with its language and a copy button, and lets wide code and tables scroll by keyboard. */
function frameBlocks(tree: Root | Element): void {
  let tables = 0;
  tree.children = tree.children.map(child => {
    if (child.type !== 'element') return child;
    if (child.tagName === 'pre') return frameCode(child);
    if (child.tagName === 'table') {
      nameNoEmptyHeaders(child);
      tables += 1;
      const name = tables === 1 ? 'Table' : `Table ${tables}`;
      return element('div', { className: ['table-frame'], tabIndex: 0, role: 'region', ariaLabel: name }, [child]);
    }
    frameBlocks(child);
    return child;
  }) as typeof tree.children;
}

/** A header cell without words heads nothing: the corner of a table is an ordinary cell. */
function nameNoEmptyHeaders(node: Element): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'th' && proseOf(child).trim() === '') child.tagName = 'td';
    nameNoEmptyHeaders(child);
  }
}

function frameCode(pre: Element): Element {
  const code = pre.children.find(child => child.type === 'element' && child.tagName === 'code');
  const classes = code?.type === 'element' && Array.isArray(code.properties.className) ? code.properties.className : [];
  const language =
    classes
      .map(String)
      .find(name => name.startsWith('language-'))
      ?.slice('language-'.length) ?? 'text';
  pre.properties.tabIndex = 0;
  return element('figure', { className: ['code-frame'] }, [
    element('figcaption', {}, [
      element('span', {}, [{ type: 'text', value: language }]),
      element('button', { type: 'button', dataCopyCode: '' }, [{ type: 'text', value: 'Copy code' }]),
    ]),
    pre,
  ]);
}

function element(tagName: string, properties: Element['properties'], children: Element['children']): Element {
  return { type: 'element', tagName, properties, children };
}
