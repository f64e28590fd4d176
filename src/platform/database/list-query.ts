import type { PagePart, PageQuery } from './paging.ts';
import { toSearchParams } from './search.ts';

export interface ListQuery extends PageQuery {
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly search?: string | undefined;
  readonly sort: string;
}

/** Returns a key for the parts of a list's query that change its SQL, for the prepared statement's name. */
export function toListQueryKey(query: ListQuery, part?: Pick<PagePart, 'by'>): string {
  const filters = (['category', 'tag', 'search'] as const).filter(filter => query[filter]);
  return [query.sort, ...filters, ...(part ? [part.by] : [])].join(' ');
}

/** Returns the placeholder values of a list's statement. */
export function toListQueryParams(
  query: ListQuery,
  part?: Pick<PagePart, 'limit' | 'offset'>,
): Record<string, unknown> {
  return {
    category: query.category,
    tags: query.tag ? [query.tag] : undefined,
    ...toSearchParams(query.search ?? ''),
    cursor: query.after ?? query.before,
    limit: part?.limit,
    offset: part?.offset,
  };
}
