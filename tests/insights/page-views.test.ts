import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInsightsMaintenance } from '#features/insights/jobs.ts';
import { expectApiError } from '../support/api-client.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { insertPost } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { FIREFOX, sendVisitBeacon, recordVisit } from '../support/visit-fixture.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let now = NOON;
const { arrive, rows, send } = memberFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = NOON.add({ hours: 1 });
  // The rate limit of visits counts per minute in memory, so each test uses its own minute.
  minutes += 1;
  now = now.add({ minutes });
  await site.http.services.visits.flush();
  await site.db.$client.query(
    `delete from insights_page_views; delete from insights_salts; delete from insights_web_vitals; delete from insights_daily_stats;
    delete from insights_hourly_stats; delete from rate_limits`,
  );
});
let minutes = 0;

const views = () => rows('insights_page_views');

describe('page view', () => {
  it('is stored with page, source and device kind but no time, address or cookie', async () => {
    const answer = await recordVisit(site, {
      page: '/pricing',
      beacon: {
        referrerHost: 'news.example',
        utmMedium: 'Feed',
        utmCampaign: 'Spring',
        viewportWidth: 390,
        timeZone: 'America/New_York',
      },
    });
    expect([answer.statusCode, answer.body, answer.headers['set-cookie']]).toEqual([204, '', undefined]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [row, ...others] = await views();
    expect(others).toEqual([]);
    expect(row).toEqual({
      id: expect.any(Number),
      day: expect.any(Date),
      hour_index: expect.any(Number),
      visitor_hash: expect.stringMatching(/^[\w-]{22}$/),
      path: '/pricing',
      funnel_step: 'viewed_pricing',
      source: 'news.example',
      medium: 'feed',
      campaign: 'spring',
      country: 'US',
      device: 'phone',
      browser: 'Firefox',
      os: 'Linux',
    });
  });

  it('is accepted as text or JSON', async () => {
    for (const type of ['text/plain', 'application/json']) {
      expect((await recordVisit(site, { headers: { 'content-type': type } })).statusCode).toBe(204);
    }
    expect(await views()).toHaveLength(2);
  });

  it('counts for a post and a project with a name in another script', async () => {
    await site.db.$client.query(`update posts set slug = 'জোয়ার-ভাটা' where id = (select min(id) from posts)`);
    await site.db.$client.query(`update projects set id = '潮汐表' where id = (select min(id) from projects)`);
    for (const path of ['/blog/জোয়ার-ভাটা', '/projects/潮汐表', '/blog/নেই']) {
      await recordVisit(site, { page: encodeURI(path) });
    }
    expect((await views()).map(({ path }) => path)).toEqual(['/blog/জোয়ার-ভাটা', '/projects/潮汐表']);
  });

  it('has one visitor per network, browser and day', async () => {
    await recordVisit(site);
    await recordVisit(site, { page: '/about' });
    await recordVisit(site, { remoteAddress: '203.0.113.8' });
    await recordVisit(site, { userAgent: FIREFOX.replaceAll('140', '141') });
    const visitors = (await views()).map(({ visitor_hash }) => visitor_hash);
    expect(visitors[0]).toBe(visitors[1]);
    expect(new Set(visitors).size).toBe(3);
  });

  it('has a new visitor the next day, when the salt is deleted', async () => {
    await recordVisit(site);
    const [salt] = await rows('insights_salts');
    now = now.add({ hours: 24 });
    await recordVisit(site);
    await runInsightsMaintenance({ ...site.http.services, now: () => now });
    const salts = await rows('insights_salts');
    expect(salts).toHaveLength(1);
    expect(salts[0]?.salt).not.toBe(salt?.salt);
    const visitors = (await views()).map(({ visitor_hash }) => visitor_hash);
    expect(visitors).toHaveLength(2);
    expect(visitors[0]).not.toBe(visitors[1]);
  });

  it('is deleted after two days while its counts stay', async () => {
    await recordVisit(site);
    const cleanUp = () => runInsightsMaintenance({ ...site.http.services, now: () => now });
    now = now.add({ hours: 24 });
    await cleanUp();
    expect(await views()).toHaveLength(1);
    now = now.add({ hours: 24 });
    await cleanUp();
    expect([await views(), await rows('insights_hourly_stats'), await rows('insights_salts')]).toEqual([[], [], []]);
    expect(await rows('insights_daily_stats')).toContainEqual(
      expect.objectContaining({ dimension: 'total', views: 1, visitors: 1 }),
    );
    await cleanUp();
    expect(await rows('insights_daily_stats')).toContainEqual(
      expect.objectContaining({ dimension: 'total', views: 1 }),
    );
  });
});

describe('nothing is stored', () => {
  const refused = async () => [await views(), await rows('insights_salts'), await rows('insights_web_vitals')];

  it.each([
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['Do Not Track', { dnt: '1' }],
  ])('for visitors with %s', async (_name, headers) => {
    expect((await recordVisit(site, { headers })).statusCode).toBe(204);
    const vitals = await sendVisitBeacon(site, { page: '/', lcp: 100 }, { headers });
    await site.http.services.visits.flush();
    expect(vitals.statusCode).toBe(204);
    expect(await refused()).toEqual([[], [], []]);
  });

  it('for bots', async () => {
    const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    for (const userAgent of [bot, 'curl/8.9.1', '']) {
      expect((await recordVisit(site, { userAgent })).statusCode).toBe(204);
    }
    expect(await refused()).toEqual([[], [], []]);
  });

  it('for the owner, unlike members', async () => {
    const owner = await arrive({ role: 'owner' });
    const member = await arrive();
    expect((await recordVisit(site, { cookie: owner.cookie })).statusCode).toBe(204);
    expect(await refused()).toEqual([[], [], []]);
    await recordVisit(site, { cookie: member.cookie });
    expect(await views()).toHaveLength(1);
    await site.db.$client.query('delete from users');
  });

  it.each([
    '/order/1001.c2VjcmV0',
    '/document/2026-0001/c2VjcmV0',
    '/preview/c2VjcmV0',
    '/set-up/c2VjcmV0',
    '/dashboard/orders',
    '/dev/mail',
    '/login',
    '/search?q=ada',
    '/blog/no-such-post',
    '/projects/no-such-project',
  ])('for %s', async page => {
    expect((await recordVisit(site, { page })).statusCode).toBe(204);
    await sendVisitBeacon(site, { page, lcp: 100 });
    await site.http.services.visits.flush();
    expect(await refused()).toEqual([[], [], []]);
  });

  it('for posts before they are public', async () => {
    const id = await insertPost(site.db, { slug: 'not-yet', status: 'draft', publishedAt: null });
    await recordVisit(site, { page: '/blog/not-yet' });
    expect(await views()).toEqual([]);
    await site.db.$client.query(`update posts set status = 'published', published_at = now() where id = $1`, [id]);
    await recordVisit(site, { page: '/blog/not-yet' });
    expect(await views()).toHaveLength(1);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site of the same domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.site.example' }],
    ['nowhere', { 'sec-fetch-site': 'none' }],
    ['another origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
  ])('for requests from %s', async (_name, headers) => {
    const answer = await recordVisit(site, { headers });
    expectApiError(answer, 'FORBIDDEN');
    expect(await refused()).toEqual([[], [], []]);
  });

  it('for requests without an origin', async () => {
    const answer = await site.http.app.inject({
      method: 'POST',
      url: '/api/v1/visits',
      payload: JSON.stringify({ page: '/', viewportWidth: 1, timeZone: 'UTC', referrerHost: '' }),
      headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
    });
    expectApiError(answer, 'FORBIDDEN');
    await site.http.services.visits.flush();
    expect(await refused()).toEqual([[], [], []]);
  });

  it.each([
    ['no JSON', 'page=/'],
    ['nothing', ''],
    ['a list', '[]'],
    ['another key', { page: '/', viewportWidth: 1, timeZone: 'UTC', visitor: 'Ada' }],
    ['a page that is no text', { page: 7, viewportWidth: 1, timeZone: 'UTC' }],
    ['a width that is none', { page: '/', viewportWidth: 'wide', timeZone: 'UTC' }],
    ['a measure that is none', { page: '/', lcp: -1 }],
    ['a page too long', { page: `/${'a'.repeat(1200)}`, viewportWidth: 1, timeZone: 'UTC' }],
  ])('of %s, which is rejected', async (_name, payload) => {
    expectApiError(await sendVisitBeacon(site, payload), 'BAD_REQUEST');
    await site.http.services.visits.flush();
    expect(await refused()).toEqual([[], [], []]);
  });

  it('for bodies that are too large or of another type', async () => {
    const large = { page: '/', viewportWidth: 1, timeZone: 'UTC', referrerHost: 'a'.repeat(5000) };
    expectApiError(await sendVisitBeacon(site, large), 'PAYLOAD_TOO_LARGE');
    expectApiError(
      await sendVisitBeacon(site, {}, { headers: { 'content-type': 'text/html' } }),
      'UNSUPPORTED_MEDIA_TYPE',
    );
    await site.http.services.visits.flush();
    expect(await refused()).toEqual([[], [], []]);
  });

  it('beyond 120 requests a minute per network, others continue', async () => {
    const payload = { page: '/', viewportWidth: 1440, timeZone: 'UTC', referrerHost: '' };
    const codes: number[] = [];
    for (let time = 0; time < 123; time++) codes.push((await sendVisitBeacon(site, payload)).statusCode);
    expect(codes.filter(code => code === 204)).toHaveLength(120);
    expect(codes.slice(120)).toEqual([429, 429, 429]);
    expect((await recordVisit(site, { remoteAddress: '203.0.113.9' })).statusCode).toBe(204);
    expect(await views()).toHaveLength(121);
    now = now.add({ minutes: 1 });
    expect((await recordVisit(site)).statusCode).toBe(204);
  });

  it('after the owner turned tracking off', async () => {
    const owner = await arrive({ role: 'owner' });
    const turn = async (isTrackingEnabled: boolean) => {
      const answer = await send(owner, 'PATCH', '/insights/settings', { isTrackingEnabled });
      expect(answer.json()).toEqual({ counting: isTrackingEnabled });
      site.http.invalidateTag('insights');
    };
    await turn(false);
    expect((await recordVisit(site)).statusCode).toBe(204);
    expect(await refused()).toEqual([[], [], []]);
    await turn(true);
    await recordVisit(site);
    expect(await views()).toHaveLength(1);
    await site.db.$client.query('delete from users');
  });
});

describe('database', () => {
  it('contains neither network address nor user agent', async () => {
    const [address, userAgent] = ['198.18.77.231', `${FIREFOX} Planted/7351`];
    await recordVisit(site, { remoteAddress: address, userAgent, page: '/about' });
    await sendVisitBeacon(
      site,
      { page: '/about', lcp: 900, inp: 40, cls: 0.02 },
      { remoteAddress: address, userAgent },
    );
    await site.http.services.visits.flush();
    await runInsightsMaintenance({ ...site.http.services, now: () => now });
    expect([await views(), await rows('insights_web_vitals')].map(({ length }) => length)).toEqual([1, 3]);
    const { rows: tables } = await site.db.$client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(50);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows: hits } = await site.db.$client.query(
        `select 1 from ${name} as t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%' limit 1`,
        [address, 'Planted/7351'],
      );
      if (hits.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });
});

describe('Web Vitals', () => {
  it('are counted by group, metric and bucket', async () => {
    for (const lcp of [1210, 1249, 3100]) await sendVisitBeacon(site, { page: '/pricing', lcp, cls: 0.004 });
    await sendVisitBeacon(site, { page: '/order/plan/growth', inp: 96 });
    await site.http.services.visits.flush();
    const storedVitals = (await rows('insights_web_vitals')).map(({ page_group, metric, bucket, count }) =>
      [page_group, metric, bucket, count].join(' '),
    );
    expect(storedVitals.toSorted()).toEqual([
      'order inp 10 1',
      'pricing cls 1 3',
      'pricing lcp 25 2',
      'pricing lcp 62 1',
    ]);
  });
});
