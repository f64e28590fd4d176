import { redirect } from 'react-router';
import { withQuery } from '#shared/paths.ts';

/** The parameters that select a page of a list. */
const pageKeys: readonly string[] = ['page', 'after', 'before'];

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
  const sort = new Map(Object.entries(formerSorts)).get(search.get('sort') ?? '');
  if (sort !== undefined) throw redirect(withQuery(path, { ...Object.fromEntries(search), sort }), 301);
}

/**
 * Reads the query of a dashboard list: `query` are its filters and order (the parameters with these names), `params`
 * also select a page, for the API.
 */
export function parseListQuery(search: URLSearchParams, names: readonly string[]) {
  return { query: parseListParams(search, names), params: parseListParams(search, [...names, ...pageKeys]) };
}
