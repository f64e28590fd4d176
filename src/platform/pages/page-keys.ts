import type { Api } from '#shared/api.ts';
import type { Facets } from '#shared/contract.ts';
import type { PageCaching } from './page-definitions.ts';

/** Returns a page's cache key: its path and the parameters it is cached by, in declared order. */
export function getPageCacheKey(url: string, caching: PageCaching | undefined): string {
  const { pathname, searchParams } = new URL(`http://page${url}`);
  const params = new URLSearchParams();
  for (const name of caching?.params ?? []) {
    const value = searchParams.get(name);
    if (value) params.set(name, value);
  }
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

/** Returns whether a page may be cached under a key. URLs invented by visitors must not fill the cache. */
export async function isCacheable(key: string, caching: PageCaching | undefined, api: Api): Promise<boolean> {
  const { searchParams } = new URL(`http://page${key}`);
  if (caching?.uncached?.some(name => searchParams.has(name))) return false;
  if (!/^\d{0,4}$/.test(searchParams.get('page') ?? '')) return false;
  const [category, tag] = [searchParams.get('category'), searchParams.get('tag')];
  if (!caching?.topics || (category === null && tag === null)) return true;
  const { categories, tags } = await caching.topics(api);
  const isInUse = (name: string | null, topics: Facets['tags']) =>
    name === null || topics.some(topic => topic.name === name);
  return isInUse(category, categories) && isInUse(tag, tags);
}
