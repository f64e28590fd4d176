import type { PageCaching } from '#platform/pages/page-definitions.ts';

/** How lists of posts and of projects are cached: not searches, nor pages that start after a row. */
export const listCaching = {
  params: ['category', 'tag', 'search', 'sort', 'page', 'after', 'before'],
  uncached: ['search', 'after', 'before'],
} as const satisfies PageCaching;

/** How posts and projects are cached: with each page of their comments. */
export const commentsCaching = { params: ['page'] } as const satisfies PageCaching;
