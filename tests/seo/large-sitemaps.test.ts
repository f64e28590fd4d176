import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// More public posts than one sitemap file lists.

const POSTS = 5001;

let site: TestSite;
let samplePosts: number;

beforeAll(async () => {
  site = await createTestSite();
  const { rows } = await site.db.$client.query<{ count: number }>('select count(*)::int from posts where is_public');
  samplePosts = rows[0]?.count ?? 0;
  await site.db.$client.query(`
    insert into posts (slug, title, description, category, tags, author_id, markdown, html, headings, word_count, status,
      published_at)
    select 'many-' || n, 'Number ' || n, 'Of many.', 'Food', '{}', (select min(id) from blog_authors), '', '', '[]', 1,
      case when n = 1 then 'draft' else 'published' end, now() - interval '9 years' - n * interval '1 hour'
    from generate_series(1, ${POSTS}) as n`);
});
afterAll(() => site.close());

const ask = (url: string) => site.http.app.inject({ method: 'GET', url });
async function locationsIn(url: string): Promise<string[]> {
  const answer = await ask(url);
  expect(answer.statusCode, url).toBe(200);
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  return [...answer.body.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path = '']) => path);
}

describe('sitemap of a large site', () => {
  it('is an index of files that list each public page once', async () => {
    const index = await ask('/sitemap.xml');
    expect(index.body).toContain('<sitemapindex');
    const files = await locationsIn('/sitemap.xml');
    expect(files).toEqual([
      '/sitemap-pages-1.xml',
      '/sitemap-posts-1.xml',
      '/sitemap-posts-2.xml',
      '/sitemap-projects-1.xml',
    ]);
    const listed = await Promise.all(files.map(locationsIn));
    expect(Math.max(...listed.map(({ length }) => length))).toBeLessThanOrEqual(5000);
    const all = listed.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter(path => path.startsWith('/blog/'))).toHaveLength(samplePosts + POSTS - 1);
    expect(all).toContain('/blog/many-2');
    expect(all).not.toContain('/blog/many-1');
    expect(all).toContain('/pricing');
  });

  it.each(['/sitemap-posts-3.xml', '/sitemap-projects-2.xml', '/sitemap-pages-2.xml'])('has no file %s', async path => {
    expect((await ask(path)).statusCode).toBe(404);
  });
});

describe('feeds of a large site', () => {
  it.each([
    ['/rss.xml', /<item>/g],
    ['/atom.xml', /<entry>/g],
    ['/feed.json', /"date_published"/g],
  ])('%s contains only the newest posts', async (path, entry) => {
    const answer = await ask(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.body.match(entry)).toHaveLength(30);
    expect(answer.body).not.toContain('/blog/many-');
  });
});
