import type { TrackedPage } from '#platform/pages/page-registry.ts';
import { type PageGroup, pageGroups } from '../contract/limits.ts';

/** How far towards an order a page is. */
export type FunnelStep = 'pricing' | 'begun';

/** Returns the slug of the post, or the id of the project, that a page shows. */
export function findShownContent({
  path,
  group,
}: TrackedPage): { readonly post: string } | { readonly project: string } | undefined {
  const name = path.split('/').at(-1) ?? '';
  return group === 'post' ? { post: name } : group === 'project' ? { project: name } : undefined;
}

/**
 * Whether a response may have the script that counts visits. A page that failed may not, since its visit would count as
 * one of a page that exists; posts and projects are looked up, so theirs may.
 */
export function canTrack(page: TrackedPage | undefined, status: number): boolean {
  return status === 200 || page === undefined || findShownContent(page) !== undefined;
}

/** Returns the step towards an order that a page is. */
export function findFunnelStep({ group }: TrackedPage): FunnelStep | undefined {
  return group === 'order' ? 'begun' : group === 'pricing' ? 'pricing' : undefined;
}

/** Returns the group that a page's speed is shown with. */
export function getPageGroup({ group }: TrackedPage): PageGroup {
  return pageGroups.find(known => known === group) ?? 'other';
}
