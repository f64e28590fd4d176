import FolderKanban from 'lucide-react/icons/folder-kanban';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const projectsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/my-projects',
    load: () => import('./pages/MyProjectsPage.tsx'),
    nav: {
      menu: 'Projects',
      label: 'Projects',
      order: 10,
      access: 'member',
      icon: FolderKanban,
      keywords: 'my showcase work portfolio drafts review add order',
    },
  },
  {
    path: '/dashboard/add-project',
    menu: 'Projects',
    load: () => import('./pages/EditProjectPage.tsx'),
    hidesMenu: true,
  },
  {
    path: '/dashboard/update-project/:id',
    menu: 'Projects',
    load: () => import('./pages/EditProjectPage.tsx'),
    hidesMenu: true,
  },
  { path: '/dashboard/update-project/:id/revisions', load: () => import('./pages/ProjectRevisionsPage.tsx') },
  { path: '/dashboard/preview-project/:id', menu: 'Projects', load: () => import('./pages/PreviewPage.tsx') },
  { path: '/dashboard/projects-order', menu: 'Projects', load: () => import('./pages/ProjectSortOrderPage.tsx') },
];
