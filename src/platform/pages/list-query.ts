/** The parameters that choose a page of a list. */
export const pageKeys: readonly string[] = ['page', 'after', 'before'];

/** The parameters of a list as its page's address has them, for the API to judge; empty ones count as absent. */
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

/** Returns a list's filters and order: its parameters without those that choose a page. */
export function filtersOf(search: URLSearchParams, keys: readonly string[]): Record<string, string> {
  return parseListParams(
    search,
    keys.filter(key => !pageKeys.includes(key)),
  );
}
