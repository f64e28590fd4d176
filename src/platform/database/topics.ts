import { type AnyColumn, asc, count, desc, type SQL, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import type { Topics } from '#shared/contract.ts';

/**
 * Every category and tag in use in a table's rows that are `shown`, with their number: categories by name, the most used
 * tags first. Reads the whole table, so keep the answer.
 */
export async function listTopics(
  db: Db,
  table: AnyPgTable,
  columns: { category: AnyColumn; tags: AnyColumn },
  shown: SQL | AnyColumn,
): Promise<Topics> {
  const name = sql<string>`${columns.category}`;
  const categories = await db
    .select({ name, count: count() })
    .from(table)
    .where(sql`${shown}`)
    .groupBy(name)
    .orderBy(asc(name));
  const each = db
    .select({ tag: sql<string>`unnest(${columns.tags})`.as('tag') })
    .from(table)
    .where(sql`${shown}`)
    .as('each_tag');
  const tags = await db
    .select({ name: each.tag, count: count() })
    .from(each)
    .groupBy(each.tag)
    .orderBy(desc(count()), asc(each.tag));
  return { categories, tags, total: categories.reduce((sum, category) => sum + category.count, 0) };
}

/**
 * How many rows a list's filters leave, out of the kept topics where one filter alone stands, so that a list need not
 * count; undefined where only counting can tell.
 */
export function totalFromTopics(
  topics: Topics,
  query: { category?: string | undefined; tag?: string | undefined; search?: string | undefined },
): number | undefined {
  if (query.search || (query.category && query.tag)) return undefined;
  if (query.category) return topics.categories.find(category => category.name === query.category)?.count ?? 0;
  if (query.tag) return topics.tags.find(tag => tag.name === query.tag)?.count ?? 0;
  return topics.total;
}
