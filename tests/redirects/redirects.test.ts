import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Redirect } from '#features/redirects/contract.ts';
import { keysOf, pathKey, withQueryOf } from '#features/redirects/rules/addresses.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { insertPost } from '../support/row-factories.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await createTestSite({ pages: true, environment: { SITE_URL: 'https://site.example' } });
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from redirects');
  ({ cookie } = await createSignedInUser(site, { role: 'owner', name: 'Ada Byron' }));
});
afterAll(() => site.close());

const add = (from: string, to: string) => postApi(site, '/redirects', { from, to }, { cookie });
const added = async (from: string, to: string) => {
  const answer = await add(from, to);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Redirect>();
};
const change = (id: number, from: string, to: string) =>
  postApi(site, `/redirects/${id}`, { from, to }, { cookie, method: 'PUT' });
const list = (query = '') => getApi<{ items: Redirect[]; total: number }>(site, `/redirects${query}`, cookie);
const get = (url: string) => site.http.app.inject({ method: 'GET', url });
const location = async (url: string) => {
  const { statusCode, headers } = await get(url);
  return statusCode === 301 ? headers.location : statusCode;
};

describe('old address', () => {
  it('redirects with 301 in any spelling, and is 404 without a redirect', async () => {
    expect(await location('/2019/05/tides')).toBe(404);
    await added('/2019/05/Tides.html', '/about');
    for (const url of [
      '/2019/05/tides',
      '/2019/05/tides/',
      '/2019/05/TIDES.html',
      '/2019/05/tides/index.html',
      '/2019//05/tides',
      '/2019/05/%74ides',
    ]) {
      expect(await location(url), url).toBe('/about');
    }
    expect(await location('/2019/05/tides-2')).toBe(404);
    expect((await site.http.app.inject({ method: 'HEAD', url: '/2019/05/tides' })).headers.location).toBe('/about');
    expect((await get('/2019/05/tides')).headers['cache-control']).toBe('no-cache');
  });

  it('matches any script in any normalization', async () => {
    await added('/café/জোয়ার', '/about');
    const composed = 'জোয়ার'.normalize('NFC');
    expect(await location(`/cafe\u0301/${composed}`.split('/').map(encodeURIComponent).join('/'))).toBe('/about');
    expect(await location(encodeURI(`/CAFÉ/${'জোয়ার'.normalize('NFD')}`))).toBe('/about');
  });

  it('with NUL bytes, invalid encoding or excess length causes no server error', async () => {
    for (const url of ['/old/%00', `/${'x'.repeat(3000)}`]) expect(await location(url), url.slice(0, 20)).toBe(404);
    for (const url of ['/old/%E0%A4', '/%ED%A0%80']) expect(await location(url), url).toBe(400);
    expect(await location('/?p=%00')).toBe(200);
  });

  it('matches WordPress ids, on the home page too', async () => {
    await added('/?p=123', '/about');
    expect(await location('/?p=123')).toBe('/about');
    expect(await location('/index.php?p=123&utm_source=x')).toBe('/about?utm_source=x');
    expect(await location('/?p=124')).toBe(200);
    expect(await location('/')).toBe(200);
  });

  it('keeps the query except parameters of the target', async () => {
    await added('/tag/sea', '/blogs?tag=Sea');
    expect(await location('/tag/sea/?utm_source=a&tag=x')).toBe('/blogs?tag=Sea&utm_source=a');
    expect(await location('/tag/sea?ref=1&ref=2')).toBe('/blogs?tag=Sea&ref=1&ref=2');
    await added('/elsewhere', 'https://other.example/a?b=c#d');
    expect(await location('/elsewhere?token=secret')).toBe('https://other.example/a?b=c#d');
  });

  it('never overrides a page', async () => {
    await site.db.$client.query(
      `insert into redirects (from_path, to_address, created_by) values ('/about', '/blogs', 'owner'), ('/blog/here', '/blogs', 'owner')`,
    );
    await insertPost(site.db, { slug: 'here', publishedAt: new Date('2020-01-01') });
    expect(await location('/about')).toBe(200);
    expect(await location('/blog/here')).toBe(200);
  });

  it('below /blog redirects in one step and follows changes immediately', async () => {
    const { id } = await added('/blog/gone', '/about');
    expect(await location('/blog/gone')).toBe('/about');
    expect(await location('/blog/gone/')).toBe('/about');
    expect((await change(id, '/blog/gone', '/pricing')).statusCode).toBe(200);
    expect(await location('/blog/gone')).toBe('/pricing');
    const removed = await postApi(site, `/redirects/${id}`, {}, { cookie, method: 'DELETE' });
    expect(removed.statusCode).toBe(200);
    expect(await location('/blog/gone')).toBe(404);
  });

  it('to a post follows its slug and waits for publication', async () => {
    const post = await insertPost(site.db, { slug: 'new-one', publishedAt: new Date('2020-01-01') });
    expect(await added('/old', 'https://site.example/blog/new-one')).toMatchObject({
      to: '/blog/new-one',
      active: true,
    });
    await site.db.$client.query(`update posts set slug = 'renamed' where id = $1`, [post]);
    expect(await location('/old')).toBe('/blog/renamed');
    await site.db.$client.query(`update posts set status = 'draft' where id = $1`, [post]);
    expect(await location('/old')).toBe(404);
    expect((await list()).items[0]).toMatchObject({ to: '/blog/renamed', active: false });
  });
});

