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
  await site.db.$client.query('delete from external_calendars');
  await site.db.$client.query(
    `update site_sections set content = jsonb_set(content, '{timeZone}', '"Europe/Berlin"') where key = 'profile'`,
  );
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});

interface Availability {
  version: number;
  weekly: { weekday: number; ranges: { startMinute: number; endMinute: number }[] }[];
  overrides: { date: string; ranges: object[]; note: string }[];
  settings: Record<string, number | string>;
}
const read = () => getApi<Availability>(site, '/calendar/availability', owner.cookie);
const put = (path: string, body: object) => send(owner, 'PUT', path, body);

describe('weekly hours', () => {
  const week = (ranges: { startMinute: number; endMinute: number }[]) =>
    [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, ranges: weekday === 7 ? [] : ranges }));

  it('accept several ranges per day and require the current version', async () => {
    const { version } = await read();
    const weekly = week([
      { startMinute: 540, endMinute: 720 },
      { startMinute: 780, endMinute: 1440 },
    ]);
    const saved = await put('/calendar/availability/weekly', { weekly, version });
    expect(saved.json()).toMatchObject({ weekly, version: version + 1 });
    expect(await read()).toMatchObject({ weekly });
    expectApiError(await put('/calendar/availability/weekly', { weekly: week([]), version }), 'CONFLICT');
    expect(await read()).toMatchObject({ weekly });
  });

  it.each([
    ['end before they begin', [{ startMinute: 600, endMinute: 600 }]],
    [
      'overlap',
      [
        { startMinute: 540, endMinute: 700 },
        { startMinute: 690, endMinute: 800 },
      ],
    ],
    ['go past midnight', [{ startMinute: 540, endMinute: 1441 }]],
  ])('are rejected if they %s, with an error on the day', async (_name, ranges) => {
    const { version } = await read();
    const error = expectApiError(
      await put('/calendar/availability/weekly', { weekly: week(ranges), version }),
      'BAD_REQUEST',
    );
    expect(Object.keys(error.fields)[0]).toMatch(/^weekly\.0\.ranges\./);
  });

  it('require each weekday exactly once', async () => {
    const { version } = await read();
    expectApiError(await put('/calendar/availability/weekly', { weekly: week([]).slice(1), version }), 'BAD_REQUEST');
    const twice = [...week([]).slice(1), { weekday: 2, ranges: [] }];
    expectApiError(await put('/calendar/availability/weekly', { weekly: twice, version }), 'BAD_REQUEST');
  });
});

describe('booking rules', () => {
  it('are saved together within their bounds', async () => {
    const { version, settings } = await read();
    const changed = {
      ...settings,
      bufferBeforeMinutes: 0,
      minimumNoticeHours: 48,
      slotIntervalMinutes: 15,
      meetingLocation: 'By video',
    };
    expect((await put('/calendar/settings', { ...changed, version })).json()).toMatchObject({ settings: changed });
    for (const wrong of [
      { maxBookingsPerDay: 0 },
      { bookingWindowDays: 366 },
      { slotIntervalMinutes: 7 },
      { bufferAfterMinutes: 241 },
    ]) {
      const error = expectApiError(
        await put('/calendar/settings', { ...changed, ...wrong, version: version + 1 }),
        'BAD_REQUEST',
      );
      expect(Object.keys(error.fields)).toEqual(Object.keys(wrong));
    }
    const empty = await put('/calendar/settings', { ...changed, bookingWindowDays: '', version: version + 1 });
    expect(expectApiError(empty, 'BAD_REQUEST').fields).toEqual({ bookingWindowDays: 'Enter 1 to 365 days.' });
    expectApiError(await put('/calendar/settings', { ...settings, version }), 'CONFLICT');
    expectApiError(await put('/calendar/settings', { ...settings, version: 2 ** 31 - 1 }), 'CONFLICT');
  });
});

