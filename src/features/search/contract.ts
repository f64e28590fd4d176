import { z } from 'zod';
import {
  plainDate,
  defineEndpoints,
  instant,
  searchTerm,
  createPageSchema,
  pageNumber,
  pageSize,
  picture,
} from '#shared/contract.ts';

export const searchKinds = ['posts', 'projects'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Text in segments; `hit` marks those that match. Joined they are the text; never HTML. */
const marked = z.array(z.object({ text: z.string(), isMatch: z.boolean() }));
export type HighlightedParts = z.infer<typeof marked>;

const hit = z.object({
  kind: z.enum(searchKinds),
  /** Path from the site's root. */
  path: z.string(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  /** An instant for posts, a date for projects. */
  publishedAt: z.union([instant, plainDate]),
  picture: picture.nullable(),
  highlights: z.object({
    title: marked,
    /** The excerpt, or a part of the text if only that matches. */
    text: marked,
    /** The matching tags. */
    tags: z.array(z.string()),
  }),
});
export type SearchHit = z.infer<typeof hit>;

const searchQuery = z.strictObject({
  q: searchTerm.min(1, 'Enter a search term.'),
  kind: z.enum(searchKinds, `Choose one of: ${searchKinds.join(', ')}.`).optional(),
  page: pageNumber.prefault(1),
  pageSize: pageSize.prefault(12),
});
export type SearchQuery = z.infer<typeof searchQuery>;

const { publicEndpoint } = defineEndpoints('search');

export const searchContract = {
  query: publicEndpoint('GET /search', 'Search posts and projects, best matches first')
    .input(searchQuery)
    .output(
      createPageSchema(hit).extend({
        /** Number of hits per kind. */
        counts: z.object({ posts: z.int(), projects: z.int() }),
        /** Whether there are more hits than the total: only the best of each kind are counted. */
        hasMore: z.boolean(),
        /** Whether nothing matches the query as typed, so `corrected` was searched for. */
        isCorrected: z.boolean(),
        correctedQuery: z.string().nullable(),
      }),
    ),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    search: typeof searchContract;
  }
}
