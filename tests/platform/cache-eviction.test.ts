import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageRenderer } from '#app/page-renderer.ts';
import { insertPost } from '../support/row-factories.ts';
import { cachedPages, createTestSite, type TestSite } from '../support/test-site.ts';

/** The rendered URLs, in order. */
const rendered: string[] = [];

/** Pages of a realistic size that don't compress, so that the cache fills up. */
const filler = Array.from({ length: 400 }, () => crypto.randomUUID()).join(' ');

/** So large that 400 pages of comments take more than twice the cache's capacity. */
const longFiller = randomBytes(100_000).toString('base64');

const renderer: PageRenderer = {
  ...cachedPages,
  async render(url) {
    rendered.push(url);
    const words = url.startsWith('/blog/a-one-bag-office?') ? longFiller : filler;
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

/** Sends this many requests, ten at a time. */
async function flood(count: number, urlOf: () => string): Promise<void> {
  for (let sent = 0; sent < count; sent += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(urlOf())));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }
}

describe('cached pages', { timeout: 120_000 }, () => {
  const pages = ['/', '/about', '/blogs', '/projects', '/search', '/blog/a-one-bag-office', '/blogs?category=Food'];

  it('survive thousands of requests with random parameters', async () => {
    for (const page of pages) await get(page);
    expect(rendered).toEqual(pages);
    await flood(2000, () => `/?category=${random()}`);
    expect(rendered, 'the home page has no categories').toEqual(pages);
    await flood(1000, () => `/blogs?category=${random()}&page=2`);
    await flood(250, () => `/projects?tag=${random()}`);
    await flood(250, () => `/search?q=${random()}`);
    expect(rendered.length, 'random lists are rendered, and not cached').toBe(pages.length + 1500);
    rendered.length = 0;
    for (const page of pages) await get(page);
    expect(rendered).toEqual([]);
  });

  it('survive more comment and list pages than the cache holds', async () => {
    for (const page of pages.filter(path => !path.includes('?'))) await get(page);
    let page = 1;
    await flood(400, () => `/blog/a-one-bag-office?page=${(page += 1)}`);
    rendered.length = 0;
    for (const path of pages.filter(url => !url.includes('?'))) await get(path);
    expect(rendered).toEqual([]);
  });
});

describe('cached results', () => {
  it('survive more random searches than the cache holds', async () => {
    const feed = async () => (await get('/rss.xml')).body;
    const before = await feed();
    await flood(200, () => `/api/v1/search?q=${random()}`);
    await flood(200, () => `/api/v1/blogs?search=${random()}`);
    await flood(200, () => `/api/v1/projects?tag=${random()}`);
    await insertPost(site.db, { title: 'Not announced' });
    expect(await feed(), 'still from the cache').toBe(before);
    site.http.invalidateTag('blog');
    expect(await feed()).toContain('Not announced');
  });
});
