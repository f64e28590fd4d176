import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createManualBooking, recordBookingOutcome } from '#features/bookings/scheduling/handlers.ts';
import { insertBooking } from '#features/bookings/lifecycle/queries/bookings.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';
import { listEmailsTo } from '../support/emails.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await bookingFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.cleanUp());

/** Monday at 10:00 in New York. */
const MONDAY = '2026-11-23T15:00:00.000Z';
const at = (text: string) => Temporal.Instant.from(text);

describe('free times', () => {
  it('follow the owner’s hours as instants', async () => {
    const monday = await fixture.times('2026-11-23T00:00:00Z');
    expect([monday.at(0), monday.at(-1), monday.length]).toEqual([MONDAY, '2026-11-23T21:30:00.000Z', 14]);
    expect(await fixture.times('2026-11-21T00:00:00Z', 2)).toEqual([]);
    expect(await fixture.times('2026-11-23T00:00:00Z', 1, 'strategy')).toHaveLength(11);
    expect(await fixture.times('2026-11-23T00:00:00Z', 1, 'hourly', 4)).toHaveLength(7);
  });

  it('exclude bookings with buffers, busy times and full days', async () => {
    await fixture.held('2026-11-23T17:00:00.000Z');
    const left = await fixture.times('2026-11-23T00:00:00Z');
    expect(left.filter(time => time >= '2026-11-23T16:00' && time < '2026-11-23T18:30')).toEqual([
      '2026-11-23T16:00:00.000Z',
      '2026-11-23T18:00:00.000Z',
    ]);
    const { rows } = await fixture.query(
      "insert into external_calendars (name, encrypted_url, host, next_attempt_at, created_at) values ('Home', 'x', 'x', now(), now()) returning id",
    );
    await fixture.query(
      "insert into busy_times (external_calendar_id, starts_at, ends_at) values ($1, '2026-11-23T15:00Z', '2026-11-23T15:30Z')",
      [rows[0]?.id],
    );
    expect((await fixture.times('2026-11-23T00:00:00Z'))[0]).toBe('2026-11-23T16:00:00.000Z');
    await fixture.held('2026-11-24T15:00:00.000Z');
    await fixture.query('update booking_settings set max_bookings_per_day = 1');
    expect(await fixture.times('2026-11-24T00:00:00Z')).toEqual([]);
    expect(await fixture.times('2026-11-25T00:00:00Z')).toHaveLength(14);
    await fixture.query('update booking_settings set max_bookings_per_day = 4');
  });

  it('include the time of the booking that is moved', async () => {
    const link = await fixture.held(MONDAY);
    const span = 'from=2026-11-23T00:00:00Z&until=2026-11-24T00:00:00Z';
    const path = `/consultations/initial/slots?${span}`;
    expect((await getApi<{ slots: string[] }>(fixture.site, path)).slots).not.toContain(MONDAY);
    expect((await getApi<{ slots: string[] }>(fixture.site, `${path}&booking=${link}`)).slots).toContain(MONDAY);
  });

  it('are refused for unknown options and long ranges', async () => {
    const span = 'from=2026-11-23T00:00:00Z&until=2026-11-24T00:00:00Z';
    expectApiError(await requestApi(fixture.site, `/consultations/none/slots?${span}`), 'NOT_FOUND');
    expectApiError(await requestApi(fixture.site, `/consultations/hourly/slots?hours=5&${span}`), 'BAD_REQUEST');
    const long = 'from=2026-11-23T00:00:00Z&until=2027-11-24T00:00:00Z';
    expectApiError(await requestApi(fixture.site, `/consultations/initial/slots?${long}`), 'BAD_REQUEST');
  });
});

