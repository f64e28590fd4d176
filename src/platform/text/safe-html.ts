import type { Root as MarkdownRoot } from 'mdast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { calloutKinds, tagCallouts } from './callouts.ts';

/** Prefix of heading ids, so no text can use an id of the page. */
export const HEADING_ID_PREFIX = 's-';

/** The allowed HTML of a text. */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [
    // Only the site sets image sizes: URLs in `srcset` are not checked.
    ...(defaultSchema.tagNames ?? []).filter(name => name !== 'picture' && name !== 'source'),
    'figure',
    'figcaption',
    'mark',
    'abbr',
    'u',
  ],
  // Only footnotes have ids, with their own prefix; any other could be an id of the page.
  clobber: [],
  attributes: {
    ...defaultSchema.attributes,
    '*': [
      ...(defaultSchema.attributes?.['*'] ?? []).filter(name => name !== 'id' && name !== 'name'),
      ['id', /^(?:user-content-.+|footnote-label)$/] as [string, RegExp],
    ],
    abbr: ['title'],
    blockquote: [...(defaultSchema.attributes?.blockquote ?? []), ['dataCallout', ...calloutKinds]],
    code: [['className', /^language-[\w+#.-]+$/] as [string, RegExp]],
  },
};

/** Returns a processor of Markdown (CommonMark, GitHub's tables and footnotes) that gives safe HTML by allow-list. */
export function markdownToSafeHtml() {
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(() => (root: MarkdownRoot, file) => tagCallouts(root, String(file)))
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw)
    .use(rehypeSanitize, schema);
}
