import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { insertBookingRow } from '../support/booking-factory.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let owner: SignedInUser;
const { arrive, send, rows } = memberFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ now: () => NOON, environment: { SITE_URL: 'https://ada.example' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from bookings');
  await site.db.$client.query('delete from date_overrides');
  await site.db.$client.query('delete from busy_calendars');
  await site.db.$client.query(
    `update site_content set value = jsonb_set(value, '{timeZone}', '"Europe/Berlin"') where key = 'profile'`,
  );
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});

interface Availability {
  version: number;
  weekly: { weekday: number; hours: { from: number; until: number }[] }[];
  overrides: { day: string; hours: object[]; note: string }[];
  rules: Record<string, number | string>;
}
const read = () => getApi<Availability>(site, '/calendar/availability', owner.cookie);
const put = (path: string, body: object) => send(owner, 'PUT', path, body);

describe('weekly hours', () => {
  const week = (hours: { from: number; until: number }[]) =>
    [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, hours: weekday === 7 ? [] : hours }));

  it('accept several ranges per day and require the current version', async () => {
    const { version } = await read();
    const weekly = week([
      { from: 540, until: 720 },
      { from: 780, until: 1440 },
    ]);
    const saved = await put('/calendar/hours', { weekly, version });
    expect(saved.json()).toMatchObject({ weekly, version: version + 1 });
    expect(await read()).toMatchObject({ weekly });
    expectApiError(await put('/calendar/hours', { weekly: week([]), version }), 'CONFLICT');
    expect(await read()).toMatchObject({ weekly });
  });

  it.each([
    ['end before they begin', [{ from: 600, until: 600 }]],
    [
      'overlap',
      [
        { from: 540, until: 700 },
        { from: 690, until: 800 },
      ],
    ],
    ['go past midnight', [{ from: 540, until: 1441 }]],
  ])('are refused where they %s, with words beside the day', async (_name, hours) => {
    const { version } = await read();
    const error = expectApiError(await put('/calendar/hours', { weekly: week(hours), version }), 'BAD_REQUEST');
    expect(Object.keys(error.fields)[0]).toMatch(/^weekly\.0\.hours\./);
  });

  it('require each weekday exactly once', async () => {
    const { version } = await read();
    expectApiError(await put('/calendar/hours', { weekly: week([]).slice(1), version }), 'BAD_REQUEST');
    const twice = [...week([]).slice(1), { weekday: 2, hours: [] }];
    expectApiError(await put('/calendar/hours', { weekly: twice, version }), 'BAD_REQUEST');
  });
});

describe('booking rules', () => {
  it('are saved together within their bounds', async () => {
    const { version, rules } = await read();
    const changed = { ...rules, bufferBeforeMinutes: 0, noticeHours: 48, gridMinutes: 15, meetingPlace: 'By video' };
    expect((await put('/calendar/rules', { ...changed, version })).json()).toMatchObject({ rules: changed });
    for (const wrong of [{ mostADay: 0 }, { horizonDays: 366 }, { gridMinutes: 7 }, { bufferAfterMinutes: 241 }]) {
      const error = expectApiError(
        await put('/calendar/rules', { ...changed, ...wrong, version: version + 1 }),
        'BAD_REQUEST',
      );
      expect(Object.keys(error.fields)).toEqual(Object.keys(wrong));
    }
    expectApiError(await put('/calendar/rules', { ...rules, version }), 'CONFLICT');
  });
});