describe('hold', () => {
  it('reserves the time for half an hour and returns the next available times to others', async () => {
    for (const far of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      expect(expectApiError(await fixture.hold(far), 'CONFLICT').fields.suggestedSlots, far).toContain(MONDAY);
    }
    const link = await fixture.held(MONDAY);
    const booking = await fixture.read(link);
    expect(booking).toMatchObject({ state: 'held', startsAt: MONDAY, durationMinutes: 30, total: 5000, client: null });
    expect(booking.hold).toEqual({ expiresAt: '2026-11-20T12:30:00.000Z', remainingMs: 1_800_000 });
    const { fields } = expectApiError(await fixture.hold(MONDAY), 'CONFLICT');
    expect(fields.suggestedSlots?.split(' ').slice(0, 2)).toEqual([
      '2026-11-23T16:00:00.000Z',
      '2026-11-23T16:30:00.000Z',
    ]);
    fixture.clock.now = at('2026-11-20T12:29:59Z');
    expectApiError(await fixture.hold(MONDAY), 'CONFLICT');
    // The next request expires the hold; no job has run.
    fixture.clock.now = at('2026-11-20T12:30:00Z');
    expect((await fixture.read(link)).state).toBe('expired');
    expect((await fixture.hold(MONDAY)).statusCode).toBe(201);
    const { rows } = await fixture.query('select state from bookings where id = $1', [booking.number]);
    expect(rows).toEqual([{ state: 'expired' }]);
  });

  it('is expired once by the job', async () => {
    await fixture.held(MONDAY);
    fixture.clock.now = at('2026-11-20T12:31:00Z');
    await fixture.sweep();
    await fixture.sweep();
    const { rows } = await fixture.query("select actor, from_state from booking_events where transition = 'expire'");
    expect(rows).toEqual([{ actor: 'system', from_state: 'held' }]);
    expect(await fixture.site.db.$client.query('select from emails').then(({ rowCount }) => rowCount)).toBe(0);
  });

  it('is released when its own visitor, and no one else, chooses another time', async () => {
    const link = await fixture.held(MONDAY);
    const second = await fixture.held('2026-11-24T15:00:00.000Z', { replacesHold: link });
    expect((await fixture.read(link)).state).toBe('canceled');
    const guessed = `${second.split('.')[0]}.${'x'.repeat(43)}`;
    await fixture.held('2026-11-25T15:00:00.000Z', { replacesHold: guessed });
    expect((await fixture.read(second)).state).toBe('held');
  });

  it('is refused outside hours, too early, too late and for unknown time zones', async () => {
    for (const startsAt of [
      '2026-11-23T14:30:00.000Z',
      '2026-11-23T15:10:00.000Z',
      '2026-11-22T15:00:00.000Z',
      '2027-03-01T15:00:00.000Z',
    ]) {
      expectApiError(await fixture.hold(startsAt), 'CONFLICT');
    }
    fixture.clock.now = at('2026-11-23T03:00:01Z');
    expectApiError(await fixture.hold(MONDAY), 'CONFLICT');
    fixture.clock.now = at('2026-11-23T03:00:00Z');
    expect((await fixture.hold(MONDAY)).statusCode).toBe(201);
    const { fields } = expectApiError(await fixture.hold(MONDAY, { timeZone: 'Mars/Olympus' }), 'BAD_REQUEST');
    expect(fields.timeZone).toBe('Choose a time zone from the list.');
  });

  it('is created once for fifty requests with one key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 50 }, () => fixture.hold(MONDAY, {}, key)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(201);
    const { rows } = await fixture.query("select count(*)::int as held from bookings where state = 'held'");
    expect(rows).toEqual([{ held: 1 }]);
    expectApiError(await fixture.hold('2026-11-24T15:00:00.000Z', {}, key), 'UNPROCESSABLE');
  });
});

