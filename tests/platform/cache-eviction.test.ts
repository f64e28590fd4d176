import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageRenderer } from '#app/page-renderer.ts';
import { insertPost } from '../support/row-factories.ts';
import { cachedPages, createTestSite, type TestSite } from '../support/test-site.ts';

/** The rendered URLs, in order. */
const rendered: string[] = [];

/** Random data, which doesn't compress: 26 pages of comments with it take more than the cache's capacity of 32 MB. */
const filler = randomBytes(750_000).toString('base64');

const renderer: PageRenderer = {
  ...cachedPages,
  async render(url) {
    rendered.push(url);
    const words = url.startsWith('/blog/a-one-bag-office?') ? filler : 'A page.';
    return { status: 200, head: '', body: `<h1>${url.replaceAll(/\W/g, ' ')}</h1><p>${words}</p>`, errors: [] };
  },
};

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ renderer });
});
afterAll(() => site.close());

const get = (url: string) => site.http.app.inject(url);
const random = () => crypto.randomUUID();

describe('cached pages', () => {
  const pages = ['/', '/about', '/blogs', '/projects', '/search', '/blog/a-one-bag-office'];
  const category = '/blogs?category=Food';

  it('survive more comment pages than the cache holds', async () => {
    for (const page of pages) await get(page);
    expect(rendered).toEqual(pages);
    for (let page = 2; page < 28; page++) {
      expect((await get(`/blog/a-one-bag-office?page=${page}`)).statusCode).toBe(200);
    }
    rendered.length = 0;
    for (const page of pages) await get(page);
    expect(rendered).toEqual([]);
  });

  it('survive requests with random parameters, whose pages are not cached', async () => {
    await get(category);
    rendered.length = 0;
    for (let count = 0; count < 10; count++) await get(`/?category=${random()}`);
    expect(rendered, 'the home page has no categories').toEqual([]);
    const urls = Array.from({ length: 5 }, () => [
      `/blogs?category=${random()}&page=2`,
      `/projects?tag=${random()}`,
      `/search?q=${random()}`,
    ]).flat();
    for (const url of [...urls, ...urls]) expect((await get(url)).statusCode).toBe(200);
    expect(rendered, 'random lists are rendered each time').toEqual([...urls, ...urls]);
    rendered.length = 0;
    for (const page of [...pages, category]) await get(page);
    expect(rendered).toEqual([]);
  });
});

describe('cached results', () => {
  it.each(['search?q=', 'blogs?search=', 'projects?tag='])('survive random requests to %s', async path => {
    const { cache } = site.http.services;
    const request = async () => expect((await get(`/api/v1/${path}${random()}`)).statusCode).toBe(200);
    const feed = async () => (await get('/rss.xml')).body;
    const fill = async (count: number) => {
      for (let made = 0; made < count; made++) await cache.getOrMake(random(), async () => ({ value: true, tags: [] }));
    };
    cache.clear();
    const before = await feed();
    // Results that all such requests share, such as the tags, are cached from now on.
    await request();
    await insertPost(site.db, { title: `Before ${path}` });
    // Twenty more results would fill the cache, and evict the oldest, such as the feed.
    await fill(480);
    for (let count = 0; count < 25; count++) await request();
    expect(await feed(), 'still from the cache').toBe(before);
    await fill(1000);
    expect(await feed(), 'evicted').toContain(`Before ${path}`);
  });
});
