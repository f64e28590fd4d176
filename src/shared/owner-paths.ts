/** Addresses that only the owner's pages lead to; apart from `paths` so that they stay out of what readers load. */
export const ownerPaths = {
  site: '/dashboard/site',
  siteDocument: (slug: string) => `/dashboard/site/${encodeURIComponent(slug)}`,
  appearance: '/dashboard/appearance',
  /** Takes a document's form, and shows a page as it would be with it. */
  preview: '/dashboard/preview',
} as const;
