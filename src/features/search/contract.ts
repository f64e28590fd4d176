import { z } from 'zod';
import {
  plainDate,
  endpoint,
  instant,
  singleLineText,
  createPageSchema,
  pageNumber,
  pageSize,
  picture,
} from '#shared/contract.ts';

/** What can be found. */
export const searchKinds = ['posts', 'projects'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A text in pieces: those that answer the search are hits. Together they are the text; nothing in it is HTML. */
const marked = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type HighlightedParts = z.infer<typeof marked>;

const hit = z.object({
  kind: z.enum(searchKinds),
  /** Where it can be read, from the site's root. */
  path: z.string(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  /** An instant of a post, a day of a project. */
  publishedAt: z.union([instant, plainDate]),
  picture: picture.nullable(),
  highlights: z.object({
    title: marked,
    /** The excerpt, or a piece of the text where only that answers. */
    text: marked,
    /** The tags that answer, if any. */
    tags: z.array(z.string()),
  }),
});
export type SearchHit = z.infer<typeof hit>;

const searchQuery = z.strictObject({
  q: singleLineText.trim().min(1, 'Type what to look for.').max(120, 'Search for at most 120 characters.'),
  kind: z.enum(searchKinds, `Choose one of: ${searchKinds.join(', ')}.`).optional(),
  page: pageNumber.prefault(1),
  pageSize: pageSize.prefault(12),
});
export type SearchQuery = z.infer<typeof searchQuery>;

export const searchContract = {
  find: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/search',
      tags: ['search'],
      summary: 'Posts and projects that answer a search, the best first',
    })
    .input(searchQuery)
    .output(
      createPageSchema(hit).extend({
        /** How many there are of each kind. */
        counts: z.object({ posts: z.int(), projects: z.int() }),
        /** Whether there are more than the total says: only the best of each kind are counted. */
        more: z.boolean(),
        /** Whether nothing is spelled as it was asked, and `corrected` was searched for instead. */
        loosened: z.boolean(),
        corrected: z.string().nullable(),
      }),
    ),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    search: typeof searchContract;
  }
}
