import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';
import { listEmailedEvents } from '../support/ical-parser.ts';
import { listEmailsTo } from '../support/emails.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await bookingFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.cleanUp());

const MONDAY = '2026-11-23T15:00:00.000Z';
const TUESDAY = '2026-11-24T15:00:00.000Z';
const NOOR = 'noor@site.example';
const at = (text: string) => Temporal.Instant.from(text);
const entries = (address: string) => listEmailedEvents(fixture.site, address);
const templates = async (address: string) =>
  (await listEmailsTo(fixture.site, address)).map(({ template }) => template);

describe('booking reminders', () => {
  const reminded = async () => (await templates(NOOR)).filter(name => name === 'booking_reminder').length;

  it('are sent once to both parties a day and an hour before', async () => {
    await fixture.booked(TUESDAY);
    const both = () => Promise.all([fixture.sweep(), fixture.sweep()]);
    for (const [when, count] of [
      ['2026-11-23T14:59:00Z', 0],
      ['2026-11-23T15:00:00Z', 1],
      ['2026-11-23T16:00:00Z', 1],
      ['2026-11-24T14:00:00Z', 2],
      ['2026-11-24T14:30:00Z', 2],
    ] as const) {
      fixture.clock.now = at(when);
      // Two instances on one database, and each again after a restart.
      await both();
      await both();
      expect([when, await reminded()]).toEqual([when, count]);
    }
    expect((await entries(NOOR))[0]).toMatchObject({ template: 'booking_reminder', sequence: 0 });
    expect((await templates(fixture.owner.email)).filter(name => name === 'booking_reminder')).toHaveLength(2);
  });

  it('follow a moved booking and stop after cancellation', async () => {
    const link = await fixture.booked('2026-11-25T15:00:00.000Z');
    const canceled = await fixture.booked('2026-11-25T17:00:00.000Z');
    fixture.clock.now = at('2026-11-24T15:00:00Z');
    await fixture.sweep();
    expect(await reminded()).toBe(1);
    await postApi(fixture.site, `/bookings/${link}/reschedule`, { startsAt: '2026-11-27T15:00:00.000Z' });
    await postApi(fixture.site, `/bookings/${canceled}/cancel`, {});
    fixture.clock.now = at('2026-11-24T18:00:00Z');
    await fixture.sweep();
    fixture.clock.now = at('2026-11-25T14:30:00Z');
    await fixture.sweep();
    expect(await reminded()).toBe(1);
    fixture.clock.now = at('2026-11-26T15:00:00Z');
    await fixture.sweep();
    expect(await reminded()).toBe(2);
  });

  it('already due when booked are skipped', async () => {
    await fixture.query('update booking_settings set minimum_notice_hours = 0');
    try {
      fixture.clock.now = at('2026-11-24T12:00:00Z');
      await fixture.booked(TUESDAY);
      await fixture.sweep();
      expect(await reminded()).toBe(0);
      fixture.clock.now = at('2026-11-24T14:00:00Z');
      await fixture.sweep();
      await fixture.sweep();
      expect(await reminded()).toBe(1);
      const [mail] = await listEmailsTo(fixture.site, NOOR);
      expect(mail?.subject).toMatch(/ starts within an hour$/);
    } finally {
      await fixture.query('update booking_settings set minimum_notice_hours = 12');
    }
  });

  it('are not sent for unconfirmed bookings or too late', async () => {
    await fixture.held(TUESDAY);
    const waiting = await fixture.held('2026-11-24T17:00:00.000Z');
    await fixture.enter(waiting);
    const booked = await fixture.booked('2026-11-24T19:00:00.000Z');
    const cancelled = await fixture.booked('2026-11-24T21:00:00.000Z');
    await postApi(fixture.site, `/bookings/${cancelled}/cancel`, {});
    // The site was down from two days to half an hour before the booking.
    fixture.clock.now = at('2026-11-24T18:30:00Z');
    await fixture.sweep();
    expect(await reminded()).toBe(1);
    fixture.clock.now = at('2026-11-24T20:30:00Z');
    await fixture.sweep();
    expect(await reminded()).toBe(1);
    const reminders = (await entries(NOOR)).filter(({ template }) => template === 'booking_reminder');
    expect(reminders).toMatchObject([{ method: 'REQUEST', uid: `consultation-${booked.split('.')[0]}@localhost` }]);
  });
});

it('keeps the calendar entry’s id with rising sequence numbers', async () => {
  const link = await fixture.booked(MONDAY);
  const to = (startsAt: string) => postApi(fixture.site, `/bookings/${link}/reschedule`, { startsAt });
  fixture.clock.now = at('2026-11-22T15:00:00Z');
  await fixture.sweep();
  await to(TUESDAY);
  fixture.clock.now = at('2026-11-23T15:00:00Z');
  await fixture.sweep();
  const moved = await postApi(
    fixture.site,
    `/calendar/bookings/${link.split('.')[0]}/reschedule`,
    { date: '2026-11-25', time: '11:00' },
    { cookie: fixture.owner.cookie },
  );
  expect(moved.statusCode, moved.body).toBe(200);
  await postApi(fixture.site, `/bookings/${link}/cancel`, {});
  for (const address of [NOOR, fixture.owner.email]) {
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
