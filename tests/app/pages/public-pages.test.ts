import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSocialCard, socialCardKinds } from '#features/seo/social-card/content.ts';
import { getApi } from '../../support/api-client.ts';
import { parsePage, textOf } from '../../support/page-html.ts';
import { expectValidPage } from '../../support/assert-page.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

const SITE = 'https://site.example';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true, environment: { SITE_URL: SITE } });
});
afterAll(() => site.close());

const get = (url: string, headers: Record<string, string> = {}) => site.http.app.inject({ url, headers });

const routes: readonly [url: string, title: string, canonical: string, types: readonly string[]][] = [
  ['/', 'Mira Castellan', '/', ['Person', 'WebSite']],
  ['/about', 'About', '/about', ['BreadcrumbList']],
  ['/projects', 'Projects', '/projects', ['BreadcrumbList']],
  ['/projects/mise', 'Mise', '/projects/mise', ['CreativeWork', 'BreadcrumbList']],
  ['/pricing', 'Pricing', '/pricing', ['Offer', 'BreadcrumbList']],
  ['/blogs', 'Blog', '/blogs', ['BreadcrumbList']],
  ['/blog/a-one-bag-office', 'one-bag office', '/blog/a-one-bag-office', ['BlogPosting', 'BreadcrumbList']],
  ['/privacy-policy', 'Privacy Policy', '/privacy-policy', ['BreadcrumbList']],
  ['/terms-conditions', 'Terms and Conditions', '/terms-conditions', ['BreadcrumbList']],
  ['/search', 'Search', '/search', []],
  ['/api/reference', 'API reference', '/api/reference', []],
];

const parsed = new Map<string, ReturnType<typeof parsePage>>();

/** Returns a page as first rendered, parsed once for all tests. */
function pageAt(url: string): ReturnType<typeof parsePage> {
  let page = parsed.get(url);
  if (!page) parsed.set(url, (page = get(url).then(({ body }) => parsePage(body))));
  return page;
}

