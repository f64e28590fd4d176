import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PageRenderer } from '#app/page-renderer.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { insertPost } from '../../support/row-factories.ts';
import { parsePage, textOf } from '../../support/page-html.ts';
import { cachedPages, rejectingRenderer, createTestSite, type TestSite } from '../../support/test-site.ts';
import { applyInvalidations } from '#tests/support/fresh-pages.ts';

const PATIENCE = { timeout: 10_000 };

describe('page after a content change', () => {
  let site: TestSite;
  let stopListening: () => Promise<void>;
  beforeAll(async () => {
    site = await createTestSite({ pages: true });
    stopListening = await applyInvalidations(site);
  });
  afterAll(async () => {
    await stopListening();
    await site.close();
  });

  const get = (url: string, headers: Record<string, string> = {}) => site.http.app.inject({ url, headers });
  const rename = (title: string) =>
    site.db.$client.query('update posts set title = $1 where slug = $2', [title, 'a-one-bag-office']);
  const url = '/blog/a-one-bag-office';

  it('shows the new title and no longer matches the old ETag', async () => {
    const before = await get(url);
    await rename('A two-bag office');
    const unannounced = await get(url);
    expect(unannounced.body, 'it is really cached').toBe(before.body);

    site.http.invalidateTag('blog');
    const after = await get(url, { 'if-none-match': String(before.headers.etag) });
    expect(after.statusCode).toBe(200);
    expect((await parsePage(after.body)).text('h1')).toBe('A two-bag office');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect((await get(url, { 'if-none-match': String(after.headers.etag) })).statusCode).toBe(304);
  });

  it('is rendered again wherever the post is listed, while other pages stay cached', async () => {
    const pages = ['/', '/blogs', '/about', '/privacy-policy', '/projects'];
    const before = new Map(await Promise.all(pages.map(async page => [page, await get(page)] as const)));
    const slug = 'the-newest-of-all';
    await insertPost(site.db, { slug, title: 'The newest of all' });
    site.http.invalidateTag('blog');
    for (const page of pages) {
      const after = await get(page);
      const shown = after.body.includes('The newest of all');
      expect(shown, page).toBe(page === '/' || page === '/blogs');
      expect(after.headers.etag === before.get(page)?.headers.etag, page).toBe(!shown);
    }
    expect((await get(`/blog/${slug}`)).statusCode).toBe(200);
  });

  it('is invalidated by another instance through the database', async () => {
    await get(url);
    await site.db.transaction(async tx => {
      await tx.execute(`update posts set title = 'Told by another' where slug = 'a-one-bag-office'`);
      await invalidateTag(tx, 'blog');
    });
    const heading = async () => (await parsePage((await get(url)).body)).text('h1');
    await expect.poll(heading, PATIENCE).toBe('Told by another');
  });

  it('is found as soon as it is published', async () => {
    expect((await get('/blog/not-yet')).statusCode).toBe(404);
    await insertPost(site.db, { slug: 'not-yet', title: 'Now' });
    expect((await get('/blog/not-yet')).statusCode).toBe(200);
  });

  it('is gone as soon as its deletion invalidates the cache', async () => {
    await insertPost(site.db, { slug: 'short-lived' });
    expect((await get('/blog/short-lived')).statusCode).toBe(200);
    await site.db.$client.query(`delete from posts where slug = 'short-lived'`);
    site.http.invalidateTag('blog');
    expect((await get('/blog/short-lived')).statusCode).toBe(404);
  });
});

