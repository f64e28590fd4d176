import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/paths.ts';
import { expectApiError, postApi, requestApi, VALIDATION_LIBRARY_PATTERN } from '../../support/api-client.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

const LONG = 'x'.repeat(121);
const NUL = '%00';

describe.each(['/blogs', '/projects'])('%s rejects invalid parameters by name', path => {
  it.each([
    ['page', 'page=0'],
    ['page', 'page=-1'],
    ['page', 'page=abc'],
    ['page', 'page=1.5'],
    ['page', 'page=1e3'],
    ['page', 'page=0x1'],
    ['page', 'page=+1'],
    ['page', 'page=%201'],
    ['page', 'page='],
    ['page', 'page=10001'],
    ['page', 'page=99999999999999999999'],
    ['page', 'page=1;drop%20table%20posts'],
    ['page', 'page=1&page=2'],
    ['page', 'page[]=1'],
    ['pageSize', 'pageSize=0'],
    ['pageSize', 'pageSize=51'],
    ['pageSize', 'pageSize=1000000'],
    ['pageSize', 'pageSize=-5'],
    ['pageSize', 'pageSize=all'],
    ['pageSize', 'pageSize=5&pageSize=6'],
    ['category', 'category=Nope'],
    ['category', 'category='],
    ['category', 'category=travel'],
    ['category', 'category=Travel&category=Food'],
    ['category', "category=Travel'%20or%201=1"],
    ['tag', 'tag='],
    ['tag', `tag=${'x'.repeat(61)}`],
    ['tag', `tag=a${NUL}b`],
    ['tag', 'tag=a&tag=b'],
    ['search', `search=${LONG}`],
    ['search', `search=a${NUL}b`],
    ['search', 'search=a&search=b'],
    ['search', 'search[]=a'],
    ['search', 'search[a]=b'],
    ['sort', 'sort=random'],
    ['sort', 'sort='],
    ['sort', 'sort=NEWEST'],
    ['sort', 'sort=newest&sort=oldest'],
    ['sort', 'sort=likes%20desc;--'],
    ['foo', 'foo=1'],
    ['order', 'order=asc&page=1'],
    ['constructor', 'constructor=1'],
    ['toString', 'toString=1'],
  ])('%s: ?%s', async (name, query) => {
    const error = expectApiError(await requestApi(site, `${path}?${query}`), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual([name]);
    expect(error.message).toBe(error.fields[name]);
  });

  it('names all invalid parameters', async () => {
    const error = expectApiError(await requestApi(site, `${path}?page=0&pageSize=51&sort=random&foo=1`), 'BAD_REQUEST');
    expect(Object.keys(error.fields).toSorted()).toEqual(['foo', 'page', 'pageSize', 'sort']);
  });

  it('accepts the longest values', async () => {
    const query = `page=10000&pageSize=50&tag=${'x'.repeat(60)}&search=${'x'.repeat(120)}`;
    expect((await requestApi(site, `${path}?${query}`)).statusCode).toBe(200);
  });
});

it('rejects half a character, which JSON can express and the database can’t', async () => {
  for (const name of ['budget', 'brief', 'billing.street']) {
    const error = expectApiError(
      await postApi(site, '/order-drafts', { values: { [name]: 'a\uD800' } }),
      'BAD_REQUEST',
    );
    expect(Object.keys(error.fields)).toEqual([`values.${name}`]);
  }
});

describe('post by id', () => {
  it.each([
    'abc',
    '-1',
    '1e3',
    '1.0',
    '0x1',
    '99999999999999999999',
    '2147483648',
    '1;drop table posts',
    '%27',
    '%00',
    '1%27%20or%201=1',
  ])('rejects %s', async id => {
    const error = expectApiError(await requestApi(site, `/blogs/${id}`), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual(['id']);
  });

  it.each(['0', '999999999', '31000'])('does not find %s', async id => {
    const error = expectApiError(await requestApi(site, `/blogs/${id}`), 'NOT_FOUND');
    expect(error.fields).toEqual({});
  });
});

describe.each([
  ['/blog', 'slug'],
  ['/projects', 'id'],
])('%s/{%s}', (path, name) => {
  it.each([
    'Foo',
    '-a',
    'a-',
    'a--b',
    'a_b',
    'a.b',
    '%00',
    'a%00b',
    "a'b",
    '%3Cscript%3E',
    'x'.repeat(121),
    'x'.repeat(250),
    '__proto__',
  ])('rejects %s', async id => {
    const error = expectApiError(await requestApi(site, `${path}/${id}`), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual([name]);
  });

  it.each(['nope', 'constructor', 'a-1', 'x'.repeat(120)])('does not find %s', async id => {
    expectApiError(await requestApi(site, `${path}/${id}`), 'NOT_FOUND');
  });

  it.each(['%F0', '%', '%zz'])('rejects the malformed address %s', async id => {
    expectApiError(await requestApi(site, `${path}/${id}`), 'BAD_REQUEST');
  });
});

it.each(['/blog/%E0%A6%B9%E0%A6', '/%zz?q=1', '/dashboard/%'])(
  'shows a page at the malformed address %s',
  async url => {
    const answer = await site.http.app.inject({ url });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('<h1>This link is incomplete</h1>');
    expect(answer.body).toContain(String(answer.headers['x-request-id']));
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'sha256-/);
  },
);

describe('legal page', () => {
  it.each(['nope', 'PRIVACY-POLICY', 'privacyPolicy', '%00'])('rejects %s', async page => {
    const error = expectApiError(await requestApi(site, `/legal/${page}`), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual(['page']);
  });
});

describe('unknown address', () => {
  it.each(['/nope', '/', '/blogs/1/comments', '/openapi.yaml', '/..%2f..%2fetc%2fpasswd'])('GET %s', async path => {
    expectApiError(await requestApi(site, path), 'NOT_FOUND');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s', async method => {
    const answer = await site.http.app.inject({ method, url: `${API_PREFIX}/nope`, payload: {} });
    expectApiError(answer, 'NOT_FOUND');
  });
});

describe('unsupported method', () => {
  it('is 405 with the allowed methods (RFC 9110, 15.5.6)', async () => {
    const cases = [
      ['PATCH', '/blogs', 'GET'],
      ['DELETE', '/blogs', 'GET'],
      ['PATCH', '/blogs/1', 'PUT'],
      ['PATCH', '/projects/mise', 'PUT'],
      ['POST', '/site', 'GET'],
      ['GET', '/setup', 'POST'],
      ['DELETE', '/setup', 'POST'],
    ] as const;
    const answers: (readonly [string, string, number, boolean])[] = [];
    for (const [method, path, allowed] of cases) {
      const answer = await site.http.app.inject({
        method,
        url: API_PREFIX + path,
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect(answer.json()).toHaveProperty('error.requestId', answer.headers['x-request-id']);
      answers.push([method, path, answer.statusCode, String(answer.headers.allow).includes(allowed)]);
    }
    expect(answers).toEqual(cases.map(([method, path]) => [method, path, 405, true]));
  });

  it('HEAD matches GET without a body (RFC 9110, 9.3.2)', async () => {
    const answer = await site.http.app.inject({ method: 'HEAD', url: `${API_PREFIX}/blogs` });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  });

  it('OPTIONS without an origin is an API error', async () => {
    const answer = await site.http.app.inject({ method: 'OPTIONS', url: `${API_PREFIX}/blogs` });
    if (answer.statusCode >= 400) expectApiError(answer, 'METHOD_NOT_ALLOWED');
  });
});

describe('error messages', () => {
  it('are plain sentences without type names', async () => {
    const queries = [
      'page=1&page=2',
      'page[]=1',
      'pageSize=1&pageSize=2',
      'tag=',
      `tag=${'x'.repeat(61)}`,
      'tag=a&tag=b',
      'search[]=a',
      'search[a]=b',
      `search=${LONG}`,
      'sort=random',
      'category=Nope',
      'foo=1',
      'page=0',
      'pageSize=51',
    ].map(query => `/blogs?${query}`);
    const paths = [`/blog/${LONG}`, `/projects/${LONG}`, '/blog/A', '/blogs/x', '/legal/nope', `/setup/${LONG}`];
    const answers = await Promise.all([...queries, ...paths].map(path => requestApi(site, path)));
    answers.push(await site.http.app.inject({ method: 'POST', url: `${API_PREFIX}/setup`, payload: {} }));
    answers.push(
      await site.http.app.inject({
        method: 'POST',
        url: `${API_PREFIX}/setup`,
        payload: { token: '', name: 7, email: [], password: {} },
      }),
    );
    const messages = answers.flatMap(answer => {
      const { message, fields } = expectApiError(answer, 'BAD_REQUEST');
      return [message, ...Object.values(fields)];
    });
    expect([...new Set(messages)].filter(words => VALIDATION_LIBRARY_PATTERN.test(words))).toEqual([]);
  });
});

describe('every API response', () => {
  it.each(['/site', '/blogs?page=0', '/nope'])('%s', async path => {
    const { headers } = await requestApi(site, path);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('has a new request ID regardless of the client’s headers', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const ask = () => site.http.app.inject({ url: `${API_PREFIX}/site`, headers });
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id']);
    expect([one, other].map(answer => answer.headers['x-request-id'])).not.toContain('mine');
  });
});

describe('server error', () => {
  it('is 500 without details and logged once with its cause and request id', async () => {
    site.log.takeErrors();
    await site.db.$client.query('alter table posts rename to posts_away');
    try {
      const error = expectApiError(await requestApi(site, '/blogs/1'), 'INTERNAL');
      expect(error.fields).toEqual({});
      const lines = site.log.takeErrors();
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(lines[0])).toContain('posts');
      expect(lines[0]?.reqId).toBe(error.requestId);
    } finally {
      await site.db.$client.query('alter table posts_away rename to posts');
    }
    expect((await requestApi(site, '/blogs/1')).statusCode).toBe(200);
  });
});
