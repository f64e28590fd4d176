import { filePaths, paths } from '#shared/paths.ts';

/** Crawling rules (RFC 9309): everything but the API's data; its description may be read. */
export function formatRobotsTxt(siteUrl: string): string {
  return `User-agent: *
Allow: /
Allow: ${paths.apiReference}
Allow: ${paths.openapi}
Disallow: /api/

Sitemap: ${siteUrl}${filePaths.sitemap}
`;
}
