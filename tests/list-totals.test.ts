import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { compactTopicCounts, listTopics } from '#platform/database/topics.ts';
import { countRows } from '#platform/database/counting.ts';
import { rowsInParts } from '#platform/database/row-parts.ts';
import { MOST_COUNTED, pageOf, totalText } from '#shared/lists.ts';
import { openTestSite, type TestSite } from './support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const numbers = (count: number) => sql`(select from generate_series(1, ${sql.raw(String(count))}))`;

describe('the total of a list', () => {
  it('is counted exactly as far as lists count', async () => {
    expect(await countRows(site.db, numbers(0))).toBe(0);
    expect(await countRows(site.db, numbers(37))).toBe(37);
    expect(await countRows(site.db, numbers(MOST_COUNTED))).toBe(MOST_COUNTED);
  });

  it('is an estimate above it, and never a total that reads as exact', async () => {
    expect(await countRows(site.db, numbers(MOST_COUNTED + 1))).toBeGreaterThan(MOST_COUNTED);
    expect(await countRows(site.db, numbers(98_765))).toBe(99_000);
    expect(totalText(99_000, ['order', 'orders'])).toBe('about 99,000 orders');
    expect(totalText(MOST_COUNTED, ['order', 'orders'])).toBe('10000 orders');
    expect(totalText(1, ['order', 'orders'])).toBe('1 order');
  });

  it('is corrected by the page that is shown', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => index);
    // An exact total stays as it is.
    expect(pageOf({ page: 9, pageSize: 20 }, rows(0), 37).total).toBe(37);
    // A full page past the estimate has another one behind it; a short one is the last.
    expect(pageOf({ page: 1000, pageSize: 20 }, rows(20), 10_500).total).toBe(20_001);
    expect(pageOf({ page: 1000, pageSize: 20 }, rows(7), 90_000).total).toBe(19_987);
    expect(pageOf({ page: 1, pageSize: 20 }, rows(20), 90_000).total).toBe(90_000);
  });
});

describe('an export in parts', () => {
  it('reads every row once, in the order of its list', async () => {
    const ids = Array.from({ length: 1234 }, (_, index) => ({ id: 5000 - index }));
    const sizes: number[] = [];
    const read: number[] = [];
    const parts = rowsInParts(Promise.resolve(ids), part => {
      sizes.push(part.length);
      return Promise.resolve(part);
    });
    for await (const part of parts) read.push(...part);
    expect(read).toEqual(ids.map(({ id }) => id));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  });

  it('reads nothing that nobody takes', async () => {
    const ids = Array.from({ length: 5000 }, (_, id) => ({ id }));
    let calls = 0;
    const parts = rowsInParts(Promise.resolve(ids), part => {
      calls++;
      return Promise.resolve(part);
    });
    await parts.next();
    await parts.return(undefined);
    expect(calls).toBe(1);
  });
});

describe('the numbers of categories and tags', () => {
  const counted = async () => {
    const { rows } = await site.db.execute<{ kind: string; name: string; count: number }>(sql`
      select 'category' as kind, category as name, count(*)::int as count from posts where is_public group by category
      union all select 'tag', tag, count(*)::int from posts, unnest(tags) as tag where is_public group by tag`);
    return new Map(rows.map(({ kind, name, count }) => [`${kind} ${name}`, count]));
  };
  const kept = async () => {
    const { categories, tags } = await listTopics(site.db, 'posts');
    return new Map([
      ...categories.map(({ name, count }) => [`category ${name}`, count] as const),
      ...tags.map(({ name, count }) => [`tag ${name}`, count] as const),
    ]);
  };

  it('follow every change of a post, and are the same once they are added up', async () => {
    const changes = [
      `update posts set tags = array['tide', 'new'] where id = (select min(id) from posts)`,
      `update posts set category = 'Food' where id = (select min(id) from posts)`,
      `update posts set deleted_at = now() where id = (select max(id) from posts)`,
      `update posts set deleted_at = null where id = (select max(id) from posts)`,
      `update posts set status = 'archived' where id = (select max(id) from posts)`,
      `update posts set title = 'Another title' where id = (select min(id) from posts)`,
      `delete from posts where id = (select max(id) from posts)`,
    ];
    for (const change of changes) {
      await site.db.$client.query(change);
      expect(await kept(), change).toEqual(await counted());
    }
    await compactTopicCounts(site.db);
    expect(await kept()).toEqual(await counted());
    expect(await kept()).not.toContain(0);
  });
});
