import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Summary } from '#features/insights/contract/reports.ts';
import { createVisitBuffer } from '#features/insights/handlers/visit-buffer.ts';
import { runInsightsMaintenance } from '#features/insights/jobs.ts';
import { getApi } from '../support/api-client.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { FIREFOX, recordVisit } from '../support/visit-fixture.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let owner: { cookie: string };
const { arrive, rows } = memberFixture(() => site);
const sql = (text: string, values: unknown[] = []) => site.db.$client.query(text, values);
beforeAll(async () => {
  site = await createTestSite({ now: () => NOON });
  owner = await arrive({ role: 'owner' });
  await sql(
    `update site_sections set content = jsonb_set(content, '{timeZone}', to_jsonb('UTC'::text)) where key = 'profile'`,
  );
  site.http.invalidateTag('site');
});
afterAll(() => site.close());
beforeEach(async () => {
  for (const table of ['page_views', 'daily_stats', 'hourly_stats']) await sql(`delete from insights_${table}`);
});

const views = () => rows('insights_page_views');
const summary = (query: string) => getApi<Summary>(site, `/insights${query}`, owner.cookie);
const cleanUp = () => runInsightsMaintenance({ ...site.http.services, now: () => NOON });

describe('page view', () => {
  it.each([
    ['half a character', { utmSource: 'feed\ud83d' }, 'feed'],
    [
      'more than 100 characters, with a surrogate pair at the limit',
      { utmSource: `${'a'.repeat(99)}\u{1f600}b` },
      `${'a'.repeat(99)}\u{1f600}`,
    ],
    ['a zero byte', { utmCampaign: 'a\u0000' }, ''],
    ['a host of half a character', { referrerHost: 'news\udc00' }, ''],
  ])('is counted with %s in its source, like those after it', async (_name, beacon, source) => {
    await recordVisit(site, { beacon });
    await recordVisit(site, { beacon: { referrerHost: 'news.example' } });
    expect((await views()).map(row => row.source)).toEqual([source, 'news.example']);
  });
});

describe('visit that the database rejects', () => {
  it('is dropped and logged while the others are counted', async () => {
    const buffer = createVisitBuffer({ ...site.http.services, log: site.log.log });
    for (const path of ['/', '/about', '/blogs', '/pricing', '/contact']) {
      const tracked = { path, group: 'other' };
      const sender = { page: tracked, receivedAt: NOON, clientNetwork: '203.0.113.7', userAgent: FIREFOX };
      buffer.add({ ...sender, beacon: { page: path, viewportWidth: 1440, timeZone: 'UTC', referrerHost: '' } });
      if (path === '/blogs') buffer.add({ ...sender, beacon: { page: path, lcp: NaN } });
    }
    await buffer.flush();
    expect((await views()).map(({ path }) => path)).toEqual(['/', '/about', '/blogs', '/pricing', '/contact']);
    expect(site.log.takeErrors()).toMatchObject([{ msg: 'visit not recorded' }]);
  });
});

describe('daily statistics', () => {
  it('are read without writing when there are no new views', async () => {
    await recordVisit(site);
    await summary('?range=today');
    const [before] = (await sql('select xmin::text from insights_daily_stats limit 1')).rows as { xmin: string }[];
    await summary('?range=today');
    const [after] = (await sql('select xmin::text from insights_daily_stats limit 1')).rows as { xmin: string }[];
    expect(after).toEqual(before);
  });

  it('are recomputed immediately up to 10,000 views, beyond that by the job', async () => {
    const insertViews = (count: number) =>
      sql(
        `insert into insights_page_views (day, hour_index, visitor_hash, path, country, device, browser, os)
        select '2026-11-20', 0, 'v' || n, '/', '', 'phone', 'Firefox', 'Linux' from generate_series(1, $1::int) n`,
        [count],
      );
    const seen = async () => (await summary('?range=today')).comparison.current.views;
    await insertViews(9999);
    expect(await seen()).toBe(9999);
    await insertViews(1);
    expect(await seen()).toBe(10_000);
    await insertViews(100);
    expect(await seen()).toBe(10_000);
    await cleanUp();
    expect(await seen()).toBe(10_100);
    await insertViews(102);
    expect(await seen()).toBe(10_202);
  });

  it('keep at most 500 entries per list but the full total', async () => {
    await sql(
      `insert into insights_page_views (day, hour_index, visitor_hash, path, country, device, browser, os, source)
      select '2026-11-20', 0, 'v' || n, '/', '', 'phone', 'Firefox', 'Linux', 'host' || n || '.example' from generate_series(1, 700) n`,
    );
    const { comparison, breakdowns: shown } = await summary('?range=today');
    expect(comparison.current).toEqual({ views: 700, visitors: 700 });
    const sources = shown.find(({ dimension }) => dimension === 'source');
    expect([sources?.total, sources?.items.length]).toEqual([500, 10]);
  });
});
