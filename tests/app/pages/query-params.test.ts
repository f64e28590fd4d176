import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerSetupToken } from '#features/auth/registration/actions/owner-setup.ts';
import { parsePage } from '../../support/page-html.ts';
import { expectValidPage } from '../../support/assert-page.ts';
import { getResponseCookies } from '../../support/user-factory.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

const SITE = 'https://site.example';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true, environment: { SITE_URL: SITE } });
});
afterAll(() => site.close());

const get = (url: string, headers: Record<string, string> = {}) => site.http.app.inject({ url, headers });

describe('list pages', () => {
  it('are where the folder of their posts redirects', async () => {
    const { statusCode, headers } = await get('/blog');
    expect([statusCode, headers.location]).toEqual([301, '/blogs']);
  });

  it('follow their query parameters', async () => {
    const page = await parsePage((await get('/blogs?category=Travel&sort=oldest')).body);
    const titles = page.elements.filter(({ tagName }) => tagName === 'article').length;
    expect(titles).toBe(3);
    expect(page.meta('robots')).toContain('noindex');
    expect(page.link('canonical')).toBe(`${SITE}/blogs`);
    const second = await parsePage((await get('/blogs?page=2')).body);
    expect(second.all('article')).toHaveLength(12);
    expect((await parsePage((await get('/blogs?page=3')).body)).all('article')).toHaveLength(6);
  });

  it.each([
    '/blogs?page=0',
    '/blogs?page=abc',
    '/blogs?page=10001',
    '/blogs?category=Nope',
    '/blogs?sort=random',
    '/projects?category=Travel',
    '/projects?page=-1',
    `/projects?search=${'x'.repeat(121)}`,
    '/blogs?search=%00',
  ])('%s is 400 as a page, not cached', async url => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(400);
    expectValidPage(await parsePage(answer.body), answer.headers, { isTracked: false });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/blogs?sort=liked', '/blogs?sort=most_liked'],
    ['/blogs?category=Travel&sort=discussed&page=2', '/blogs?category=Travel&sort=most_commented&page=2'],
    ['/projects?sort=stars', '/projects?sort=top_rated'],
    ['/projects?sort=price-low', '/projects?sort=price_asc'],
    ['/projects?search=a+b&sort=price-high', '/projects?search=a+b&sort=price_desc'],
  ])('%s has moved to the new name of its order', async (old, current) => {
    const answer = await get(old);
    expect([answer.statusCode, answer.headers.location]).toEqual([301, current]);
    expect((await get(current)).statusCode).toBe(200);
  });
});

describe('missing page', () => {
  it.each([
    '/nope',
    '/blog/nope',
    '/blog/NOPE',
    '/blogs/999',
    '/projects/nope',
    '/index.html',
    '/.env',
    '/wp-login.php',
    '/set-up/wrong-token',
    '/about/more',
    '/api',
    '/api/v2/blogs',
    '/%2e%2e/secret',
  ])('%s is 404 as a page, not cached', async url => {
    let answer = await get(url);
    if (answer.statusCode === 301) answer = await get(String(answer.headers.location));
    expect([404, 400]).toContain(answer.statusCode);
    if (!/NOPE/.test(url)) expect(answer.statusCode).toBe(404);
    const page = await parsePage(answer.body);
    expectValidPage(page, answer.headers, { isTracked: true });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(page.meta('robots')).toContain('noindex');
    expect(page.link('canonical')).toBeUndefined();
    expect(page.all('title')).toHaveLength(1);
    expect(page.all('nav').length).toBeGreaterThan(0);
  });

  it.each([
    ['/caching-html', 'caching html'],
    ['/shared/uODlUtnZQeOKxzcwLn6KGvQfCUu7rURiu_n8xzt1UiQ', ''],
  ])('%s offers to search for "%s"', async (url, words) => {
    const page = await parsePage((await get(url)).body);
    const fields = page.all('input').filter(({ properties }) => properties.name === 'q');
    expect(fields.map(({ properties }) => properties.value ?? '')).toContain(words);
    expect(fields.some(({ properties }) => properties.value === 'uODlUtnZQeOKxzcwLn6KGvQfCUu7rURiu n8xzt1UiQ')).toBe(
      false,
    );
  });

  it.each(['/blogs/abc', '/blogs/1e3', '/blogs/-1'])('%s is not a post ID: 404', async url => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it('does not include missing files', async () => {
    for (const url of ['/assets/nope.js', '/media/pictures/0000000000000000-480.avif']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).not.toMatch(/html/);
    }
  });

  it.each(['//', '//evil.example', '//evil.example/', '//evil.example/about', '///evil.example//', '/about//'])(
    '%s redirects to no other site and duplicates no page',
    async url => {
      const answer = await get(url);
      expect([301, 308, 400, 404]).toContain(answer.statusCode);
      if (answer.statusCode < 400) {
        const to = new URL(String(answer.headers.location), SITE);
        expect(to.origin).toBe(SITE);
        expect(String(answer.headers.location)).toMatch(/^\/(?![/\\])/);
      }
    },
  );

  it('raw addresses reach no other site or file', async () => {
    const address = await site.http.app.listen({ port: 0, host: '127.0.0.1' });
    for (const path of ['/\\evil.example/', '/assets/%2e%2e/server/entry-server.js', '/assets/../../package.json']) {
      const pageRequest = request(address, { path }).end();
      const [answer] = (await once(pageRequest, 'response')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode, path).toBe(404);
      expect(answer.headers.location, path).toBeUndefined();
    }
  });

  it.each(['/%F0%9F', '/%', '/blog/%zz'])('%s is 400 with the usual headers', async url => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'/);
  });

  it('a path in a different case redirects or is 404', async () => {
    for (const url of ['/BLOGS', '/About', '/Privacy-Policy']) {
      const { statusCode, headers } = await get(url);
      if (statusCode === 301) expect(headers.location).toBe(url.toLowerCase());
      else expect(statusCode, url).toBe(404);
    }
  });
});

