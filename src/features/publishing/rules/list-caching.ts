import type { PageCaching } from '#platform/pages/page-definitions.ts';

/** Page caching for lists of posts and projects. Searches and keyset pages are not cached. */
export const listCaching = {
  params: ['category', 'tag', 'search', 'sort', 'page', 'after', 'before'],
  uncached: ['search', 'after', 'before'],
} as const satisfies PageCaching;

/** How posts and projects are cached: with each page of their comments. Links to one comment are not cached. */
export const commentsCaching = { params: ['page', 'comment'], uncached: ['comment'] } as const satisfies PageCaching;
