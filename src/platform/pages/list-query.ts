import { redirect } from 'react-router';
import { withQuery } from '#shared/paths.ts';

/** The parameters that select a page of a list. */
export const pageKeys: readonly string[] = ['page', 'after', 'before'];

/** Returns a list's parameters from the page's query, for the API to validate. Empty ones are omitted. */
export function parseListParams(
  search: URLSearchParams,
  keys: readonly string[] = ['category', 'tag', 'search', 'sort', ...pageKeys],
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const key of keys) {
    const value = search.get(key)?.trim();
    if (value) query[key] = value;
  }
  return query;
}

/** Redirects permanently if `sort` is the former name of an order, as in links that readers have shared. */
export function redirectFormerSort(
  path: string,
  search: URLSearchParams,
  formerSorts: Readonly<Record<string, string>>,
): void {
  const sort = formerSorts[search.get('sort') ?? ''];
  if (sort !== undefined) throw redirect(withQuery(path, { ...Object.fromEntries(search), sort }), 301);
}

/** Returns a list's filters and order: its parameters without those that select a page. */
export function filtersOf(search: URLSearchParams, keys: readonly string[]): Record<string, string> {
  return parseListParams(
    search,
    keys.filter(key => !pageKeys.includes(key)),
  );
}