describe('date overrides', () => {
  const addOverride = (body: object) => send(owner, 'POST', '/calendar/date-overrides', body);

  it('close days or change their hours across months and can be removed', async () => {
    const closed = await addOverride({ from: '2026-11-29', until: '2026-12-02', ranges: [], note: 'Away' });
    expect(closed.json<Availability>().overrides.map(({ date }) => date)).toEqual([
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
    ]);
    await addOverride({ from: '2026-11-30', until: '2026-11-30', ranges: [{ startMinute: 600, endMinute: 660 }] });
    const { overrides } = await read();
    expect(overrides[0]).toEqual({ date: '2026-11-29', ranges: [], note: 'Away' });
    expect(overrides[1]).toEqual({ date: '2026-11-30', ranges: [{ startMinute: 600, endMinute: 660 }], note: '' });
    expect((await send(owner, 'DELETE', '/calendar/date-overrides/2026-11-30')).statusCode).toBe(200);
    expectApiError(await send(owner, 'DELETE', '/calendar/date-overrides/2026-11-30'), 'NOT_FOUND');
    expect((await read()).overrides).toHaveLength(3);
  });

  it('cover one day without a last day, with its errors at the first', async () => {
    const closed = await addOverride({ from: '2026-11-29', ranges: [] });
    expect(closed.json<Availability>().overrides.map(({ date }) => date)).toEqual(['2026-11-29']);
    const past = expectApiError(await addOverride({ from: '2026-11-18', ranges: [] }), 'UNPROCESSABLE');
    expect(past.fields).toEqual({ from: 'Choose today or a later date.' });
    const empty = expectApiError(await addOverride({ from: '', ranges: [] }), 'BAD_REQUEST');
    expect(empty.fields).toEqual({ from: 'Enter a date.' });
  });

  it('reject past, reversed and too many days', async () => {
    expectApiError(await addOverride({ from: '2026-11-18', until: '2026-11-19', ranges: [] }), 'UNPROCESSABLE');
    expectApiError(await addOverride({ from: '2026-11-25', until: '2026-11-24', ranges: [] }), 'BAD_REQUEST');
    expectApiError(await addOverride({ from: '2026-11-25', until: '2027-03-25', ranges: [] }), 'BAD_REQUEST');
    expect(await rows('date_overrides')).toEqual([]);
    expect((await addOverride({ from: '2026-11-18', until: '2026-11-20', ranges: [] })).json()).toMatchObject({
      overrides: [{ date: '2026-11-20' }],
    });
  });
});

interface Days {
  today: string;
  days: {
    date: string;
    availability: object[];
    hasOverride: boolean;
    note: string;
    entries: {
      kind: string;
      bookingNumber: number | null;
      startMinute: number;
      endMinute: number;
      title: string;
      state: string | null;
    }[];
  }[];
}

describe('calendar', () => {
  it('shows bookings, busy times and hours per day in the owner’s zone', async () => {
    const id = await insertBookingRow(site, { startsAt: '2026-11-23T08:30:00Z', minutes: 90 });
    await insertBookingRow(site, { startsAt: '2026-11-23T12:30:00Z', state: 'canceled' });
    await insertBookingRow(site, { startsAt: '2026-11-23T15:30:00Z', state: 'expired' });
    await site.db.$client.query(
      `with calendar as (insert into external_calendars (name, encrypted_url, host, next_attempt_at, created_at)
         values ('Family', '', 'h', now(), now()) returning id)
       insert into busy_times (external_calendar_id, starts_at, ends_at)
       select id, '2026-11-23T22:00Z', '2026-11-24T01:00Z' from calendar`,
    );
    await send(owner, 'POST', '/calendar/date-overrides', {
      from: '2026-11-24',
      until: '2026-11-24',
      ranges: [],
      note: 'Off',
    });
    const shown = await getApi<Days>(site, '/calendar?from=2026-11-23&until=2026-11-24', owner.cookie);
    expect(shown.today).toBe('2026-11-20');
    expect(shown.days).toMatchObject([
      {
        date: '2026-11-23',
        hasOverride: false,
        entries: [
          {
            kind: 'booking',
            bookingNumber: id,
            startMinute: 570,
            endMinute: 660,
            title: 'Strategy session',
            state: 'confirmed',
          },
          { kind: 'busy', bookingNumber: null, startMinute: 1380, endMinute: 1440, title: 'Family', state: null },
        ],
      },
      {
        date: '2026-11-24',
        hasOverride: true,
        note: 'Off',
        availability: [],
        entries: [{ kind: 'busy', startMinute: 0, endMinute: 120 }],
      },
    ]);
    expect(shown.days[0]?.entries).toHaveLength(2);
  });

  it('shows at most 62 days', async () => {
    expect((await requestApi(site, '/calendar?from=2026-11-01&until=2027-01-01', owner.cookie)).statusCode).toBe(200);
    expectApiError(await requestApi(site, '/calendar?from=2026-11-01&until=2027-01-02', owner.cookie), 'BAD_REQUEST');
    expectApiError(await requestApi(site, '/calendar?from=2026-11-02&until=2026-11-01', owner.cookie), 'BAD_REQUEST');
    expectApiError(await requestApi(site, '/calendar?from=9999-12-31&until=9999-12-31', owner.cookie), 'BAD_REQUEST');
  });

  it('shows the bookings of seven days in the owner’s zone and failed external calendars', async () => {
    await site.db.$client.query(
      `update site_sections set content = jsonb_set(content, '{timeZone}', '"Asia/Kolkata"') where key = 'profile'`,
    );
    // 23:30 of that day in Kolkata, and 0:30 of the next.
    const late = await insertBookingRow(site, { startsAt: '2026-11-20T18:00:00Z', minutes: 15 });
    const next = await insertBookingRow(site, { startsAt: '2026-11-20T19:00:00Z', minutes: 15 });
    // Shortly after midnight on the eighth day.
    await insertBookingRow(site, { startsAt: '2026-11-26T18:45:00Z', minutes: 15 });
    await site.db.$client.query(
      `insert into external_calendars (name, encrypted_url, host, next_attempt_at, created_at, last_error)
       values ('Family', '', 'h', now(), now(), 'Gone.'), ('Work', '', 'h', now(), now(), null)`,
    );
    expect(await getApi(site, '/calendar/today', owner.cookie)).toMatchObject({
      upcomingDays: [
        { date: '2026-11-20', bookings: [{ bookingNumber: late, startMinute: 1410, endMinute: 1425 }] },
        { date: '2026-11-21', bookings: [{ bookingNumber: next, startMinute: 30, endMinute: 45 }] },
      ],
      failingCalendars: [{ name: 'Family', lastError: 'Gone.' }],
    });
  });
});