describe('every public page', () => {
  it.each(routes)('%s is valid and describes itself', async (url, title, canonical, types) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    const page = await pageAt(url);
    expectValidPage(page, answer.headers, { isTracked: true });
    expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, must-revalidate');

    expect(page.all('title')).toHaveLength(1);
    expect(page.text('title')).toContain(title);
    expect(page.meta('description')?.length).toBeGreaterThan(40);
    expect(page.link('canonical')).toBe(SITE + canonical);
    expect(page.meta('og:url')).toBe(SITE + canonical);
    expect(page.meta('og:title')).toMatch(/\S/);
    expect(page.meta('og:description')).toBe(page.meta('description'));
    expect(page.meta('og:image')).toMatch(/^https:\/\/site\.example\/social\/[\w/-]+\.png$/);
    expect(page.meta('twitter:card')).toBe('summary_large_image');
    const canonicals = page.all('link').filter(({ properties }) => properties.rel?.includes('canonical'));
    expect(canonicals).toHaveLength(1);
    const head = page.all('head')[0];
    for (const element of [...page.all('title'), ...page.all('meta'), ...canonicals]) {
      expect(head?.children.includes(element), element.tagName).toBe(true);
    }
    expect(page.jsonLd.map(thing => thing['@type'])).toEqual(expect.arrayContaining([...types]));
    for (const thing of page.jsonLd) expect(thing['@context']).toBe('https://schema.org');
  });

  it.each(['', 'Bangladesh'])('describes the owner’s address in the country %j', async country => {
    await site.db.$client.query(
      `update site_sections set content = content || jsonb_build_object('address', '12 Lake Road', 'country', $1::text)
       where key = 'profile'`,
      [country],
    );
    site.http.invalidateAll();
    const { jsonLd } = await parsePage((await get('/')).body);
    expect(jsonLd.find(thing => thing['@type'] === 'Person')?.address).toEqual({
      '@type': 'PostalAddress',
      streetAddress: '12 Lake Road',
      ...(country ? { addressCountry: country } : {}),
    });
  });

  it('has its social card', async () => {
    const cards = new Map<string, string>();
    for (const [url] of routes.toReversed())
      cards.set((await pageAt(url)).meta('og:image')?.replace(SITE, '') ?? '', url);
    for (const [card, url] of cards) {
      // Drawing a card takes half a second, so only one of each kind is.
      const [, kind, id = ''] = /^\/social\/(page|post|project)\/([\w-]+)\.png$/.exec(card) ?? [];
      const found = socialCardKinds.find(known => known === kind);
      expect(found, `${url} ${card}`).toBeDefined();
      if (found) await expect(getSocialCard(site.db, found, id, SITE), `${url} ${card}`).resolves.toBeDefined();
    }
    for (const url of ['/', '/projects/mise', '/blog/a-one-bag-office']) {
      const answer = await get([...cards].find(([, of]) => of === url)?.[0] ?? '');
      expect(answer.statusCode, url).toBe(200);
      expect(answer.headers['content-type'], url).toBe('image/png');
    }
  });

  it('names the files its script needs and no form code on readers’ pages', async () => {
    const needsOf = async (url: string) => /data-needs="([^"]*)"/.exec((await get(url)).body)?.[1] ?? '';
    expect(await needsOf('/')).toMatch(/\/assets\/shared-/);
    expect(await needsOf('/')).not.toContain('form-pages');
    expect(await needsOf('/login')).toMatch(/\/assets\/shared-.*\/assets\/form-pages-/);
  });

  it('has no broken links', async () => {
    const posts = await getApi<{ items: { slug: string }[] }>(site, '/blogs?pageSize=50');
    const projects = await getApi<{ items: { id: string }[] }>(site, '/projects?pageSize=50');
    const known = new Set([
      ...posts.items.map(({ slug }) => `/blog/${slug}`),
      ...projects.items.map(({ id }) => `/projects/${id}`),
    ]);
    const leads = new Set<string>();
    const anchors = new Set<string>();
    for (const [url] of routes) {
      const page = await pageAt(url);
      // The SVG icon is part of the page.
      const links = page.all('link').filter(({ properties }) => properties.type !== 'image/svg+xml');
      for (const { properties } of [...page.all('a'), ...links]) {
        const address = properties.href ?? '';
        const href = address.startsWith('#') ? url + address : address.replace(SITE, '') || '/';
        if (!href.startsWith('/')) expect(href, url).toMatch(/^(https:\/\/|mailto:|tel:)/);
        else if (href.includes('#')) anchors.add(href);
        if (href.startsWith('/')) leads.add(href.replace(/#.*$/, ''));
      }
    }
    expect(anchors.size).toBeGreaterThan(20);
    for (const anchor of anchors) {
      const [url = '', id = ''] = anchor.split('#');
      const page = await pageAt(url);
      const ids = page.elements.map(({ properties }) => properties.id);
      expect(ids, anchor).toContain(decodeURIComponent(id));
    }
    const lists = [...leads].filter(href => /^\/(blogs|projects)\?/.test(href));
    expect(lists.length).toBeGreaterThan(20);
    for (const href of lists) expect((await getApi<{ total: number }>(site, href)).total, href).toBeGreaterThan(0);
    const details = [...leads].filter(href => /^\/(blog|projects)\//.test(href));
    expect(details.length).toBeGreaterThan(20);
    expect(details.filter(href => !known.has(href))).toEqual([]);
    for (const href of leads) {
      if (!lists.includes(href) && !details.includes(href)) expect((await get(href)).statusCode, href).toBe(200);
    }
  });

  it('opens external links in a new tab without an opener and says so', async () => {
    let external = 0;
    for (const [url] of routes) {
      for (const link of (await pageAt(url)).all('a')) {
        const { target, rel, href = '', ariaLabel } = link.properties;
        const isExternal = /^https?:/.test(href) && !href.startsWith(SITE);
        if (isExternal) {
          external += 1;
          expect([url, href, target]).toEqual([url, href, '_blank']);
          expect(ariaLabel ?? textOf(link), `${url} ${href}`).toContain('(opens in a new tab)');
        }
        if (target === '_blank') expect(rel, url).toContain('noopener');
      }
    }
    expect(external).toBeGreaterThan(routes.length);
  });
});

describe('page response', () => {
  it('is the same in every encoding', async () => {
    for (const url of ['/', '/blog/a-one-bag-office', '/nope']) {
      const plain = await get(url, { 'accept-encoding': 'identity' });
      const gzip = await get(url, { 'accept-encoding': 'gzip' });
      const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(brotli.headers['content-encoding']).toBe('br');
      expect(plain.headers).not.toHaveProperty('content-encoding');
      // Error pages contain a request ID, so only cached pages are identical.
      if (plain.statusCode !== 200) continue;
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
      expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
      for (const answer of [plain, gzip, brotli]) {
        expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
      }
    }
  });

  it('is compressed further once it is read again', async () => {
    const address = await site.http.app.listen({ port: 0, host: '127.0.0.1' });
    const read = async () => {
      const pageRequest = request(address, { path: '/pricing', headers: { 'accept-encoding': 'br' } }).end();
      const [answer] = (await once(pageRequest, 'response')) as [IncomingMessage];
      return buffer(answer);
    };
    site.http.invalidateAll();
    const first = await read();
    await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBeLessThan(first.length);
    expect(brotliDecompressSync(await read())).toEqual(brotliDecompressSync(first));
  });

  it('is 304 for a matching ETag', async () => {
    const first = await get('/about');
    const again = await get('/about', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
    expect((await get('/about', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('answers HEAD like GET, before and after caching', async () => {
    site.http.invalidateAll();
    for (let round = 0; round < 2; round += 1) {
      const head = await site.http.app.inject({ method: 'HEAD', url: '/pricing' });
      expect(head.statusCode).toBe(200);
      expect(head.body).toBe('');
      const full = await get('/pricing');
      expect(head.headers.etag).toBe(full.headers.etag);
      expect(head.headers['content-length']).toBe(full.headers['content-length']);
    }
  });

  it('has the same headers rendered and cached', async () => {
    site.http.invalidateAll();
    const made = await get('/about');
    const cached = await get('/about');
    expect({ ...cached.headers, date: '' }).toEqual({ ...made.headers, date: '' });
    expect(cached.body).toBe(made.body);
  });
});
