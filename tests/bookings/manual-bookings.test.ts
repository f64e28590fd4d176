import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { expectApiError, getApi } from '../support/api-client.ts';
import { insertBookingRow } from '../support/booking-factory.ts';
import { listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let now = NOON;
let owner: SignedInUser;
const { arrive, send, rows } = memberFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = NOON;
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from bookings');
  await site.db.$client.query('delete from emails');
  await site.db.$client.query(
    `update site_sections set content = jsonb_set(content, '{timeZone}', '"Europe/Berlin"') where key = 'profile'`,
  );
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});

const call = {
  title: 'A call',
  minutes: 45,
  date: '2026-11-24',
  time: '10:00',
  name: 'Grace Murray',
  email: 'grace@client.example',
  notifyClient: false,
};
const book = (body: object = {}, who = owner) => send(who, 'POST', '/calendar/bookings', { ...call, ...body });
const bookings = async () =>
  (await rows('bookings')).map(({ state, starts_at }) => [state, (starts_at as Date).toISOString()]);

describe('manual booking', () => {
  it('is possible at any time, charges nothing and sends no email', async () => {
    // A Sunday night, outside of the weekly hours.
    const booked = await book({ date: '2026-11-29', time: '23:30' });
    expect(booked.statusCode, booked.body).toBe(201);
    expect(await bookings()).toEqual([['confirmed', '2026-11-29T22:30:00.000Z']]);
    expect(await rows('booking_events')).toMatchObject([{ transition: 'create', actor: 'owner', actor_id: owner.id }]);
    expect(await rows('emails')).toEqual([]);
    expect(await rows('billing_documents')).toEqual([]);
    expect(await rows('client_emails')).toMatchObject([{ email: 'grace@client.example', is_primary: true }]);
  });

  it('notifies client and owner on request', async () => {
    expect((await book({ notifyClient: true })).statusCode).toBe(201);
    expect((await rows('emails')).map(mail => String(mail.to_email)).toSorted()).toEqual(
      ['grace@client.example', owner.email].toSorted(),
    );
    expect(
      expectApiError(await book({ notifyClient: true, email: '', time: '15:00' }), 'BAD_REQUEST').fields,
    ).toHaveProperty('email');
    expect(await bookings()).toHaveLength(1);
  });

  it('names the deadline for changes in the confirmation, unless it has passed', async () => {
    const confirm = async (time: string) => {
      expect((await book({ time, notifyClient: true })).statusCode).toBe(201);
      const [mail] = await listEmailsTo(site, call.email);
      return mail?.text;
    };
    expect(await confirm('10:00')).toMatch(/cancel for a full refund,\s+until 23 Nov 2026, 22:00/);
    await site.db.$client.query('update booking_settings set minimum_change_notice_hours = 720');
    onTestFinished(async () => {
      await site.db.$client.query('update booking_settings set minimum_change_notice_hours = 12');
    });
    expect(await confirm('14:00')).not.toContain('reschedule');
  });

  it('uses the option’s title and duration by default', async () => {
    const { options } = await getApi<{ options: { id: string; title: string; durationMinutes: number }[] }>(
      site,
      '/consultations',
    );
    const [option] = options;
    const { title: _title, minutes: _minutes, ...rest } = call;
    expect((await send(owner, 'POST', '/calendar/bookings', { ...rest, optionId: option?.id })).statusCode).toBe(201);
    expect(await rows('bookings')).toMatchObject([{ title: option?.title, duration_minutes: option?.durationMinutes }]);
  });

  it.each([
    ['in the past', { date: '2026-11-20', time: '12:59' }, 'time'],
    ['at a time that the clocks skip', { date: '2027-03-28', time: '02:30' }, 'time'],
    ['with an unknown option', { optionId: 'nothing', title: '' }, 'optionId'],
  ])('is refused for something %s, with an error on the field', async (_name, body, field) => {
    expect(Object.keys(expectApiError(await book(body), 'UNPROCESSABLE').fields)).toEqual([field]);
    expect(await bookings()).toEqual([]);
  });

  it('is refused with all errors of its fields together', async () => {
    const empty = { title: '', minutes: undefined, date: '', notifyClient: true, email: '' };
    const minutes = 'Enter a whole number of minutes from 5 to 720.';
    expect(expectApiError(await book(empty), 'BAD_REQUEST').fields).toEqual({
      title: 'Enter a title.',
      minutes,
      date: 'Enter a date.',
      email: 'Enter an email address, or don’t send a confirmation.',
    });
    for (const wrong of [4, 721, '1.5', 'an hour'])
      expect(expectApiError(await book({ minutes: wrong }), 'BAD_REQUEST').fields).toEqual({ minutes });
  });

  it('is refused inside another booking’s buffer but not next to it', async () => {
    await insertBookingRow(site, { startsAt: '2026-11-24T09:00:00Z', minutes: 60 });
    expect(expectApiError(await book({ time: '11:29' }), 'CONFLICT').fields).toHaveProperty('time');
    expect((await book({ time: '11:30' })).statusCode).toBe(201);
    expect(await bookings()).toHaveLength(2);
  });

  it('is created once for ten submissions', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => book({ idempotencyKey: 'one' })));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await bookings()).toHaveLength(1);
    expectApiError(await book({ idempotencyKey: 'one', time: '16:00' }), 'UNPROCESSABLE');
  });

  it('is limited to the owner', async () => {
    const member = await arrive({ name: 'Hedy Kiesler' });
    expectApiError(await book({}, member), 'FORBIDDEN');
    expect(await bookings()).toEqual([]);
  });
});

