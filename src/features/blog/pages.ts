import { commentsCaching, listCaching } from '#features/publishing/rules/list-caching.ts';
import type { ReaderPage } from '#platform/pages/page-definitions.ts';

export const blogPages: readonly ReaderPage[] = [
  {
    path: '/blogs',
    load: () => import('./pages/BlogsPage.tsx'),
    cache: { ...listCaching, topics: api => api.blog.listFacets({}) },
    tracked: { group: 'posts' },
    sitemap: { title: 'Blog', note: 'All posts, with filters for category, tag and search' },
  },
  { path: '/blog', load: () => import('./pages/BlogPage.tsx') },
  { path: '/blogs/:id', load: () => import('./pages/PostByIdPage.tsx'), cache: commentsCaching },
  {
    path: '/blog/:title',
    load: () => import('./pages/PostPage.tsx'),
    revalidateOn: 'path',
    cache: commentsCaching,
    tracked: { group: 'post' },
  },
];
