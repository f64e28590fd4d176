import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dimensions } from '#features/insights/contract/limits.ts';
import type { Summary, WeekSummary } from '#features/insights/contract/reports.ts';
import { runInsightsMaintenance } from '#features/insights/jobs.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { sendVisitBeacon, recordVisit } from '../support/visit-fixture.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let now = NOON;
let owner: { cookie: string };
const { arrive, rows, send } = memberFixture(() => site);
const sql = (text: string, values: unknown[] = []) => site.db.$client.query(text, values);
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner' });
});
afterAll(() => site.close());

async function liveIn(timeZone: string): Promise<void> {
  await sql(
    `update site_sections set content = jsonb_set(content, '{timeZone}', to_jsonb($1::text)) where key = 'profile'`,
    [timeZone],
  );
  site.http.invalidateTag('site');
}

beforeEach(async () => {
  now = NOON;
  await liveIn('UTC');
  for (const table of ['page_views', 'daily_stats', 'hourly_stats', 'web_vitals', 'salts'])
    await sql(`delete from insights_${table}`);
});

const summary = (query = '') => getApi<Summary>(site, `/insights${query}`, owner.cookie);
const cleanUp = () => runInsightsMaintenance({ ...site.http.services, now: () => now });

/** Generates a page view as it is stored. */
const view = fc.record({
  day: fc
    .integer({ min: 0, max: 9 })
    .map(ago => Temporal.PlainDate.from('2026-11-20').subtract({ days: ago }).toString()),
  hour: fc.integer({ min: 0, max: 23 }),
  visitor: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  page: fc.constantFrom('/', '/about', '/pricing', '/order/plan', '/blog/one'),
  source: fc.constantFrom(null, '', 'news.example', 'search.example'),
  campaign: fc.constantFrom(null, 'spring'),
  country: fc.constantFrom('', 'DE', 'US', 'BD'),
  device: fc.constantFrom('phone', 'desktop'),
  browser: fc.constantFrom('Firefox', 'Safari'),
});
type View = typeof view extends fc.Arbitrary<infer Value> ? Value : never;

const stepOf = (page: string) =>
  page === '/pricing' ? 'viewed_pricing' : page.startsWith('/order/') ? 'started_checkout' : null;

async function keep(views: readonly View[]): Promise<void> {
  await sql(
    `insert into insights_page_views (day, hour_index, visitor_hash, path, funnel_step, source, medium, campaign, country, device, browser, os)
    select day, hour, visitor, page, step, source, null, campaign, country, device, browser, 'Linux'
    from jsonb_to_recordset($1) as given (day date, hour smallint, visitor text, page text, step text, source text,
      campaign text, country text, device text, browser text)`,
    [JSON.stringify(views.map(one => ({ ...one, step: stepOf(one.page) })))],
  );
}

/** Counts views and daily visitors one by one. */
function figuresOf(views: readonly View[]) {
  return { views: views.length, visitors: new Set(views.map(({ day, visitor }) => `${day} ${visitor}`)).size };
}

