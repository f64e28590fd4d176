import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { updateStorageTotals, getStorageUsage } from '#features/media/queries/pictures.ts';
import { compactTopicCounts, listFacets } from '#features/publishing/queries/facets.ts';
import { countRows } from '#platform/database/counting.ts';
import { listInParts, type PagePart } from '#platform/database/paging.ts';
import { MAX_EXACT_TOTAL, pageOf, totalText } from '#shared/lists.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

const numbers = (count: number) => sql`(select from generate_series(1, ${sql.raw(String(count))}))`;

describe('list total', () => {
  it('is exact up to the limit', async () => {
    expect(await countRows(site.db, numbers(0))).toBe(0);
    expect(await countRows(site.db, numbers(37))).toBe(37);
    expect(await countRows(site.db, numbers(MAX_EXACT_TOTAL))).toBe(MAX_EXACT_TOTAL);
  });

  it('is a rounded estimate above it', async () => {
    expect(await countRows(site.db, numbers(MAX_EXACT_TOTAL + 1))).toBeGreaterThan(MAX_EXACT_TOTAL);
    expect(await countRows(site.db, numbers(98_765))).toBe(99_000);
    expect(totalText(99_000, ['order', 'orders'])).toBe('about 99,000 orders');
    expect(totalText(MAX_EXACT_TOTAL, ['order', 'orders'])).toBe('10,000 orders');
    expect(totalText(1, ['order', 'orders'])).toBe('1 order');
  });

  it('is corrected by a short page', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => index);
    // An exact total is kept.
    expect(pageOf({ page: 9, pageSize: 20 }, rows(0), 37).total).toBe(37);
    // After a full page beyond the estimate there is another page; a short page is the last.
    expect(pageOf({ page: 1000, pageSize: 20 }, rows(20), 10_500).total).toBe(20_001);
    expect(pageOf({ page: 1000, pageSize: 20 }, rows(7), 90_000).total).toBe(19_987);
    expect(pageOf({ page: 1, pageSize: 20 }, rows(20), 90_000).total).toBe(90_000);
  });
});

describe('export in parts', () => {
  const order = { from: sql`numbers`, keys: [sql`numbers.id`], descending: true, cursor: sql`numbers.id` };
  /** A list of the numbers from 1 to `count`. Each requested limit is added to `limits`. */
  const numbersUpTo = (count: number, limits: number[]) => ({
    order,
    select: async ({ seek, orderBy, keys, limit }: PagePart) => {
      limits.push(limit);
      const { rows } = await site.db.execute<{ id: number; keys: string[] }>(sql`
        select id, ${keys} as keys from generate_series(1, ${count}::int) as numbers (id)
        where ${seek ?? sql`true`} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`);
      return rows;
    },
  });

  it.each([0, 1, 100, 101, 599, 600, 601, 1234])('reads each of %i rows once in order', async count => {
    const limits: number[] = [];
    const read: number[] = [];
    for await (const part of listInParts([numbersUpTo(count, limits)], async ids => ids)) read.push(...part);
    expect(read).toEqual(Array.from({ length: count }, (_, index) => count - index));
    expect(Math.max(...limits)).toBeLessThanOrEqual(500);
  });

  it('reads nothing until it is consumed', async () => {
    const limits: number[] = [];
    const parts = listInParts([numbersUpTo(5000, limits)], async ids => ids);
    await parts.next();
    await parts.return(undefined);
    expect(limits).toHaveLength(1);
  });
});

describe('stored file totals', () => {
  it('follow every change and stay the same after compaction', async () => {
    const counted = async () => {
      const { rows } = await site.db.$client.query(`
        select (select count(*)::int from pictures where in_library) as pictures,
          (select count(*)::int from media_files) as documents,
          (select coalesce(sum(bytes), 0)::int from pictures where in_library)
            + (select coalesce(sum(size_bytes), 0)::int from media_files) as "usedBytes"`);
      return rows[0];
    };
    const changes = [
      `insert into pictures (id, width, height, placeholder_colors, in_library, bytes) values ('new', 1, 1, repeat('8899aa', 6), true, 700)`,
      `insert into pictures (id, width, height, placeholder_colors, in_library) values ('old', 1, 1, repeat('8899aa', 6), true)`,
      `update pictures set bytes = 900 where id = 'new'`,
      `update pictures set in_library = false where id = 'new'`,
      `update pictures set in_library = true, bytes = 50 where id = 'new'`,
      `update pictures set name = 'Other' where id = 'new'`,
      `insert into users (id, name, email, role) values ('one', 'One', 'one@site.example', 'member')`,
      `insert into media_files (id, owner_id, file_name, content_type, size_bytes) values ('new', 'one', 'a.pdf', 'application/pdf', 30)`,
      `delete from pictures where id = 'new'`,
      `delete from media_files where id = 'new'`,
    ];
    for (const change of changes) {
      await site.db.$client.query(change);
      expect(await getStorageUsage(site.db), change).toEqual(await counted());
    }
    await updateStorageTotals(site.db);
    expect(await getStorageUsage(site.db)).toEqual(await counted());
    expect((await site.db.$client.query('select kind from storage_totals')).rows).toHaveLength(2);
  });
});

describe('category and tag counts', () => {
  const counted = async () => {
    const { rows } = await site.db.execute<{ kind: string; name: string; count: number }>(sql`
      select 'category' as kind, category as name, count(*)::int as count from posts where is_public group by category
      union all select 'tag', tag, count(*)::int from posts, unnest(tags) as tag where is_public group by tag`);
    return new Map(rows.map(({ kind, name, count }) => [`${kind} ${name}`, count]));
  };
  const readStored = async () => {
    const { categories, tags } = await listFacets(site.db, 'posts');
    return new Map([
      ...categories.map(({ name, count }) => [`category ${name}`, count] as const),
      ...tags.map(({ name, count }) => [`tag ${name}`, count] as const),
    ]);
  };

  it('follow every change of a post and stay the same after compaction', async () => {
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
      expect(await readStored(), change).toEqual(await counted());
    }
    await compactTopicCounts(site.db);
    expect(await readStored()).toEqual(await counted());
    expect(await readStored()).not.toContain(0);
  });
});
