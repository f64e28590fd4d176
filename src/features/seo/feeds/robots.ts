import { filePaths, paths } from '#shared/paths.ts';

/** Formats crawling rules (RFC 9309): allows everything except the API's data; its description is allowed. */
export function formatRobotsTxt(siteUrl: string): string {
  return `User-agent: *
Allow: /
Allow: ${paths.apiReference}
Allow: ${paths.openapi}
Disallow: /api/

Sitemap: ${siteUrl}${filePaths.sitemap}
`;
}