describe('exclusion constraint', () => {
  it('prevents double bookings past all other checks', async () => {
    await fixture.held(MONDAY);
    const again = await fixture.db.transaction(tx =>
      insertBooking(tx, {
        state: 'confirmed',
        title: 'By another door',
        durationMinutes: 30,
        startsAt: new Date('2026-11-23T15:50:00Z'),
        endsAt: new Date('2026-11-23T16:20:00Z'),
        blockedFrom: new Date('2026-11-23T15:44:59Z'),
        blockedUntil: new Date('2026-11-23T16:35:00Z'),
        bookedBy: 'owner',
        clientName: 'Lin',
        timeZone: 'UTC',
        total: ZERO,
        unitPrice: ZERO,
        tax: { behavior: 'inclusive', name: 'Tax', basisPoints: 0 },
        currency: 'USD',
        createdAt: new Date(),
        updatedAt: new Date(),
      }),
    );
    expect(again).toBeNull();
  });
});

describe('booking details', () => {
  it('issue the invoice, renew the hold and email the client a payment link', async () => {
    const link = await fixture.held(MONDAY, { optionId: 'hourly', hours: 3 });
    fixture.clock.now = at('2026-11-20T12:20:00Z');
    const { fields } = expectApiError(await fixture.enter(link, { name: undefined, email: 'x' }), 'BAD_REQUEST');
    expect(Object.keys(fields)).toEqual(['email']);
    expect((await fixture.enter(link)).json()).toMatchObject({ isConfirmed: false });
    const booking = await fixture.read(link);
    expect(booking).toMatchObject({ state: 'awaiting_payment', durationMinutes: 180, total: 30_000, quantity: 3 });
    expect(booking.hold?.expiresAt).toBe('2026-11-20T12:50:00.000Z');
    expect(booking.billingDocuments).toMatchObject([{ total: 30_000, amountDue: 30_000 }]);
    const { rows } = await fixture.query('select content from billing_documents order by id desc limit 1');
    expect(rows[0]?.content).toMatchObject({
      kind: 'invoice',
      client: { name: 'Noor Haddad' },
      lineItems: [{ quantity: 3, unitAmount: 10_000 }],
    });
    const [mail] = await listEmailsTo(fixture.site, 'noor@site.example');
    expect(mail).toMatchObject({ template: 'booking_payment_due' });
    expect(mail?.text).toContain(link);
    // In the client's time zone.
    expect(mail?.text).toContain('23 Nov 2026, 20:30');
    expectApiError(await fixture.enter(link), 'CONFLICT');
  });

  it('revive an expired hold while its time is free, otherwise offer other times', async () => {
    const link = await fixture.held(MONDAY);
    fixture.clock.now = at('2026-11-20T13:00:00Z');
    await fixture.sweep();
    expect((await fixture.enter(link)).statusCode).toBe(200);
    const other = await fixture.held('2026-11-24T15:00:00.000Z');
    fixture.clock.now = at('2026-11-20T13:40:00Z');
    await fixture.held('2026-11-24T15:00:00.000Z');
    const { fields } = expectApiError(await fixture.enter(other), 'CONFLICT');
    const [next = ''] = fields.suggestedSlots?.split(' ') ?? [];
    expect((await fixture.read(other)).suggestedSlots).toContain(next);
    expect((await fixture.enter(other, { startsAt: next })).statusCode).toBe(200);
    expect(await fixture.read(other)).toMatchObject({ state: 'awaiting_payment', startsAt: next });
  });

  it('confirm a free consultation immediately', async () => {
    await fixture.query("update consultation_options set price_amount = 0 where id = 'initial'");
    const link = await fixture.held(MONDAY);
    expect((await fixture.enter(link)).json()).toMatchObject({ isConfirmed: true });
    expect(await fixture.read(link)).toMatchObject({ state: 'confirmed', billingDocuments: [] });
    await fixture.query("update consultation_options set price_amount = 5000 where id = 'initial'");
  });
});