describe('redirects', () => {
  it('a post’s id redirects to its slug', async () => {
    const answer = await get('/blogs/1');
    expect(answer.statusCode).toBe(301);
    expect(answer.headers.location).toMatch(/^\/blog\/[a-z0-9-]+$/);
    expect((await get(String(answer.headers.location))).statusCode).toBe(200);
  });

  it.each([
    ['/about/', '/about'],
    ['/blogs/?page=2', '/blogs?page=2'],
    ['/blog/a-one-bag-office/', '/blog/a-one-bag-office'],
  ])('%s redirects permanently to %s', async (url, to) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(301);
    expect(answer.headers.location).toBe(to);
  });
});

describe('forms without JavaScript', () => {
  const send = (url: string, payload = 'a=b', type = 'application/x-www-form-urlencoded') =>
    site.http.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });

  it('owner setup keeps input except the password on errors, and ends the link on success', async () => {
    const token = await createOwnerSetupToken(site.db, { isOnlyInstance: true });
    const url = `/set-up/${token}`;
    const open = await get(url);
    expect(open.statusCode).toBe(200);
    expect(open.headers['cache-control']).toBe('no-store');
    expectValidPage(await parsePage(open.body), open.headers, { isTracked: true });

    const fields = { name: 'Ada <b>Byron</b>', email: 'wrong', password: 'secret-1', confirmPassword: 'secret-1' };
    const refused = await send(url, String(new URLSearchParams(fields)));
    expect(refused.statusCode).toBe(400);
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(refused.body).toContain('Invalid email address');
    expect(refused.body).not.toContain('secret-1');
    const inputs = (await parsePage(refused.body)).all('input');
    expect(inputs.find(({ properties }) => properties.name === 'name')?.properties.value).toBe(fields.name);
    expect(inputs.find(({ properties }) => properties.name === 'email')?.properties.ariaInvalid).toBe('true');

    const done = await send(url, String(new URLSearchParams({ ...fields, email: 'ada@site.example' })));
    expect(done.statusCode).toBe(303);
    expect(done.headers.location).toBe('/dashboard');
    const dashboard = await site.http.app.inject({ url: '/dashboard', headers: { cookie: getResponseCookies(done) } });
    expect(dashboard.statusCode).toBe(200);
    expect((await parsePage(dashboard.body)).text('h1')).toBe('Today');
    expect((await get('/dashboard')).headers.location).toBe('/login?next=%2Fdashboard');
    expect((await get(url)).statusCode).toBe(404);
    const { rows } = await site.db.$client.query('select name, role from users');
    expect(rows).toEqual([{ name: fields.name, role: 'owner' }]);
  });

  it.each(['/about', '/', '/blogs', '/nope'])('POST to %s without a form is refused as a page', async url => {
    const answer = await send(url);
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('POST without a body is refused', async () => {
    const answer = await site.http.app.inject({ method: 'POST', url: '/about' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('other content types are refused with a specific message', async () => {
    const answer = await send('/about', '{}', 'application/json');
    expect(answer.statusCode).toBe(415);
    expect(answer.body).not.toContain('Send JSON');
  });

  it('bodies over 256 KiB are refused', async () => {
    expect((await send('/about', `a=${'x'.repeat(300 * 1024)}`)).statusCode).toBe(413);
  });
});
