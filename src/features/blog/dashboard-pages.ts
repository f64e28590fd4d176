import FileText from 'lucide-react/icons/file-text';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const blogDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/my-blogs',
    load: () => import('./pages/MyBlogsPage.tsx'),
    nav: {
      menu: 'Posts',
      label: 'Posts',
      order: 10,
      access: 'member',
      icon: FileText,
      keywords: 'my blogs articles drafts review scheduled write',
    },
  },
  { path: '/dashboard/add-blog', menu: 'Posts', load: () => import('./pages/EditBlogPage.tsx'), hidesMenu: true },
  {
    path: '/dashboard/update-blog/:id',
    menu: 'Posts',
    load: () => import('./pages/EditBlogPage.tsx'),
    hidesMenu: true,
  },
  { path: '/dashboard/update-blog/:id/revisions', load: () => import('./pages/BlogRevisionsPage.tsx') },
  { path: '/dashboard/preview-blog/:id', menu: 'Posts', load: () => import('./pages/PreviewPage.tsx') },
];
