import { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import { calloutKinds } from './callouts.ts';

/** Ids of headings start with this, so that no text can take an id that a page uses. */
export const HEADING_ID_PREFIX = 's-';

/** What of HTML a text may contain. */
export const sanitizeSchema: Schema = {
  ...defaultSchema,
  tagNames: [
    // Sizes of pictures come from us alone: a list of addresses is not looked through.
    ...(defaultSchema.tagNames ?? []).filter(name => name !== 'picture' && name !== 'source'),
    'figure',
    'figcaption',
    'mark',
    'abbr',
    'u',
  ],
  // Ids come from footnotes alone, already with a prefix of their own; any other would be one that a page may use.
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
