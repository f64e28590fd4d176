import type { TrackedPage } from '#platform/pages/page-registry.ts';
import { type PageGroup, pageGroups } from '../contract/limits.ts';

/** Returns the slug of the post, or the id of the project, that a page shows. */
export function findShownContent({
  path,
  group,
}: TrackedPage): { readonly post: string } | { readonly project: string } | undefined {
  const name = path.split('/').at(-1) ?? '';
  return group === 'post' ? { post: name } : group === 'project' ? { project: name } : undefined;
}

/**
 * Returns whether a response may contain the tracking script. Failed pages may not, because they would count as
 * existing ones; posts and projects may, because they are checked.
 */
export function canTrack(page: TrackedPage | undefined, status: number): boolean {
  return status === 200 || page === undefined || findShownContent(page) !== undefined;
}

/** Returns the page's step in the order process. */
export function findFunnelStep({ group }: TrackedPage): 'viewed_pricing' | 'started_checkout' | undefined {
  return group === 'order' ? 'started_checkout' : group === 'pricing' ? 'viewed_pricing' : undefined;
}

/** Returns the page's group in the speed report. */
export function getPageGroup({ group }: TrackedPage): PageGroup {
  return pageGroups.find(known => known === group) ?? 'other';
}
