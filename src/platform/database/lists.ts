import { searchValues } from './search.ts';

/** What a list is narrowed, ordered and paged by. `page` counts from 1. */
export interface ListQuery {
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly search?: string | undefined;
  readonly sort: string;
  readonly page: number;
  readonly pageSize: number;
}

/** What of a list's query changes the text of its statement, for the statement's name. */
export function listShape(query: ListQuery): string {
  const filters = (['category', 'tag', 'search'] as const).filter(filter => query[filter]);
  return [query.sort, ...filters].join(' ');
}

/** The values for the places of a list's statement. */
export function listValues(query: ListQuery): Record<string, unknown> {
  return {
    category: query.category,
    tags: query.tag ? [query.tag] : undefined,
    ...searchValues(query.search ?? ''),
    limit: query.pageSize,
    offset: (query.page - 1) * query.pageSize,
  };
}