describe('saving a redirect', () => {
  it.each([
    ['old', '/about', 'from'],
    ['//evil.example', '/about', 'from'],
    ['https://other.example/x', '/about', 'from'],
    ['/', '/about', 'from'],
    ['/about', '/pricing', 'from'],
    ['/Blogs/', '/pricing', 'from'],
    ['/rss.xml', '/pricing', 'from'],
    ['/dashboard/my-blogs', '/pricing', 'from'],
    ['/api/v1/blog', '/pricing', 'from'],
    ['/blog/*', '/about', 'from'],
    ['/x', 'about', 'to'],
    ['/x', '//evil.example', 'to'],
    ['/x', '/\\evil.example', 'to'],
    ['/x', 'http://other.example', 'to'],
    ['/x', 'javascript:alert(1)', 'to'],
    ['/x', 'https://user:pw@other.example', 'to'],
    ['/x', '/X/', 'to'],
    ['/x', '/blog/no-such-post', 'to'],
    ['/x', '/projects/no-such-project', 'to'],
    ['', '/about', 'from'],
    ['/x', '', 'to'],
    [`/${'x'.repeat(600)}`, '/about', 'from'],
  ])('refuses %s → %s with an error on %s', async (from, to, field) => {
    const answer = await add(from, to);
    expectApiError(answer, 'BAD_REQUEST');
    expect(Object.keys(answer.json<{ error: { fields: object } }>().error.fields)).toEqual([field]);
    expect((await list()).total).toBe(0);
  });

  it('refuses taken addresses, existing pages and missing targets', async () => {
    const first = await added('/one', '/about');
    const second = await added('/two', '/about');
    expectApiError(await add('/One/', '/pricing'), 'CONFLICT');
    expectApiError(await change(second.id, '/one', '/pricing'), 'CONFLICT');
    await insertPost(site.db, { slug: 'here', publishedAt: new Date('2020-01-01') });
    expectApiError(await add('/blog/here', '/pricing'), 'BAD_REQUEST');
    expectApiError(await change(first.id + 1000, '/three', '/about'), 'NOT_FOUND');
    expect((await list()).items.map(({ from, to }) => [from, to])).toEqual([
      ['/two', '/about'],
      ['/one', '/about'],
    ]);
  });

  it('can be reversed, or lead to its own former address', async () => {
    const { id } = await added('/one', '/two');
    expect((await change(id, '/two', '/one')).json()).toMatchObject({ from: '/two', to: '/one' });
    expect(await location('/two')).toBe('/one');
    expect((await change(id, '/three', '/two')).json()).toMatchObject({ from: '/three', to: '/two' });
    expect(await location('/two')).toBe(404);
  });

  it('never creates chains or loops', async () => {
    await added('/b', '/c');
    expect(await added('/a', '/b')).toMatchObject({ to: '/c' });
    await added('/c', '/about');
    expect(await location('/a')).toBe('/about');
    expect(await location('/b')).toBe('/about');
    const names = ['/k', '/l', '/m', '/n'];
    const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names, '/about'));
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 6 }), async pairs => {
        await site.db.$client.query('delete from redirects');
        for (const [from, to] of pairs) await add(from, to);
        const { items } = await list('?pageSize=50');
        const sources = new Set(items.map(({ from }) => from));
        for (const { from, to } of items) expect(sources.has(to), `${from} → ${to}`).toBe(false);
      }),
      { numRuns: 25 },
    );
  });
});

