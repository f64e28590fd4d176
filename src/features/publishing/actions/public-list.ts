import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { ListQuery } from '#platform/database/list-query.ts';
import type { SearchIndex } from '#platform/database/search.ts';
import { findSearchCorrection } from '#platform/database/spelling-correction.ts';
import type { Facets } from '#shared/contract.ts';
import { listFacets } from '../queries/facets.ts';
import type { EntrySource } from '../queries/entries.ts';

type Context = Pick<ApiContext, 'cache' | 'cacheTags' | 'db' | 'searches'>;

type PublicQuery = ListQuery & { readonly page: number; readonly pageSize: number };

/** The public posts or projects. */
interface PublicList<Query extends PublicQuery, Card> extends Pick<EntrySource<PgColumn>, 'feature' | 'noun' | 'tags'> {
  readonly searchIndex: SearchIndex;
  readonly list: (db: Db, query: Query) => Promise<Card[]>;
  readonly count: (db: Db, query: Query) => Promise<number>;
}

/** Returns one page of a list, or of the corrected search if nothing matches the search as it is spelled. */
export async function getPublicPage<Query extends PublicQuery, Card>(
  context: Context,
  source: PublicList<Query, Card>,
  query: Query,
) {
  context.cacheTags.add(source.tags.list);
  const { page, pageSize, search } = query;
  const originalTotal = await getTotal(context, source, query);
  const correctedSearch = search && originalTotal === 0 ? await getCorrection(context, source, search) : undefined;
  const corrected = correctedSearch === undefined ? query : { ...query, search: correctedSearch };
  const total = correctedSearch === undefined ? originalTotal : await getTotal(context, source, corrected);
  if (total === 0) return { items: [], total, page, pageSize, correctedSearch: null };
  const items = await source.list(context.db, corrected);
  return { items, total, page, pageSize, correctedSearch: correctedSearch ?? null };
}

type AnyList = Pick<PublicList<never, unknown>, 'feature' | 'noun' | 'searchIndex' | 'tags'>;

/** Caches a value until an entry changes. */
function getCached<Value>(
  cache: Context['cache'],
  { feature, tags }: AnyList,
  name: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const tagged = async () => ({ value: await make(), tags: [feature, tags.list] });
  return cache.getOrMake(`${feature}.${name}`, tagged) as Promise<Value>;
}

/** Returns the categories and tags of a list with their counts. Cached, so lists don't have to count all rows. */
export function getPublicFacets({ cache, cacheTags, db }: Context, source: AnyList): Promise<Facets> {
  cacheTags.add(source.tags.list);
  return getCached(cache, source, 'listFacets', () => listFacets(db, `${source.noun}s`));
}

/**
 * Uses the topic counts if they cover the filters; else counts once and caches the result, since paging doesn't visit
 * all rows.
 */
async function getTotal<Query extends PublicQuery, Card>(
  context: Context,
  source: PublicList<Query, Card>,
  query: Query,
): Promise<number> {
  const total = findTotalInFacets(await getPublicFacets(context, source), query);
  if (total !== undefined) return total;
  const filters = JSON.stringify([query.category, query.tag, query.search]);
  return getCached(context.searches, source, `total ${filters}`, () => source.count(context.db, query));
}

/** Cached, since each page of the results needs it. */
async function getCorrection({ db, searches }: Context, source: AnyList, search: string): Promise<string | undefined> {
  const { corrected } = await getCached(searches, source, `corrected ${search}`, async () => ({
    corrected: await findSearchCorrection(db, [source.searchIndex], search),
  }));
  return corrected;
}

/**
 * Returns the row count of a filtered list from the topic counts; undefined for a search or for category and tag
 * combined.
 */
function findTotalInFacets(
  topics: Facets,
  query: { category?: string | undefined; tag?: string | undefined; search?: string | undefined },
): number | undefined {
  if (query.search || (query.category && query.tag)) return undefined;
  if (query.category) return topics.categories.find(category => category.name === query.category)?.count ?? 0;
  if (query.tag) return topics.tags.find(tag => tag.name === query.tag)?.count ?? 0;
  return topics.total;
}