describe('date overrides', () => {
  const apart = (body: object) => send(owner, 'POST', '/calendar/overrides', body);

  it('close days or change their hours across months and can be removed', async () => {
    const closed = await apart({ from: '2026-11-29', until: '2026-12-02', hours: [], note: 'Away' });
    expect(closed.json<Availability>().overrides.map(({ day }) => day)).toEqual([
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
    ]);
    await apart({ from: '2026-11-30', until: '2026-11-30', hours: [{ from: 600, until: 660 }] });
    const { overrides } = await read();
    expect(overrides[0]).toEqual({ day: '2026-11-29', hours: [], note: 'Away' });
    expect(overrides[1]).toEqual({ day: '2026-11-30', hours: [{ from: 600, until: 660 }], note: '' });
    expect((await send(owner, 'DELETE', '/calendar/overrides/2026-11-30')).statusCode).toBe(200);
    expectApiError(await send(owner, 'DELETE', '/calendar/overrides/2026-11-30'), 'NOT_FOUND');
    expect((await read()).overrides).toHaveLength(3);
  });

  it('reject past, reversed and too many days', async () => {
    expectApiError(await apart({ from: '2026-11-18', until: '2026-11-19', hours: [] }), 'UNPROCESSABLE');
    expectApiError(await apart({ from: '2026-11-25', until: '2026-11-24', hours: [] }), 'BAD_REQUEST');
    expectApiError(await apart({ from: '2026-11-25', until: '2027-03-25', hours: [] }), 'BAD_REQUEST');
    expect(await rows('date_overrides')).toEqual([]);
    expect((await apart({ from: '2026-11-18', until: '2026-11-20', hours: [] })).json()).toMatchObject({
      overrides: [{ day: '2026-11-20' }],
    });
  });
});

interface Days {
  today: string;
  days: {
    day: string;
    hours: object[];
    isApart: boolean;
    note: string;
    entries: {
      kind: string;
      booking: number | null;
      from: number;
      until: number;
      title: string;
      state: string | null;
    }[];
  }[];
}

describe('calendar', () => {
  it('shows bookings, busy times and hours per day in the owner’s zone', async () => {
    const id = await insertBookingRow(site, { startsAt: '2026-11-23T08:30:00Z', minutes: 90 });
    await insertBookingRow(site, { startsAt: '2026-11-23T12:30:00Z', state: 'cancelled' });
    await insertBookingRow(site, { startsAt: '2026-11-23T15:30:00Z', state: 'expired' });
    await site.db.$client.query(
      `with calendar as (insert into busy_calendars (name, sealed_address, host, next_try_at, created_at)
         values ('Family', '', 'h', now(), now()) returning id)
       insert into busy_times (calendar_id, starts_at, ends_at)
       select id, '2026-11-23T22:00Z', '2026-11-24T01:00Z' from calendar`,
    );
    await send(owner, 'POST', '/calendar/overrides', {
      from: '2026-11-24',
      until: '2026-11-24',
      hours: [],
      note: 'Off',
    });
    const shown = await getApi<Days>(site, '/calendar?from=2026-11-23&until=2026-11-24', owner.cookie);
    expect(shown.today).toBe('2026-11-20');
    expect(shown.days).toMatchObject([
      {
        day: '2026-11-23',
        isApart: false,
        entries: [
          { kind: 'booking', booking: id, from: 570, until: 660, title: 'Strategy session', state: 'confirmed' },
          { kind: 'busy', booking: null, from: 1380, until: 1440, title: 'Family', state: null },
        ],
      },
      { day: '2026-11-24', isApart: true, note: 'Off', hours: [], entries: [{ kind: 'busy', from: 0, until: 120 }] },
    ]);
    expect(shown.days[0]?.entries).toHaveLength(2);
  });

  it('shows at most 62 days', async () => {
    expect((await requestApi(site, '/calendar?from=2026-11-01&until=2027-01-01', owner.cookie)).statusCode).toBe(200);
    expectApiError(await requestApi(site, '/calendar?from=2026-11-01&until=2027-01-02', owner.cookie), 'BAD_REQUEST');
    expectApiError(await requestApi(site, '/calendar?from=2026-11-02&until=2026-11-01', owner.cookie), 'BAD_REQUEST');
  });

  it('shows today’s bookings in the owner’s zone and failed external calendars', async () => {
    await site.db.$client.query(
      `update site_content set value = jsonb_set(value, '{timeZone}', '"Asia/Kolkata"') where key = 'profile'`,
    );
    // 23:30 of the day there, and 0:30 of the next.
    const late = await insertBookingRow(site, { startsAt: '2026-11-20T18:00:00Z', minutes: 15 });
    await insertBookingRow(site, { startsAt: '2026-11-20T19:00:00Z', minutes: 15 });
    await site.db.$client.query(
      `insert into busy_calendars (name, sealed_address, host, next_try_at, created_at, failure)
       values ('Family', '', 'h', now(), now(), 'Gone.'), ('Work', '', 'h', now(), now(), null)`,
    );
    expect(await getApi(site, '/calendar/today', owner.cookie)).toMatchObject({
      bookings: [{ booking: late, from: 1410, until: 1425 }],
      broken: [{ name: 'Family', failure: 'Gone.' }],
    });
  });
});