describe('calendar feed', () => {
  const address = async () =>
    new URL((await getApi<{ url: string }>(site, '/calendar/feed', owner.cookie)).url).pathname;
  const get = (url: string, headers: Record<string, string> = {}) =>
    site.http.app.inject({ method: 'GET', url, headers });

  it('contains confirmed bookings, with only the client’s name', async () => {
    const id = await insertBookingRow(site, {
      startsAt: '2026-11-23T08:30:00Z',
      clientName: 'Grace; "Murray", Inc.\nX',
    });
    await insertBookingRow(site, { startsAt: '2026-11-10T08:30:00Z', state: 'completed' });
    await insertBookingRow(site, { startsAt: '2026-07-10T08:30:00Z', state: 'completed' });
    for (const [hour, state] of ['canceled', 'held', 'awaiting_payment', 'no_show', 'expired'].entries()) {
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

  it('escapes the owner’s name (RFC 5545, 3.3.11)', async () => {
    await site.db.$client.query(
      `update site_sections set content = jsonb_set(content, '{name}', '"Ada, Byron; \\\\ Sons"') where key = 'profile'`,
    );
    const lines = (await get(await address())).body.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.filter(line => /^(?:NAME|X-WR-CALNAME):/.test(line))).toEqual([
      String.raw`NAME:Consultations with Ada\, Byron\; \\ Sons`,
      String.raw`X-WR-CALNAME:Consultations with Ada\, Byron\; \\ Sons`,
    ]);
  });

  it('is sent again only after a change', async () => {
    await insertBookingRow(site, { startsAt: '2026-11-23T08:30:00Z' });
    const url = await address();
    const { etag } = (await get(url)).headers;
    const same = await get(url, { 'if-none-match': String(etag) });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await insertBookingRow(site, { startsAt: '2026-11-25T08:30:00Z' });
    expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  it('is gone from its old URL after rotation', async () => {
    const old = await address();
    const renewed = (await send(owner, 'POST', '/calendar/feed')).json<{ url: string }>().url;
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

  it('shows its URL only to the owner', async () => {
    const member = await arrive({ name: 'Grace Murray' });
    expectApiError(await requestApi(site, '/calendar/feed', member.cookie), 'FORBIDDEN');
    expectApiError(await send(member, 'POST', '/calendar/feed'), 'FORBIDDEN');
  });
});
