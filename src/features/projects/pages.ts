import { commentsCaching, listCaching } from '#features/publishing/rules/list-caching.ts';
import type { ReaderPage } from '#platform/pages/page-definitions.ts';

export const projectsPages: readonly ReaderPage[] = [
  {
    path: '/projects',
    load: () => import('./pages/ProjectsPage.tsx'),
    cache: { ...listCaching, topics: api => api.projects.listFacets({}) },
    tracked: { group: 'projects' },
    sitemap: { title: 'Projects', note: 'Projects in use today, with prices' },
  },
  {
    path: '/projects/:id',
    load: () => import('./pages/ProjectPage.tsx'),
    revalidateOn: 'path',
    cache: commentsCaching,
    tracked: { group: 'project' },
  },
];
