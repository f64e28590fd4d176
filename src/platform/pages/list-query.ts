/** The parameters of a list as its page's address has them, for the API to judge; empty ones count as absent. */
export function listQuery(
  search: URLSearchParams,
  keys: readonly string[] = ['category', 'tag', 'search', 'sort', 'page'],
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const key of keys) {
    const value = search.get(key)?.trim();
    if (value) query[key] = value;
  }
  return query;
}
