import { decoded } from '#features/redirects/rules/addresses.ts';
import { paths } from '#shared/paths.ts';
import { joined, type OldAddress, pathIn } from './old-addresses.ts';
import { decodeEntities } from './html.ts';
import type { XmlElement } from '#platform/text/parse-xml.ts';
import { listChildren, getChildText } from './xml.ts';

/** WordPress feeds and their equivalents here. */
const feeds: Readonly<Record<string, string>> = {
  '/feed': paths.rss,
  '/feed/rss': paths.rss,
  '/feed/rss2': paths.rss,
  '/feed/rdf': paths.rss,
  '/feed/atom': paths.atom,
  '/?feed=rss2': paths.rss,
  '/?feed=atom': paths.atom,
  '/wp-sitemap.xml': '/sitemap.xml',
  '/sitemap_index.xml': '/sitemap.xml',
};

/** Lists the former slugs of a WordPress post. */
export function listOldSlugs(item: XmlElement): string[] {
  return listChildren(item, 'wp:postmeta')
    .filter(meta => getChildText(meta, 'wp:meta_key') === '_wp_old_slug')
    .map(meta => getChildText(meta, 'wp:meta_value'));
}

/** Returns the addresses of a WordPress post: current and former permalinks, and the one with its id. */
export function addressesOfItem(item: XmlElement, slug: string, base: string): string[] {
  const link = pathIn(getChildText(item, 'link')) ?? '/';
  const former = listOldSlugs(item).flatMap(old => renamed(link, slug, old) ?? []);
  const id = getChildText(item, 'wp:post_id');
  return [link, ...former, ...(id ? [`${base}/?p=${id}`] : [])];
}

/** Replaces the slug at the end of a permalink; undefined if it doesn't end with the slug. */
function renamed(link: string, slug: string, other: string): string | undefined {
  const parts = link.split('/').filter(Boolean);
  const last = parts.at(-1) ?? '';
  const ending = /\.html?$/.exec(last)?.[0] ?? '';
  return other && decoded(last) === slug + ending ? joined(...parts.slice(0, -1), other + ending) : undefined;
}

/** Returns the folder in which WordPress was installed. */
export function baseOf(channel: XmlElement): string {
  const home = pathIn(getChildText(channel, 'wp:base_blog_url') || getChildText(channel, 'link')) ?? '/';
  return home.replace(/\/+$/, '');
}

/** Lists a site's categories. A parent is named by its slug; empty if there is none. */
export function listCategories(channel: XmlElement) {
  return listChildren(channel, 'wp:category').map(category => ({
    id: getChildText(category, 'wp:term_id'),
    slug: getChildText(category, 'wp:category_nicename'),
    parent: getChildText(category, 'wp:category_parent'),
    name: decodeEntities(getChildText(category, 'wp:cat_name')),
  }));
}

/** Returns the addresses of a WordPress site's lists, feeds and pages. */
export function addressesOfSite(channel: XmlElement, items: readonly XmlElement[], base: string): OldAddress[] {
  const categories = listCategories(channel);
  const parents = new Map(categories.map(({ slug, parent }) => [slug, parent]));
  const branch = (slug: string, depth = 0): string[] => {
    const parent = parents.get(slug);
    return parent && depth < 10 ? [...branch(parent, depth + 1), slug] : [slug];
  };
  const lists = [
    ...categories.flatMap(({ id, slug, name }) => [
      { from: joined(base, 'category', ...branch(slug)), topic: name },
      { from: joined(base, 'category', slug), topic: name },
      ...(id ? [{ from: `${base}/?cat=${id}`, topic: name }] : []),
    ]),
    ...listChildren(channel, 'wp:tag').map(tag => ({
      from: joined(base, 'tag', getChildText(tag, 'wp:tag_slug')),
      topic: decodeEntities(getChildText(tag, 'wp:tag_name')),
    })),
    ...listChildren(channel, 'wp:author').flatMap(author => [
      { from: joined(base, 'author', getChildText(author, 'wp:author_login')), address: paths.blogs },
      { from: `${base}/?author=${getChildText(author, 'wp:author_id')}`, address: paths.blogs },
    ]),
  ];
  const pages = items.filter(
    item => getChildText(item, 'wp:post_type') === 'page' && getChildText(item, 'wp:status') === 'publish',
  );
  return [
    ...lists,
    // Pages of the post list, such as /page/2.
    { from: base || '/page', address: paths.blogs },
    ...Object.entries(feeds).map(([from, address]) => ({ from: base + from, address })),
    ...archivesOf(items).map(from => ({ from, address: paths.blogs })),
    ...pages.flatMap(page => {
      const from = pathIn(getChildText(page, 'link'));
      return from && from !== '/' ? [{ from, nothing: 'This was a page. Pages aren’t imported.' }] : [];
    }),
  ];
}

/** Returns archives by year, month and day, if permalinks begin with the date. */
function archivesOf(items: readonly XmlElement[]): string[] {
  const folders = items
    .filter(item => getChildText(item, 'wp:post_type') === 'post')
    .flatMap(item => {
      const link = pathIn(getChildText(item, 'link')) ?? '';
      const [, year, month = '', day = ''] = /^(.*\/\d{4})(\/\d{2})?(\/\d{2})?\/[^/]*\D[^/]*\/?$/.exec(link) ?? [];
      return year === undefined ? [] : [year, year + month, year + month + day];
    });
  return [...new Set(folders)];
}