describe('booking', () => {
  it('is readable by its client, the owner and holders of the link, otherwise 404', async () => {
    const link = await fixture.held(MONDAY);
    const lin = await fixture.people.arrive({ name: 'Lin' });
    const grace = await fixture.people.arrive({ name: 'Grace' });
    expect((await fixture.enter(link, {}, lin.cookie)).statusCode).toBe(200);
    const [number = ''] = link.split('.');
    expect(await fixture.read(number, lin.cookie)).toMatchObject({ party: 'client', client: { name: 'Lin' } });
    expect(await fixture.read(number, fixture.owner.cookie)).toMatchObject({ party: 'owner' });
    expectApiError(await requestApi(fixture.site, `/bookings/${number}`, grace.cookie), 'NOT_FOUND');
    expectApiError(await requestApi(fixture.site, `/bookings/${number}`), 'UNAUTHORIZED');
    expectApiError(await requestApi(fixture.site, `/bookings/${number}.${'x'.repeat(43)}`, grace.cookie), 'NOT_FOUND');
    expectApiError(await requestApi(fixture.site, '/bookings/99999', grace.cookie), 'NOT_FOUND');
    for (const path of ['cancellation', 'time', 'details']) {
      const body = path === 'time' ? { startsAt: MONDAY } : {};
      expectApiError(
        await postApi(fixture.site, `/bookings/${number}/${path}`, body, { cookie: grace.cookie }),
        'NOT_FOUND',
      );
    }
    const own = await getApi<{ total: number }>(fixture.site, '/bookings', lin.cookie);
    const others = await getApi<{ total: number }>(fixture.site, '/bookings', grace.cookie);
    expect([own.total, others.total]).toEqual([1, 0]);
  });

  it('gives its files only to its client and the owner', async () => {
    const link = await fixture.held(MONDAY);
    const sent = await fixture.site.http.app.inject({
      method: 'POST',
      url: `/api/v1/bookings/${link}/files?name=plan.txt`,
      payload: 'The plan.',
      headers: { 'content-type': 'application/octet-stream', origin: fixture.site.http.services.siteUrl },
    });
    expect(sent.statusCode, sent.body).toBe(201);
    const { files } = await fixture.read(link);
    expect(files).toMatchObject([{ name: 'plan.txt', sizeBytes: 9 }]);
    const download = (url: string) => fixture.site.http.app.inject({ url });
    expect((await download(files[0]?.path ?? '')).body).toBe('The plan.');
    expect((await download(`/booking/${link.replace(/.$/, '_')}/files/${files[0]?.id}`)).statusCode).toBe(404);
    expect((await download(`/booking/${link}/consultation.ics`)).statusCode).toBe(404);
  });

  it('can be created manually by the owner and settled once it has begun', async () => {
    const by = (startsAt: string) =>
      fixture.db.transaction(tx =>
        createManualBooking(
          tx,
          fixture.site.http.services,
          {
            title: 'A talk',
            optionId: null,
            startsAt: new Date(startsAt),
            durationMinutes: 45,
            clientName: 'Lin',
            clientEmail: 'lin@else.example',
            clientPhone: null,
            notes: '',
            timeZone: 'Europe/Berlin',
            currency: 'USD',
            shouldNotify: true,
          },
          fixture.owner.id,
        ),
      );
    const { id } = await by('2026-11-22T08:00:00Z');
    expect((await listEmailsTo(fixture.site, 'lin@else.example')).map(({ template }) => template)).toEqual([
      'booking_confirmed',
    ]);
    await expect(by('2026-11-22T08:30:00Z')).rejects.toThrow('This time overlaps another booking.');
    const recordOutcome = (transition: 'complete' | 'mark_no_show') =>
      fixture.db.transaction(tx =>
        recordBookingOutcome(tx, fixture.site.http.services, {
          bookingId: id,
          transition,
          ownerId: fixture.owner.id,
        }),
      );
    await expect(recordOutcome('mark_no_show')).rejects.toThrow('hasn’t started');
    fixture.clock.now = at('2026-11-22T09:00:00Z');
    await fixture.sweep();
    expect((await fixture.read(String(id), fixture.owner.cookie)).state).toBe('completed');
    expect((await recordOutcome('mark_no_show')).state).toBe('no_show');
  });
});