describe('booking', () => {
  const reschedule = (id: number, date: string, time: string) =>
    send(owner, 'POST', `/calendar/bookings/${id}/reschedule`, { date, time });
  const recordOutcome = (id: number, outcome: string) =>
    send(owner, 'POST', `/calendar/bookings/${id}/outcome`, { outcome });

  it('is moved by the owner in their time zone, and both parties are notified', async () => {
    const id = await insertBookingRow(site, { startsAt: '2026-11-24T09:00:00Z' });
    expect((await reschedule(id, '2026-11-26', '18:15')).json()).toEqual({ number: id });
    expect(await rows('bookings')).toMatchObject([{ starts_at: new Date('2026-11-26T17:15:00Z'), sequence: 1 }]);
    expect(await rows('emails')).toHaveLength(2);
    expect(expectApiError(await reschedule(id, '2026-11-26', '18:15'), 'UNPROCESSABLE').fields.time).toContain(
      'already',
    );
    const other = await insertBookingRow(site, { startsAt: '2026-11-27T09:00:00Z' });
    expect(expectApiError(await reschedule(other, '2026-11-26', '18:30'), 'CONFLICT').fields).toHaveProperty('time');
    expect(await rows('emails')).toHaveLength(2);
  });

  it('is listed after upcoming ones when canceled or over', async () => {
    const add = (startsAt: string, state: string) => insertBookingRow(site, { startsAt, state });
    const over = await add('2026-11-19T09:00:00Z', 'completed');
    const cancelled = await add('2026-11-23T09:00:00Z', 'canceled');
    const second = await add('2026-11-25T09:00:00Z', 'confirmed');
    const first = await add('2026-11-24T09:00:00Z', 'awaiting_payment');
    const { items } = await getApi<{ items: { number: number }[] }>(site, '/bookings', owner.cookie);
    expect(items.map(({ number }) => number)).toEqual([first, second, cancelled, over]);
  });

  it('can be marked as completed or no-show once it has begun', async () => {
    const id = await insertBookingRow(site, { startsAt: '2026-11-20T12:30:00Z' });
    expectApiError(await recordOutcome(id, 'no_show'), 'CONFLICT');
    now = NOON.add({ minutes: 31 });
    expect((await recordOutcome(id, 'no_show')).statusCode).toBe(200);
    expect((await recordOutcome(id, 'completed')).statusCode).toBe(200);
    expectApiError(await recordOutcome(id, 'completed'), 'CONFLICT');
    expect((await rows('booking_events')).map(event => event.transition)).toEqual(['mark_no_show', 'complete']);
    expectApiError(await recordOutcome(999_999, 'completed'), 'NOT_FOUND');
  });
});
