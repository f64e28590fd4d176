import { paths } from '#shared/paths.ts';
import { isObject, parseData } from './front-matter.ts';
import { dateValues, fillPermalink, type OldAddress, unknownPermalink } from './old-addresses.ts';

/** Files of Ghost, other than its export, with the addresses of its pages. */
export interface GhostFiles {
  /** `redirects.yaml` or `redirects.json`. */
  readonly redirects?: string | undefined;
  /** `routes.yaml`. */
  readonly routes?: string | undefined;
}

/** Returns the permalinks of posts in `routes.yaml`, or the default one. */
export function permalinksOf(routes: string | undefined): string[] {
  const file = parseData(routes ?? '');
  const collections = isObject(file) && isObject(file.collections) ? Object.values(file.collections) : [];
  const named = collections.flatMap(one => (isObject(one) && typeof one.permalink === 'string' ? [one.permalink] : []));
  return named.length > 0 ? [...new Set(named)] : ['/{slug}/'];
}

/** Values for a post's permalink. */
interface PermalinkData extends Partial<Record<'slug' | 'uuid' | 'tag' | 'author', string | null | undefined>> {
  readonly id: string;
  readonly publishedAt: string | null;
}

/** Returns the addresses of a Ghost post by its site's permalinks. */
export function addressesOfPost(post: PermalinkData, permalinks: readonly string[]): string[] {
  const values = {
    ...dateValues(post.publishedAt),
    id: post.id,
    slug: post.slug ?? '',
    primary_tag: post.tag ?? 'all',
    primary_author: post.author || undefined,
    author: post.author || undefined,
  };
  const filled = post.slug ? permalinks.flatMap(pattern => fillPermalink(pattern, values) ?? []) : [];
  return [...filled, ...(post.uuid ? [`/email/${post.uuid}`] : [])];
}

/** Sample post to test permalinks. */
const sample = { id: 'a', slug: 'a', uuid: '', publishedAt: '2000-01-01', tag: 'a', author: 'a' };

/** Returns the addresses of a Ghost site's lists and feeds, and the permalinks that can't be resolved. */
export function addressesOfGhost(
  tags: readonly { readonly slug: string; readonly name: string }[],
  authors: readonly string[],
  permalinks: readonly string[],
): OldAddress[] {
  const unknown = permalinks.filter(permalink => addressesOfPost(sample, [permalink]).length === 0);
  return [
    ...unknown.map(unknownPermalink),
    { from: '/page', address: paths.blogs },
    ...tags.map(({ slug, name }) => ({ from: `/tag/${slug}`, topic: name })),
    ...tags.map(({ slug }) => ({ from: `/tag/${slug}/rss`, address: paths.rss })),
    ...authors.map(slug => ({ from: `/author/${slug}`, address: paths.blogs })),
    { from: '/rss', address: paths.rss },
  ];
}

/** Returns the redirects configured in Ghost. Patterns are not supported, so they are noted. */
export function redirectsOfGhost(file: string | undefined): OldAddress[] {
  const json = parseData(file ?? '');
  const rows = Array.isArray(json)
    ? json.flatMap(row => (isObject(row) ? [[row.from, row.to] as const] : []))
    : isObject(json)
      ? Object.values(json).flatMap(rules => (isObject(rules) ? Object.entries(rules) : []))
      : [];
  return rows.flatMap(([from, address]): OldAddress[] => {
    if (typeof from !== 'string' || typeof address !== 'string') return [];
    const plain = from
      .replace(/^\^/, '')
      .replace(/\$$/, '')
      .replace(/\/\?$/, '/')
      .replaceAll(/\\([/.-])/g, '$1');
    const isPattern = !plain.startsWith('/') || /[\^$*+?()[\]{}|\\]/.test(plain) || /\$\d/.test(address);
    if (isPattern)
      return [{ from, nothing: 'This is a pattern for many addresses. Add the redirects you need manually.' }];
    return [{ from: plain, address }];
  });
}
