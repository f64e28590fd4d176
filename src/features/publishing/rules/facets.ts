import type { Facets } from '#shared/contract.ts';

/**
 * Returns the row count of a filtered list from the topic counts; undefined for a search or for category and tag
 * combined.
 */
export function findTotalInFacets(
  topics: Facets,
  query: { category?: string | undefined; tag?: string | undefined; search?: string | undefined },
): number | undefined {
  if (query.search || (query.category && query.tag)) return undefined;
  if (query.category) return topics.categories.find(category => category.name === query.category)?.count ?? 0;
  if (query.tag) return topics.tags.find(tag => tag.name === query.tag)?.count ?? 0;
  return topics.total;
}