describe('cached page', () => {
  /** Returns a renderer that counts renderings and can delay them. */
  function countingRenderer() {
    const made: string[] = [];
    let wait: Promise<void> = Promise.resolve();
    const renderer: PageRenderer = {
      ...cachedPages,
      async render(url, { api }) {
        made.push(url);
        const { items } = await api.blog.list({ pageSize: 1 });
        await wait;
        return { status: 200, head: '', body: `<h1>${items[0]?.title}</h1>`, errors: [] };
      },
    };
    return {
      made,
      renderer,
      /** Delays every rendering until the returned function is called. */
      hold() {
        let release = () => {};
        wait = new Promise(resolve => {
          release = resolve;
        });
        return release;
      },
    };
  }

  let site: TestSite;
  let counting: ReturnType<typeof countingRenderer>;
  beforeAll(async () => {
    counting = countingRenderer();
    site = await createTestSite({ renderer: counting.renderer });
  });
  afterEach(() => {
    site.http.invalidateAll();
    counting.made.length = 0;
  });
  afterAll(() => site.close());

  const get = (url: string) => site.http.app.inject(url);

  it('is rendered once for equivalent addresses', async () => {
    const urls = ['/', '/?utm_source=x', '/?a=1&b=2', '/?page=', '/#top', '/?%00'];
    const bodies = await Promise.all(urls.map(async url => (await get(url)).body));
    for (const url of urls) await get(url);
    expect(new Set(bodies).size).toBe(1);
    expect(counting.made).toEqual(['/']);
  });

  it('is rendered once for a hundred simultaneous requests', async () => {
    const release = counting.hold();
    const responses = Promise.all(Array.from({ length: 100 }, (_, index) => get(`/about?visit=${index}`)));
    setTimeout(release, 50);
    expect(new Set((await responses).map(answer => answer.statusCode))).toEqual(new Set([200]));
    expect(counting.made).toEqual(['/about']);
  });

  it('is discarded if the content changed during rendering', async () => {
    const release = counting.hold();
    const early = get('/blogs');
    await expect.poll(() => counting.made, PATIENCE).toEqual(['/blogs']);
    await new Promise(resolve => setTimeout(resolve, 100));
    await insertPost(site.db, { title: 'Written meanwhile', publishedAt: new Date('2040-01-01T00:00:00Z') });
    site.http.invalidateTag('blog');
    release();
    expect((await early).body).not.toContain('Written meanwhile');
    expect((await get('/blogs')).body).toContain('Written meanwhile');
    expect((await get('/blogs')).body).toContain('Written meanwhile');
    expect(counting.made).toEqual(['/blogs', '/blogs']);
  });

  it('is never a personal page', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect((await get('/set-up/some-token')).headers['cache-control']).toBe('no-store');
    }
    expect(counting.made).toHaveLength(2);
  });

  it('is never the response to a form', async () => {
    const send = () =>
      site.http.app.inject({
        method: 'POST',
        url: '/about',
        payload: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    await send();
    await send();
    expect(counting.made).toEqual(['/about', '/about']);
    await get('/about');
    expect(counting.made).toHaveLength(3);
  });

  it('does not depend on cookies or language', async () => {
    const plain = await get('/');
    const other = await site.http.app.inject({
      url: '/',
      headers: { cookie: 'session=x; theme=light', 'accept-language': 'bn' },
    });
    expect(other.body).toBe(plain.body);
    expect(counting.made).toEqual(['/']);
  });
});

describe('page that fails to render', () => {
  const failing: PageRenderer = {
    ...rejectingRenderer,
    isCacheable: true,
    assets: () => Promise.reject(new Error('planted detail')),
    render: () => Promise.reject(new Error('planted detail')),
  };

  it('is 500 with the request id, logged once and not cached', async () => {
    const site = await createTestSite({ renderer: failing });
    const answer = await site.http.app.inject('/');
    const errors = site.log.takeErrors();
    await site.close();
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('planted detail');
    expect(errors).toHaveLength(1);
    expect(answer.body).toContain(String(errors[0]?.reqId));
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
  });

  it('shows a data failure as 500 in the layout with the request id', async () => {
    const site = await createTestSite({ pages: true });
    await site.db.$client.query('alter table posts rename to posts_away');
    const answer = await site.http.app.inject('/blogs');
    await site.db.$client.query('alter table posts_away rename to posts');
    const after = await site.http.app.inject('/blogs');
    const errors = site.log.takeErrors();
    await site.close();
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
    const page = await parsePage(answer.body);
    expect(page.all('h1')).toHaveLength(1);
    expect(page.all('nav').length).toBeGreaterThan(0);
    expect(textOf(page.all('main')[0])).not.toMatch(/relation|posts|select|Failed query/);
    // The list and its topics are loaded in parallel. Each may log its failure once.
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThanOrEqual(2);
    expect(textOf(page.all('main')[0])).toContain(String(errors[0]?.reqId));
    expect(after.statusCode).toBe(200);
  });
});
