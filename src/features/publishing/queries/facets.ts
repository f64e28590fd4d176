import { sql } from 'drizzle-orm';
import type { Database, Db } from '#platform/database/database.ts';
import type { Facets } from '#shared/contract.ts';

/**
 * Returns the categories by name and the tags by count of the public posts or projects. The database maintains the
 * counts.
 */
export async function listFacets(db: Db, list: 'posts' | 'projects'): Promise<Facets> {
  const { rows } = await db.execute<{ kind: 'category' | 'tag'; name: string; count: number }>(sql`
    select kind, name, sum(count)::int as count from topic_counts where list = ${list}
    group by kind, name having sum(count) > 0
    order by kind, case kind when 'tag' then -sum(count) end, name`);
  const listTopics = (kind: 'category' | 'tag') =>
    rows.filter(row => row.kind === kind).map(({ name, count }) => ({ name, count }));
  const categories = listTopics('category');
  return { categories, tags: listTopics('tag'), total: categories.reduce((sum, category) => sum + category.count, 0) };
}

export async function countPublic(db: Db): Promise<{ posts: number; projects: number }> {
  const count = (list: string) =>
    sql`(select coalesce(sum(count), 0)::int from topic_counts where list = ${list} and kind = 'category')`;
  const { rows } = await db.execute<{ posts: number; projects: number }>(
    sql`select ${count('posts')} as posts, ${count('projects')} as projects`,
  );
  return rows[0] ?? { posts: 0, projects: 0 };
}

/** Merges the changes of topic counts into one row per topic to keep reads fast. */
export async function compactTopicCounts(db: Database): Promise<void> {
  await db.execute(sql`
    with changes as (delete from topic_counts returning list, kind, name, count)
    insert into topic_counts select list, kind, name, sum(count) from changes
    group by list, kind, name having sum(count) <> 0`);
}
