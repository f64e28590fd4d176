import { listPostSitemapEntries, posts as postsTable } from '#features/blog/index.ts';
import { listProjectSitemapEntries, projects as projectsTable } from '#features/projects/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import { countPublic, findLastChange } from '#features/publishing/index.ts';
import { paths, sitemapFile } from '#shared/paths.ts';
import type { ListedPage } from './feeds/guides.ts';
import { writeXml } from '#platform/text/write-xml.ts';

export const sitemapParts = ['pages', 'posts', 'projects'] as const;
export type SitemapPart = (typeof sitemapParts)[number];

export interface SitemapSource {
  readonly db: Db;
  readonly siteUrl: string;
  readonly pages: readonly ListedPage[];
}

/** A page's absolute URL, and its last change (W3C date or date and time), if known. */
type SitemapEntry = { readonly url: string; readonly changed?: string | undefined };

/** Entries per sitemap file: fewer than the protocol's limit of 50,000, so a file is quick to generate. */
export const SITEMAP_ENTRIES = 5000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Formats a sitemap (sitemaps.org 0.9). */
export function formatSitemap(entries: readonly SitemapEntry[]): string {
  const url = entries.map(entry => ({ loc: entry.url, lastmod: entry.changed }));
  return writeXml({ urlset: { '@xmlns': NAMESPACE, url } });
}

/** Formats a sitemap index (sitemaps.org 0.9) from absolute URLs. */
export function writeSitemapIndex(files: readonly string[]): string {
  return writeXml({ sitemapindex: { '@xmlns': NAMESPACE, sitemap: files.map(loc => ({ loc })) } });
}

/** Returns the sitemap, or an index of its files if it is long. */
export async function writeSitemaps({ db, siteUrl, pages }: SitemapSource): Promise<string> {
  const { posts, projects } = await countPublic(db);
  const files = {
    pages: 1,
    posts: Math.ceil(posts / SITEMAP_ENTRIES),
    projects: Math.ceil(projects / SITEMAP_ENTRIES),
  };
  if (files.posts <= 1 && files.projects <= 1) {
    const parts = await Promise.all(sitemapParts.map(part => listEntries({ db, siteUrl, pages }, part, 1)));
    return formatSitemap(parts.flat());
  }
  return writeSitemapIndex(
    sitemapParts.flatMap(part =>
      Array.from({ length: files[part] }, (_, index) => siteUrl + sitemapFile(part, index + 1)),
    ),
  );
}

/** Returns one file of the sitemap; null if it would be empty. */
export async function writeSitemapPart(
  source: SitemapSource,
  part: SitemapPart,
  number: number,
): Promise<string | null> {
  const entries = await listEntries(source, part, number);
  return entries.length > 0 ? formatSitemap(entries) : null;
}

async function listEntries(source: SitemapSource, part: SitemapPart, number: number): Promise<SitemapEntry[]> {
  const { db, siteUrl } = source;
  const range = { offset: (number - 1) * SITEMAP_ENTRIES, limit: SITEMAP_ENTRIES };
  if (part === 'posts') {
    const posts = await listPostSitemapEntries(db, range);
    return posts.map(({ slug, updatedAt }) => ({ url: siteUrl + paths.post(slug), changed: updatedAt.toISOString() }));
  }
  if (part === 'projects') {
    const projects = await listProjectSitemapEntries(db, range);
    return projects.map(({ id, updatedAt }) => ({
      url: siteUrl + paths.project(id),
      changed: updatedAt.toISOString(),
    }));
  }
  return number === 1 ? listPages(source) : [];
}

async function listPages({ db, siteUrl, pages }: SitemapSource): Promise<SitemapEntry[]> {
  const [{ privacyPolicy, termsConditions }, lastPost, lastProject] = await Promise.all([
    getSiteSections(db, ['privacyPolicy', 'termsConditions']),
    findLastChange(db, postsTable),
    findLastChange(db, projectsTable),
  ]);
  const changes: Readonly<Record<string, string | undefined>> = {
    [paths.blogs]: lastPost?.toISOString(),
    [paths.projects]: lastProject?.toISOString(),
    [paths.privacyPolicy]: privacyPolicy.updatedAt,
    [paths.termsConditions]: termsConditions.updatedAt,
  };
  const empty = new Set<string>([...(lastPost ? [] : [paths.blogs]), ...(lastProject ? [] : [paths.projects])]);
  return pages
    .filter(page => !empty.has(page.path))
    .map(page => ({ url: siteUrl + page.path, changed: changes[page.path] }));
}