describe('redirect list', () => {
  it('can be paged, searched and sorted', async () => {
    await added('/b-old', '/about');
    await added('/a-old', '/pricing');
    expect((await list()).items.map(({ from }) => from)).toEqual(['/a-old', '/b-old']);
    expect((await list('?sort=from&pageSize=1&page=2')).items.map(({ from }) => from)).toEqual(['/b-old']);
    expect((await list('?search=PRIC')).items.map(({ from }) => from)).toEqual(['/a-old']);
    expect((await list('?search=%25')).total).toBe(0);
    await added('/c-old', '/menü/জোয়ার?q=1');
    for (const text of ['menü', 'জোয়ার?q', 'ü/জ'])
      expect((await list(`?search=${encodeURIComponent(text)}`)).items.map(({ from }) => from)).toEqual(['/c-old']);
    expect((await list('?search=%C3%B6')).total).toBe(0);
    const page = await site.http.app.inject({ url: '/dashboard/redirects', headers: { cookie } });
    expect(page.body).toContain('/a-old');
  });
});

describe('redirect to an address without a page', () => {
  it('is saved and marked in the list', async () => {
    const unknown = await added('/one', '/later-page');
    expect(unknown).toMatchObject({ to: '/later-page', targetExists: false });
    const page = await site.http.app.inject({ url: '/dashboard/redirects', headers: { cookie } });
    expect(page.body).toContain('This site has no page at this address.');
  });

  it.each(['/about', '/blogs?tag=Sea', '/blogs/1', '/pricing#plans', '/rss.xml', 'https://other.example/x', '/'])(
    'is not assumed for %s',
    async to => expect(await added('/one', to)).toMatchObject({ targetExists: true }),
  );
});

describe('redirect key', () => {
  it('is idempotent and ignores trailing slashes and case', () => {
    // `fc.webUrl` would prepare every Unicode character, which takes more than a second.
    const sign = fc.oneof(
      fc.constantFrom(...":@!$&'()*+,;=-._~/".split('')),
      fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
    );
    const path = fc.array(sign).map(signs => new URL(`http://x/${signs.join('')}`).pathname);
    fc.assert(
      fc.property(path, pathname => {
        const key = pathKey(pathname);
        if (key === undefined) return;
        expect(pathKey(encodeURI(key).replaceAll('?', '%3F').replaceAll('#', '%23'))).toBe(
          pathKey(pathname.replace(/\/+$/, '')),
        );
        expect(pathKey(`${pathname}/`)).toBe(key);
      }),
    );
    expect(keysOf(new URL('http://x/?page_id=2&cat=3'))).toEqual(['/?page_id=2', '/?cat=3']);
    expect(withQueryOf('/blog/x#part', new URL('http://x/old?p=1&a=b'), '/old?p=1')).toBe('/blog/x?a=b#part');
  });
});
