import { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import { calloutKinds } from './callouts.ts';

/** Prefix of heading ids, so no text can use an id of the page. */
export const HEADING_ID_PREFIX = 's-';

/** The allowed HTML of a text. */
export const sanitizeSchema: Schema = {
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
