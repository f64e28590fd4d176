import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectApiError, requestApi } from '../support/api-client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { createTestDatabase, createTestSite, type TestSite } from '../support/test-site.ts';

const PATIENCE = { timeout: 10_000 };

describe('health checks', () => {
  let site: TestSite;
  const readiness = async () => (await site.http.app.inject('/readyz')).statusCode;
  beforeAll(async () => {
    site = await createTestSite();
  });
  afterAll(() => site.close());

  it.each([
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ])('%s is 200, for programs only', async (url, body) => {
    const answer = await site.http.app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(body);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect((await site.http.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
  });

  it('survive closed database connections', async () => {
    await Promise.all(Array.from({ length: 5 }, () => requestApi(site, '/blogs')));
    await site.db.$client
      .query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`)
      .catch(() => {});
    await expect.poll(readiness, PATIENCE).toBe(200);
    site.log.takeErrors();
    expect((await requestApi(site, '/blogs')).statusCode).toBe(200);
  });
});

describe('without the database', () => {
  let line: DatabaseProxy;
  let site: TestSite;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const readiness = async () => (await site.http.app.inject('/readyz')).statusCode;
  beforeAll(async () => {
    database = await createTestDatabase();
    line = await startDatabaseProxy(database.connectionString);
    site = await createTestSite({ pages: true, proxyDatabase: () => line.connectionString });
  });
  beforeEach(async () => {
    site.http.invalidateAll();
    await expect.poll(readiness, PATIENCE).toBe(200);
    site.log.takeErrors();
  });
  afterEach(async () => {
    await line.cut();
    await line.restore();
    site.log.takeErrors();
  });
  afterAll(async () => {
    await site.close();
    await line.close();
    await database.drop();
  });

  it('/readyz is 503 and /healthz 200, and both recover', async () => {
    expect((await site.http.app.inject('/readyz')).statusCode).toBe(200);
    await line.cut();
    expectApiError(await site.http.app.inject('/readyz'), 'UNAVAILABLE');
    expect((await site.http.app.inject('/healthz')).statusCode).toBe(200);
    await line.restore();
    expect((await site.http.app.inject('/readyz')).statusCode).toBe(200);
  });

  it('the API returns 503 and logs each request once', async () => {
    await line.cut();
    for (const path of ['/site', '/about', '/pricing', '/blogs', '/blogs/1', '/projects', '/blog-facets']) {
      site.log.takeErrors();
      const error = expectApiError(await requestApi(site, path), 'UNAVAILABLE');
      expect(error.message).toContain('The site is temporarily unavailable');
      const lines = site.log.takeErrors();
      expect(lines, path).toHaveLength(1);
      expect(lines[0]?.reqId).toBe(error.requestId);
    }
    await line.restore();
    expect((await requestApi(site, '/blogs')).statusCode).toBe(200);
  });

  it('cached pages are served in every encoding', async () => {
    const read = (url: string, encoding = 'identity') =>
      site.http.app.inject({ url, headers: { 'accept-encoding': encoding } });
    const before = await Promise.all(['/', '/about', '/blog/a-one-bag-office'].map(url => read(url)));
    expect(before.map(answer => answer.statusCode)).toEqual([200, 200, 200]);
    await line.cut();
    const after = await Promise.all(['/', '/about', '/blog/a-one-bag-office'].map(url => read(url)));
    expect(after.map(answer => answer.statusCode)).toEqual([200, 200, 200]);
    expect(after.map(answer => answer.body)).toEqual(before.map(answer => answer.body));
    expect((await read('/', 'br')).headers['content-encoding']).toBe('br');
  });

  it('an uncached page is 503 and not cached', async () => {
    await line.cut();
    const answer = await site.http.app.inject('/pricing');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('The site is temporarily unavailable');
    await line.restore();
    expect((await site.http.app.inject('/pricing')).statusCode).toBe(200);
  });
});
