import { apiReferencePages } from '#features/api-reference/pages.ts';
import { blogPages } from '#features/blog/pages.ts';
import { commentsPages } from '#features/comments/pages.ts';
import { homePages } from '#features/home/pages.ts';
import { pricingPages } from '#features/pricing/pages.ts';
import { projectsPages } from '#features/projects/pages.ts';
import { searchPages } from '#features/search/pages.ts';
import { sitePages } from '#features/site/pages.ts';
import type { PagePart, ReaderPage } from '#platform/pages/page-definitions.ts';

/** Public pages. Every visitor downloads this list. */
export const readerPages: readonly (ReaderPage | PagePart)[] = [
  ...homePages,
  ...projectsPages,
  ...pricingPages,
  ...blogPages,
  ...commentsPages,
  ...searchPages,
  ...sitePages,
  ...apiReferencePages,
];
