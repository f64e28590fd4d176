import type { Facets } from '#shared/contract.ts';
import { paths } from '#shared/paths.ts';

const LIST_PARAMETERS = ['category', 'tag', 'search', 'sort', 'page', 'after', 'before'];

/** The parameters that change a list. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  [paths.blogs]: LIST_PARAMETERS,
  [paths.projects]: LIST_PARAMETERS,
  [paths.search]: ['q', 'kind', 'page'],
};

/** Posts and projects have pages of comments. */
const ENTRY = /^\/(?:projects|blogs|blog)\/[^/]+$/;

/** Returns the address that a page is cached under: its path and known parameters, these in one order. */
export function pageKey(url: string): string {
  const { pathname, searchParams } = new URL(`http://page${url}`);
  const known = new URLSearchParams();
  for (const key of PARAMETERS[pathname] ?? (ENTRY.test(pathname) ? ['page'] : [])) {
    const value = searchParams.get(key);
    if (value) known.set(key, value);
  }
  return known.size > 0 ? `${pathname}?${known}` : pathname;
}

/**
 * Whether a page may be cached under a key: not a search or a page behind a row, and a list only by categories and tags in use. `topicsOf` returns
 * those of the list at a path.
 */
export async function isCacheable(key: string, topicsOf: (path: string) => Promise<Facets>): Promise<boolean> {
  const { pathname, searchParams } = new URL(`http://page${key}`);
  if (searchParams.size === 0) return true;
  if (pathname === paths.search || ['search', 'after', 'before'].some(name => searchParams.has(name))) return false;
  if (!/^\d{0,4}$/.test(searchParams.get('page') ?? '')) return false;
  const [category, tag] = [searchParams.get('category'), searchParams.get('tag')];
  if (category === null && tag === null) return true;
  const { categories, tags } = await topicsOf(pathname);
  const isInUse = (name: string | null, topics: Facets['tags']) =>
    name === null || topics.some(topic => topic.name === name);
  return isInUse(category, categories) && isInUse(tag, tags);
}