describe('daily statistics', () => {
  it('equal the sum of single views, before and after the views are deleted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(view, { maxLength: 60 }), fc.array(view, { maxLength: 10 }), async (first, later) => {
        await sql(
          'delete from insights_page_views; delete from insights_daily_stats; delete from insights_hourly_stats',
        );
        await keep(first);
        await summary('?range=today');
        await keep(later);
        const before = await summary('?from=2026-11-11&to=2026-11-20');
        await cleanUp();
        const after = await summary('?from=2026-11-11&to=2026-11-20');
        expect(after).toEqual(before);

        const views = [...first, ...later];
        expect(after.comparison.current).toEqual(figuresOf(views));
        for (const { start, ...figures } of after.timeSeries?.points ?? []) {
          expect(figures).toEqual(figuresOf(views.filter(({ day }) => day === start)));
        }
        for (const list of ['page', 'source', 'campaign', 'country', 'device', 'browser'] as const) {
          const groups = Map.groupBy(
            views.filter(one => one[list] !== null),
            one => one[list],
          );
          const counted = after.breakdowns.find(one => one.dimension === list)?.items ?? [];
          expect(
            new Map(counted.map(({ value, ...row }) => [value, { views: row.views, visitors: row.visitors }])),
          ).toEqual(new Map([...groups].map(([item, some]) => [item, figuresOf(some)])));
        }
        const arrivals = [...Map.groupBy(views, ({ day, visitor }) => `${day} ${visitor}`).values()].flatMap(
          ([one]) => one?.page ?? [],
        );
        const entries = after.breakdowns.find(({ dimension }) => dimension === 'entry_page')?.items ?? [];
        expect(Object.fromEntries(entries.map(({ value, visitors }) => [value, visitors]))).toEqual(
          Object.fromEntries([...Map.groupBy(arrivals, page => page)].map(([page, some]) => [page, some.length])),
        );
        expect(after.funnel).toMatchObject({
          visitors: figuresOf(views).visitors,
          viewedPricing: figuresOf(views.filter(({ page }) => stepOf(page) === 'viewed_pricing')).visitors,
          startedCheckout: figuresOf(views.filter(({ page }) => stepOf(page) === 'started_checkout')).visitors,
        });
        // Only the views of today and yesterday are kept individually.
        const storedCount = (await rows('insights_page_views')).length;
        expect(storedCount).toBe(views.filter(({ day }) => day >= '2026-11-19').length);
      }),
      { numRuns: 25 },
    );
  });
});

describe('days', () => {
  // Daylight saving time ends in Berlin and on Lord Howe Island on these days, and in New York a week later.
  it.each([
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2026-03-08', 23],
    ['Asia/Dhaka', '2026-11-20', 24],
    ['Australia/Lord_Howe', '2026-04-05', 25],
    ['Australia/Lord_Howe', '2026-10-04', 24],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Europe/Berlin', '2026-03-29', 23],
  ])('in %s follow the owner’s time zone: %s has %i hours', async (timeZone, day, hours) => {
    await liveIn(timeZone);
    const date = Temporal.PlainDate.from(day);
    const begin = date.toZonedDateTime(timeZone).toInstant();
    const end = date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
    for (let hour = 0; hour < hours; hour++) {
      now = begin.add({ hours: hour, minutes: 10 });
      await recordVisit(site);
    }
    now = begin.subtract({ milliseconds: 1 });
    await recordVisit(site);
    now = end;
    await recordVisit(site);
    now = end.subtract({ milliseconds: 1 });
    const { comparison, timeSeries, timeZone: reportedZone } = await summary('?range=today');
    expect([reportedZone, timeSeries?.interval, timeSeries?.points.length]).toEqual([timeZone, 'hour', hours]);
    expect(comparison.current).toEqual({ views: hours, visitors: 1 });
    expect(timeSeries?.points.every(({ views }) => views === 1)).toBe(true);
  });

  it('are consecutive, including those without visits', async () => {
    await recordVisit(site);
    const { timeSeries, range, previousRange } = await summary('?range=7d');
    expect([range, previousRange]).toEqual([
      { from: '2026-11-14', to: '2026-11-20', name: '7d' },
      { from: '2026-11-07', to: '2026-11-13' },
    ]);
    expect(timeSeries?.points.map(({ start, views }) => [start, views])).toEqual([
      ['2026-11-14', 0],
      ['2026-11-15', 0],
      ['2026-11-16', 0],
      ['2026-11-17', 0],
      ['2026-11-18', 0],
      ['2026-11-19', 0],
      ['2026-11-20', 1],
    ]);
  });

  it('of today end with the current hour', async () => {
    await recordVisit(site);
    expect((await summary('?range=today')).timeSeries?.points).toHaveLength(13);
  });
});

