import { xml, xmlDocument } from './xml.ts';

export interface SitemapEntry {
  /** Absolute. */
  readonly url: string;
  /** Last change of the page (W3C date or date and time), if known. */
  readonly changed?: string | undefined;
}

/** Entries per sitemap file: fewer than the protocol's limit of 50,000, so that a file is quick to generate. */
export const SITEMAP_ENTRIES = 5000;

/** Formats a sitemap (sitemaps.org 0.9). */
export function formatSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, changed }) => xml`
<url><loc>${url}</loc>${changed && xml`<lastmod>${changed}</lastmod>`}</url>`,
  );
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}
</urlset>`);
}

/** Formats a sitemap index (sitemaps.org 0.9) from absolute URLs. */
export function writeSitemapIndex(files: readonly string[]): string {
  const maps = files.map(
    url => xml`
<sitemap><loc>${url}</loc></sitemap>`,
  );
  return xmlDocument(xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps}
</sitemapindex>`);
}
