import type { PageQuery } from './paging.ts';

export interface ListQuery extends PageQuery {
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly search?: string | undefined;
  readonly sort: string;
}
