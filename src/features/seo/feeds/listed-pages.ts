import type { SitePages } from '#platform/pages/page-registry.ts';

export interface ListedPage {
  readonly path: string;
  readonly title: string;
  readonly note: string;
}

/** Returns the pages that are declared for the sitemap. */
export function getListedPages({ all }: SitePages): ListedPage[] {
  return all.flatMap(({ path, sitemap }) => (sitemap ? [{ path, ...sitemap }] : []));
}
