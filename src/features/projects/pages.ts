import { commentsCaching, listCaching } from '#features/publishing/rules/list-caching.ts';
import type { ReaderPage } from '#platform/pages/page-definitions.ts';

export const projectsPages: readonly ReaderPage[] = [
  {
    path: '/projects',
    load: () => import('./pages/ProjectsPage.tsx'),
    cache: { ...listCaching, topics: api => api.projects.listFacets({}) },
    tracked: { group: 'projects' },
    sitemap: { title: 'Projects', note: 'Work that is in use, with its price' },
  },
  {
    path: '/projects/:id',
    load: () => import('./pages/ProjectPage.tsx'),
    revalidateOn: 'path',
    cache: commentsCaching,
    tracked: { group: 'project' },
  },
];
