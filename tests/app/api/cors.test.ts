import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerSetupToken } from '#features/auth/registration/actions/owner-setup.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { expectApiError } from '../../support/api-client.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

const OURS = 'https://site.example';
const ALLOWED = 'https://front.example';
const FOREIGN = 'https://evil.example';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({
    environment: { SITE_URL: OURS, ALLOWED_ORIGINS: `${ALLOWED}/, http://localhost:3000` },
  });
});
afterAll(() => site.close());

const read = (origin: string) => site.http.app.inject({ url: `${API_PREFIX}/site`, headers: { origin } });

const preflight = (origin: string, method = 'POST', path = '/setup') =>
  site.http.app.inject({
    method: 'OPTIONS',
    url: API_PREFIX + path,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    },
  });

describe('cross-origin reads (CORS)', () => {
  it.each([ALLOWED, 'http://localhost:3000'])('are allowed with cookies for %s', async origin => {
    const { statusCode, headers } = await read(origin);
    expect(statusCode).toBe(200);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-allow-credentials']).toBe('true');
    expect(headers['access-control-expose-headers']).toContain('x-request-id');
    expect(headers.vary).toMatch(/\borigin\b/i);
  });

  it.each([
    FOREIGN,
    'null',
    'https://front.example.evil.example',
    'https://evil-front.example',
    'http://front.example',
    'https://front.example:8443',
    'https://FRONT.example',
    '*',
    'https://site.example',
  ])('%s gets no CORS headers except the same Vary', async origin => {
    const { headers } = await read(origin);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers.vary).toMatch(/\borigin\b/i);
  });

  it('let an allowed origin read errors', async () => {
    const answer = await site.http.app.inject({ url: `${API_PREFIX}/blogs?page=0`, headers: { origin: ALLOWED } });
    expectApiError(answer, 'BAD_REQUEST');
    expect(answer.headers['access-control-allow-origin']).toBe(ALLOWED);
  });

  it('are refused for pages and health checks', async () => {
    const { headers } = await site.http.app.inject({ url: '/healthz', headers: { origin: ALLOWED } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('preflight requests', () => {
  it.each(['POST', 'PUT', 'DELETE'])('allow %s with JSON for ten minutes', async method => {
    const { statusCode, headers, body } = await preflight(ALLOWED, method);
    expect(statusCode).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(ALLOWED);
    expect(headers['access-control-allow-credentials']).toBe('true');
    expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method);
    expect(headers['access-control-allow-headers']).toMatch(/content-type/i);
    expect(headers['access-control-max-age']).toBe('600');
    expect(body).toBe('');
  });

  it.each([FOREIGN, 'null'])('are refused for %s', async origin => {
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('cross-origin writes (CSRF)', () => {
  const write = (headers: Record<string, string>, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST') =>
    site.http.app.inject({ method, url: `${API_PREFIX}/setup`, payload: {}, headers });

  const cookie = { cookie: 'session=abc' };

  it.each([
    ['a foreign origin', { origin: FOREIGN }],
    ['a foreign origin with a cookie', { origin: FOREIGN, ...cookie }],
    ['a hidden origin', { origin: 'null' }],
    ['an origin that only starts with ours', { origin: `${OURS}.evil.example` }],
    ['our host without TLS', { origin: 'http://site.example' }],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['a foreign origin with the same Host', { origin: FOREIGN, host: 'evil.example' }],
    ['a foreign origin with the same X-Forwarded-Host', { origin: FOREIGN, 'x-forwarded-host': 'evil.example' }],
    ['a cookie without either header', cookie],
  ])('are refused from %s', async (_from, headers) => {
    expectApiError(await write(headers), 'FORBIDDEN');
  });

  it.each(['PUT', 'PATCH', 'DELETE'] as const)('with %s from a foreign origin are refused like POST', async method => {
    expectApiError(await write({ origin: FOREIGN }, method), 'FORBIDDEN');
  });

  it.each([
    ['our own origin', { origin: OURS, ...cookie }],
    ['an allowed origin', { origin: ALLOWED, ...cookie }],
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin', ...cookie }],
    ['a program without cookies', {}],
  ])('%s is let through to the endpoint, which finds the fields missing', async (_from, headers) => {
    expect(expectApiError(await write(headers), 'BAD_REQUEST').fields).toHaveProperty('email');
  });

  it('are allowed from another local name as same-origin', async () => {
    const headers = { origin: 'http://127.0.0.1:5050', 'sec-fetch-site': 'same-origin', ...cookie };
    expect((await write(headers)).statusCode).toBe(400);
  });

  it('have no effect when refused', async () => {
    const token = await createOwnerSetupToken(site.db, { isOnlyInstance: true });
    const payload = { token, name: 'Eve', email: 'eve@evil.example', password: 'secret-of-eve' };
    const refused = await site.http.app.inject({
      method: 'POST',
      url: `${API_PREFIX}/setup`,
      payload,
      headers: { origin: FOREIGN },
    });
    expectApiError(refused, 'FORBIDDEN');
    const { rows } = await site.db.$client.query('select 1 from users');
    expect(rows).toEqual([]);
  });

  it('follow the same rule for page forms', async () => {
    const send = (headers: Record<string, string>) =>
      site.http.app.inject({
        method: 'POST',
        url: '/set-up/some-token',
        payload: 'name=Eve',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    for (const headers of [{ origin: FOREIGN }, { 'sec-fetch-site': 'cross-site' }, cookie]) {
      const answer = await send(headers);
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.body).toContain('came from another site');
      expect(answer.body).toContain(String(answer.headers['x-request-id']));
    }
  });
});
