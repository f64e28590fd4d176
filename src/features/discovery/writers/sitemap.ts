import { xml, xmlDocument } from './xml.ts';

export interface SitemapEntry {
  /** Absolute. */
  readonly url: string;
  /** When the page last changed (W3C date or date and time), where that is known. */
  readonly changed?: string | undefined;
}

/** A sitemap may list at most this many addresses (sitemaps.org protocol). */
const MOST_ENTRIES = 50_000;

/** A sitemap (sitemaps.org 0.9); entries beyond the protocol's limit are left out. */
export function writeSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.slice(0, MOST_ENTRIES).map(
    ({ url, changed }) => xml`
<url><loc>${url}</loc>${changed && xml`<lastmod>${changed}</lastmod>`}</url>`,
  );
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}
</urlset>`);
}
