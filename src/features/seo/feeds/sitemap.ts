import { xml, xmlDocument } from './xml.ts';

export interface SitemapEntry {
  /** Absolute. */
  readonly url: string;
  /** When the page last changed (W3C date or date and time), where that is known. */
  readonly changed?: string | undefined;
}

/**
 * So many posts or projects are in one file: fewer than the 50,000 that the protocol allows, so that a file is written
 * while its reader waits.
 */
export const SITEMAP_ENTRIES = 5000;

/** A sitemap (sitemaps.org 0.9). */
export function formatSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, changed }) => xml`
<url><loc>${url}</loc>${changed && xml`<lastmod>${changed}</lastmod>`}</url>`,
  );
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}
</urlset>`);
}

/** An index of sitemaps (sitemaps.org 0.9), given their absolute addresses. */
export function writeSitemapIndex(files: readonly string[]): string {
  const maps = files.map(
    url => xml`
<sitemap><loc>${url}</loc></sitemap>`,
  );
  return xmlDocument(xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps}
</sitemapindex>`);
}
