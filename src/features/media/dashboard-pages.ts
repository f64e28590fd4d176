import Images from 'lucide-react/icons/images';
import type { DashboardPage, PagePart } from '#platform/pages/page-definitions.ts';

export const mediaDashboardPages: readonly (DashboardPage | PagePart)[] = [
  {
    path: '/dashboard/media/documents',
    load: () => import('./pages/FilesPage.tsx'),
  },
  {
    path: '/dashboard/media',
    load: () => import('./pages/MediaPage.tsx'),
    nav: {
      menu: 'Media',
      label: 'Media',
      order: 10,
      access: 'member',
      icon: Images,
      keywords: 'pictures images files documents upload library alt pdf zip',
    },
  },
  {
    path: '/dashboard/media/:id',
    below: ['/dashboard/media'],
    load: () => import('./pages/PicturePage.tsx'),
  },
];