describe('report for the owner', () => {
  it('shows visits, the previous period and the funnel', async () => {
    now = NOON.subtract({ hours: 24 * 8 });
    await recordVisit(site);
    now = NOON;
    await recordVisit(site, { beacon: { referrerHost: 'news.example', timeZone: 'Asia/Dhaka', viewportWidth: 390 } });
    await recordVisit(site, { page: '/pricing' });
    await recordVisit(site, { page: '/order/plan/growth' });
    await recordVisit(site, { remoteAddress: '203.0.113.8' });
    for (const lcp of [900, 1200, 1300, 3000]) await sendVisitBeacon(site, { page: '/', lcp });
    await site.http.services.visits.flush();
    const seen = await summary('?range=7d');
    expect(seen.comparison).toEqual({
      current: { views: 4, visitors: 2 },
      previous: { views: 1, visitors: 1 },
      isComparable: false,
    });
    expect(seen.trackedSince).toBe('2026-11-12');
    expect(seen.funnel).toEqual({ visitors: 2, viewedPricing: 1, startedCheckout: 1, ordered: 0, paid: 0 });
    expect(seen.vitals).toEqual([{ pageGroup: 'home', metric: 'lcp', p75: 1300, rating: 'good', sampleCount: 4 }]);
    expect(seen.breakdowns.map(({ dimension }) => dimension)).toEqual([...dimensions]);
    expect(seen.breakdowns.find(({ dimension }) => dimension === 'country')?.items).toEqual([
      { value: 'DE', label: 'Germany', views: 3, visitors: 2 },
      { value: 'BD', label: 'Bangladesh', views: 1, visitors: 1 },
    ]);
    const week = await getApi<WeekSummary>(site, '/insights/week', owner.cookie);
    expect([week.figures, week.course.points.length]).toEqual([seen.comparison, 7]);
  });

  it('compares with the previous period once it is complete', async () => {
    const comparable = async () => [
      (await summary('?range=7d')).comparison.isComparable,
      (await getApi<WeekSummary>(site, '/insights/week', owner.cookie)).figures.isComparable,
    ];
    expect(await comparable()).toEqual([false, false]);
    now = NOON.subtract({ hours: 24 * 12 });
    await recordVisit(site);
    now = NOON;
    expect(await comparable()).toEqual([false, false]);
    now = NOON.subtract({ hours: 24 * 13 });
    await recordVisit(site);
    now = NOON;
    expect(await comparable()).toEqual([true, true]);
  });

  it('shows a single entry without other lists', async () => {
    await recordVisit(site, { page: '/about', beacon: { referrerHost: 'news.example' } });
    await recordVisit(site, { remoteAddress: '203.0.113.8' });
    const one = await summary('?range=7d&dimension=source&value=news.example');
    expect(one.comparison.current).toEqual({ views: 1, visitors: 1 });
    expect(one.filter).toEqual({ list: 'source', value: 'news.example', label: 'news.example' });
    expect([one.breakdowns, one.vitals, one.funnel]).toEqual([[], [], null]);
    expect(one.timeSeries?.points.at(-1)).toMatchObject({ visitors: 1 });
    const direct = await summary('?range=7d&dimension=source&value=');
    expect([direct.filter?.label, direct.comparison.current.views]).toEqual(['Direct or unknown', 1]);
    expect((await summary('?range=today&dimension=page&value=/about')).timeSeries).toBeNull();
  });

  it.each([
    ['country', 'Atlantis'],
    ['page', 'constructor'],
  ])('shows no visits of an unknown %s, "%s"', async (dimension, value) => {
    const unknown = await summary(`?range=7d&dimension=${dimension}&value=${value}`);
    expect(unknown.filter).toEqual({ list: dimension, value, label: value });
    expect(unknown.comparison.current).toEqual({ views: 0, visitors: 0 });
  });

  it('counts orders placed and paid in the range', async () => {
    const { rows: found } = await sql(`select count(*)::int as count from orders`);
    expect(found).toEqual([{ count: 0 }]);
    await sql(
      `insert into orders (kind, status, client_name, client_email, title, offer_snapshot, agreed_terms, line_items, tax, currency, total, created_at, updated_at)
      select 'custom', 'requested', 'Ada', 'ada@site.example', 'A shop', '{}', '{}', '[]', '{}', 'USD', 0, at, at
      from unnest(array['2026-11-20T01:00Z', '2026-11-19T23:59Z']::timestamptz[]) as at`,
    );
    expect((await summary('?range=today')).funnel?.ordered).toBe(1);
    expect((await summary('?range=7d')).funnel?.ordered).toBe(2);
    await liveIn('Europe/Berlin');
    expect((await summary('?range=today')).funnel?.ordered).toBe(2);
    await sql('delete from orders');
  });

  it('exports each list as CSV without formulas', async () => {
    await recordVisit(site, { beacon: { referrerHost: '', utmSource: '=1+1', utmCampaign: 'one, "two"' } });
    const csv = async (query: string) => {
      const answer = await requestApi(site, `/insights.csv?${query}`, owner.cookie);
      expect(answer.headers['content-type']).toMatch(/^text\/csv/);
      return [answer.headers['content-disposition'], answer.body.replace('\uFEFF', '')];
    };
    expect(await csv('range=7d&table=source')).toEqual([
      'attachment; filename="insights-source-2026-11-14-2026-11-20.csv"',
      "Sources,Visitors,Views\r\n'=1+1,1,1\r\n",
    ]);
    expect((await csv('range=7d&table=campaign'))[1]).toBe('Campaigns,Visitors,Views\r\n"one, ""two""",1,1\r\n');
    expect((await csv('range=7d&table=course'))[1]).toMatch(/^From,Visitors,Views\r\n2026-11-14,0,0\r\n/);
    expect((await csv('range=7d&table=vitals'))[1]).toBe('Pages,Measure,75th percentile,Rating,Visits\r\n');
    expect((await csv('range=7d&table=page'))[1]).toBe('Pages,Visitors,Views\r\n/,1,1\r\n');
  });

  it.each([
    ['?from=2026-11-20&to=2026-11-19', 'to'],
    ['?from=2026-11-20', 'to'],
    ['?to=2026-11-20', 'from'],
    ['?from=1990-01-01&to=2026-11-20', 'from'],
    ['?from=2026-02-30&to=2026-11-20', 'from'],
    ['?from=0001-01-01&to=0005-01-01', 'from'],
    ['?from=9999-12-30&to=9999-12-31', 'to'],
    ['?range=8d', 'range'],
    ['?dimension=visitor&value=a', 'dimension'],
  ])('rejects %s with field errors', async (query, field) => {
    const error = expectApiError(await requestApi(site, `/insights${query}`, owner.cookie), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toContain(field);
  });

  it('can be requested more often simultaneously than there are connections', async () => {
    // Nothing is cached after a change to the site.
    site.http.invalidateTag('site');
    const names = (await Promise.all(Array.from({ length: 8 }, () => summary()))).map(({ range }) => range.name);
    expect(new Set(names)).toEqual(new Set(['30d']));
  });

  it('can be deleted after confirmation', async () => {
    await recordVisit(site);
    await summary();
    expectApiError(await send(owner, 'DELETE', '/insights', { confirm: 'no' }), 'BAD_REQUEST');
    expect(await rows('insights_daily_stats')).not.toEqual([]);
    expect((await send(owner, 'DELETE', '/insights', { confirm: 'yes' })).statusCode).toBe(200);
    for (const table of ['page_views', 'daily_stats', 'hourly_stats', 'web_vitals', 'salts'])
      expect(await rows(`insights_${table}`)).toEqual([]);
    expect((await summary()).trackedSince).toBeNull();
  });
});