describe('the feed', () => {
  const address = async () =>
    new URL((await getApi<{ address: string }>(site, '/calendar/feed', owner.cookie)).address).pathname;
  const get = (url: string, headers: Record<string, string> = {}) =>
    site.http.app.inject({ method: 'GET', url, headers });

  it('has what is confirmed, and of clients no more than the name', async () => {
    const id = await insertBookingRow(site, {
      startsAt: '2026-11-23T08:30:00Z',
      clientName: 'Grace; "Murray", Inc.\nX',
    });
    await insertBookingRow(site, { startsAt: '2026-11-10T08:30:00Z', state: 'completed' });
    await insertBookingRow(site, { startsAt: '2026-07-10T08:30:00Z', state: 'completed' });
    for (const [hour, state] of ['cancelled', 'held', 'awaiting_payment', 'no_show', 'expired'].entries()) {
      await insertBookingRow(site, { startsAt: `2026-11-24T${10 + hour}:00:00Z`, state, minutes: 10 });
    }
    const feed = await get(await address());
    expect(feed.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(feed.headers['cache-control']).toBe('private, no-cache');
    const calendar = new ICAL.Component(ICAL.parse(feed.body) as string[]);
    const events = calendar.getAllSubcomponents('vevent').map(event => new ICAL.Event(event));
    expect(events.map(({ summary, startDate }) => [summary, startDate.toJSDate().toISOString()])).toEqual([
      ['Strategy session: Grace Murray', '2026-11-10T08:30:00.000Z'],
      ['Strategy session: Grace; "Murray", Inc.\nX', '2026-11-23T08:30:00.000Z'],
    ]);
    expect(events[1]?.uid).toBe(`consultation-${id}@ada.example`);
    for (const secret of ['grace@client.example', '555 0100', 'Our new shop']) expect(feed.body).not.toContain(secret);
  });

  it('is sent again only where something changed', async () => {
    await insertBookingRow(site, { startsAt: '2026-11-23T08:30:00Z' });
    const url = await address();
    const { etag } = (await get(url)).headers;
    const same = await get(url, { 'if-none-match': String(etag) });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await insertBookingRow(site, { startsAt: '2026-11-25T08:30:00Z' });
    expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  it('ends at its old address when it is given another', async () => {
    const old = await address();
    const renewed = (await send(owner, 'POST', '/calendar/feed')).json<{ address: string }>().address;
    expect(new URL(renewed).pathname).not.toBe(old);
    expect(await address()).toBe(new URL(renewed).pathname);
    const refused = await get(old);
    expectApiError(refused, 'NOT_FOUND');
    expect(refused.headers['cache-control']).toBe('no-store');
    expect((await get(new URL(renewed).pathname)).statusCode).toBe(200);
    for (const wrong of ['/calendar/x.ics', `/calendar/${'a'.repeat(43)}.ics`, old.replace('.ics', '')]) {
      expectApiError(await get(wrong), 'NOT_FOUND');
    }
  });

  it('has an address that the owner alone learns', async () => {
    const member = await arrive({ name: 'Grace Murray' });
    expectApiError(await requestApi(site, '/calendar/feed', member.cookie), 'FORBIDDEN');
    expectApiError(await send(member, 'POST', '/calendar/feed'), 'FORBIDDEN');
  });
});
