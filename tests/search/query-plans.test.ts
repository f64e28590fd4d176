import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, createDatabase } from '#platform/database/database.ts';
import { createTestDatabase } from '../support/test-site.ts';

// The cost of a search must not grow with the blog: words are looked up in indexes, and no text is scanned.

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = createDatabase(database.connectionString, 'jobs');
  await db.$client.query(`
    insert into posts (slug, title, description, category, tags, author_id, markdown, html, headings, word_count, status, published_at)
    select 'many-' || n, 'Number ' || md5(n::text), 'Of many.', 'Food', '{many}', 'mira-castellan',
      'Common words' || case when n % 2000 = 0 then ' and a quibblewort' else '' end, '', '[]', 1, 'published',
      now() - n * interval '1 hour'
    from generate_series(1, 10000) as n`);
  await db.$client.query('vacuum analyze posts');
});
afterAll(async () => {
  await db.$client.end();
  await drop();
});

async function planOf(statement: string): Promise<string> {
  const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`);
  return rows.map(row => row['QUERY PLAN']).join('\n');
}

describe('with 10,000 posts', () => {
  it.each(['quibblewort', 'absent-word', 'quibblewort -common'])('a list finds %j in both indexes', async query => {
    const plan = await planOf(`select id from posts
      where is_public and (search_vector @@ search_query('${query}', '', null) or search_title like contains_pattern('${query}'))
      order by published_at desc, id desc limit 12`);
    expect(plan).toContain('Bitmap Index Scan on posts_search');
    expect(plan).toContain('Bitmap Index Scan on posts_search_title_trgm_idx');
  });

  it('spelling correction uses the index of titles', async () => {
    const plan = await planOf(`select search_title from posts where is_public and search_title %> 'sourdoh' limit 300`);
    expect(plan).toContain('Bitmap Index Scan on posts_search_title_trgm_idx');
    const { rows } = await db.$client.query<{ setting: string }>(
      `select current_setting('pg_trgm.word_similarity_threshold') as setting`,
    );
    expect(rows[0]?.setting).toBe('0.4');
  });

  it('the newest matches of a common word are found without comparing texts', async () => {
    const { rows } = await db.$client.query<{ setting: string[] }>(
      `select proconfig as setting from pg_proc where proname in ('search_posts', 'search_projects')`,
    );
    expect(rows.map(row => row.setting)).toEqual([
      ['enable_seqscan=off', 'enable_indexscan=off'],
      ['enable_seqscan=off', 'enable_indexscan=off'],
    ]);
    const found = await db.$client.query<{ id: number }>(
      `select id from search_posts(search_query('common', '', null), 5)`,
    );
    const newest = await db.$client.query<{ id: number }>(
      `select id from posts where slug like 'many-%' order by published_at desc limit 5`,
    );
    expect(found.rows).toEqual(newest.rows);
  });
});
