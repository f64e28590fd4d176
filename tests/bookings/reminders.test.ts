import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';
import { listEmailedEvents } from '../support/ical-parser.ts';
import { listEmailsTo } from '../support/emails.ts';

let desk: BookingFixture;
beforeAll(async () => {
  desk = await bookingFixture();
});
afterAll(() => desk.close());
beforeEach(() => desk.tidy());

const MONDAY = '2026-11-23T15:00:00.000Z';
const TUESDAY = '2026-11-24T15:00:00.000Z';
const NOOR = 'noor@site.example';
const at = (text: string) => Temporal.Instant.from(text);
const entries = (address: string) => listEmailedEvents(desk.site, address);
const templates = async (address: string) => (await listEmailsTo(desk.site, address)).map(({ template }) => template);

describe('booking reminders', () => {
  const reminded = async () => (await templates(NOOR)).filter(name => name === 'booking_reminder').length;

  it('are sent once to both parties a day and an hour before', async () => {
    await desk.booked(TUESDAY);
    const both = () => Promise.all([desk.sweep(), desk.sweep()]);
    for (const [when, count] of [
      ['2026-11-23T14:59:00Z', 0],
      ['2026-11-23T15:00:00Z', 1],
      ['2026-11-23T16:00:00Z', 1],
      ['2026-11-24T14:00:00Z', 2],
      ['2026-11-24T14:30:00Z', 2],
    ] as const) {
      desk.clock.now = at(when);
      // Two instances on one database, and each again after a restart.
      await both();
      await both();
      expect([when, await reminded()]).toEqual([when, count]);
    }
    expect((await entries(NOOR))[0]).toMatchObject({ template: 'booking_reminder', sequence: 0 });
    expect((await templates(desk.owner.email)).filter(name => name === 'booking_reminder')).toHaveLength(2);
  });

  it('follow a moved booking and stop after cancellation', async () => {
    const link = await desk.booked('2026-11-25T15:00:00.000Z');
    const gone = await desk.booked('2026-11-25T17:00:00.000Z');
    desk.clock.now = at('2026-11-24T15:00:00Z');
    await desk.sweep();
    expect(await reminded()).toBe(1);
    await postApi(desk.site, `/bookings/${link}/reschedule`, { startsAt: '2026-11-27T15:00:00.000Z' });
    await postApi(desk.site, `/bookings/${gone}/cancel`, {});
    desk.clock.now = at('2026-11-24T18:00:00Z');
    await desk.sweep();
    desk.clock.now = at('2026-11-25T14:30:00Z');
    await desk.sweep();
    expect(await reminded()).toBe(1);
    desk.clock.now = at('2026-11-26T15:00:00Z');
    await desk.sweep();
    expect(await reminded()).toBe(2);
  });

  it('already due when booked are skipped', async () => {
    await desk.query('update booking_settings set minimum_notice_hours = 0');
    try {
      desk.clock.now = at('2026-11-24T12:00:00Z');
      await desk.booked(TUESDAY);
      await desk.sweep();
      expect(await reminded()).toBe(0);
      desk.clock.now = at('2026-11-24T14:00:00Z');
      await desk.sweep();
      await desk.sweep();
      expect(await reminded()).toBe(1);
      const [mail] = await listEmailsTo(desk.site, NOOR);
      expect(mail?.subject).toMatch(/^Within the hour: /);
    } finally {
      await desk.query('update booking_settings set minimum_notice_hours = 12');
    }
  });

  it('are not sent for unconfirmed bookings or too late', async () => {
    await desk.held(TUESDAY);
    const waiting = await desk.held('2026-11-24T17:00:00.000Z');
    await desk.enter(waiting);
    const booked = await desk.booked('2026-11-24T19:00:00.000Z');
    const cancelled = await desk.booked('2026-11-24T21:00:00.000Z');
    await postApi(desk.site, `/bookings/${cancelled}/cancel`, {});
    // The site was down from two days to half an hour before the booking.
    desk.clock.now = at('2026-11-24T18:30:00Z');
    await desk.sweep();
    expect(await reminded()).toBe(1);
    desk.clock.now = at('2026-11-24T20:30:00Z');
    await desk.sweep();
    expect(await reminded()).toBe(1);
    const told = (await entries(NOOR)).filter(({ template }) => template === 'booking_reminder');
    expect(told).toMatchObject([{ method: 'REQUEST', uid: `consultation-${booked.split('.')[0]}@localhost` }]);
  });
});

it('keeps the calendar entry’s id with rising sequence numbers', async () => {
  const link = await desk.booked(MONDAY);
  const to = (startsAt: string) => postApi(desk.site, `/bookings/${link}/reschedule`, { startsAt });
  desk.clock.now = at('2026-11-22T15:00:00Z');
  await desk.sweep();
  await to(TUESDAY);
  desk.clock.now = at('2026-11-23T15:00:00Z');
  await desk.sweep();
  const moved = await postApi(
    desk.site,
    `/calendar/bookings/${link.split('.')[0]}/reschedule`,
    { date: '2026-11-25', time: '11:00' },
    { cookie: desk.owner.cookie },
  );
  expect(moved.statusCode, moved.body).toBe(200);
  await postApi(desk.site, `/bookings/${link}/cancel`, {});
  for (const address of [NOOR, desk.owner.email]) {
    const sent = (await entries(address)).toReversed();
    expect(sent.map(({ template, method, sequence, start }) => [template, method, sequence, start])).toEqual([
      ['booking_confirmed', 'REQUEST', 0, MONDAY],
      ['booking_reminder', 'REQUEST', 0, MONDAY],
      ['booking_rescheduled', 'REQUEST', 1, TUESDAY],
      ['booking_reminder', 'REQUEST', 1, TUESDAY],
      ['booking_rescheduled', 'REQUEST', 2, '2026-11-25T16:00:00.000Z'],
      ['booking_canceled', 'CANCEL', 3, '2026-11-25T16:00:00.000Z'],
    ]);
    expect(new Set(sent.map(({ uid }) => uid)).size).toBe(1);
    expect(sent.map(({ status }) => status)).toEqual([...Array<string>(5).fill('CONFIRMED'), 'CANCELLED']);
  }
});
