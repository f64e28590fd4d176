import { sql } from 'drizzle-orm';
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

/** The size that pages ask for: with it the planner knows what a statement will read, and plans it once. */
const USUAL_PAGE_SIZE = 12;

/** What of a list's query changes the text of its statement, as the statement's name. */
export function listShape(query: ListQuery): string {
  return [
    ...(['category', 'tag', 'search'] as const).filter(filter => query[filter]),
    query.sort,
    ...(query.pageSize === USUAL_PAGE_SIZE ? [] : ['sized']),
    ...(query.page === 1 ? [] : ['onward']),
  ].join(' ');
}

/** How many rows a list's statement takes and leaves out. */
export function listWindow(query: ListQuery) {
  return {
    limit: query.pageSize === USUAL_PAGE_SIZE ? USUAL_PAGE_SIZE : sql.placeholder('limit'),
    offset: query.page === 1 ? 0 : sql.placeholder('offset'),
  };
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
