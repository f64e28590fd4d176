import { paths } from '#shared/paths.ts';
import type { PageGroup } from '../contract/limits.ts';
import { TRACKED_PATH_PATTERN } from '../contract/tracked-pages.ts';

/** How far towards an order a page is. */
export type FunnelStep = 'pricing' | 'begun';

/** The path of a page as it is counted; undefined for one that is not. */
export function findTrackedPath(path: string): string | undefined {
  if (!TRACKED_PATH_PATTERN.test(path)) return undefined;
  // Which plan or project is ordered is told by the orders.
  return path.startsWith('/order/') ? path.split('/').slice(0, 3).join('/') : path;
}

/** The slug of the post, or the id of the project, that a page shows. */
export function findShownContent(page: string): { readonly post: string } | { readonly project: string } | undefined {
  const [, kind, name] = page.split('/');
  if (name === undefined) return undefined;
  return kind === 'blog' ? { post: name } : kind === 'projects' ? { project: name } : undefined;
}

/**
 * Whether what answers at a path may have the script that tells of visits. A page that is missing may not, where what is
 * told of it would be taken for one that is there: posts and projects are looked up, an order's form is not.
 */
export function canTrack(path: string, status: number): boolean {
  return status === 200 || findTrackedPath(path) === undefined || findShownContent(path) !== undefined;
}

/** Which step towards an order a page is. */
export function findFunnelStep(page: string): FunnelStep | undefined {
  if (page.startsWith('/order/') || page.startsWith(`${paths.pricing}/`)) return 'begun';
  return page === paths.pricing ? 'pricing' : undefined;
}

/** What a page is put together with where its speed is told. */
export function getPageGroup(page: string): PageGroup {
  const [, kind = '', name] = page.split('/');
  if (name !== undefined) {
    const groups: Readonly<Record<string, PageGroup>> = {
      blog: 'post',
      projects: 'project',
      pricing: 'order',
      order: 'order',
    };
    return groups[kind] ?? 'other';
  }
  const groups: Readonly<Record<string, PageGroup>> = {
    '': 'home',
    about: 'about',
    projects: 'projects',
    pricing: 'pricing',
    blogs: 'posts',
  };
  return groups[kind] ?? 'other';
}
