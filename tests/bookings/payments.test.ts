import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectApiError, postApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';
import { listEmailedEvents, parseCalendarEvent } from '../support/ical-parser.ts';
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
const refunds = async () => (await desk.query('select status, amount from refunds order by id desc')).rows;
const owedOn = async (number: number) =>
  (
    await desk.query(
      'select coalesce(sum(e.amount), 0)::int as owed from ledger_entries e join billing_documents d on d.id = e.billing_document_id where d.booking_id = $1',
      [number],
    )
  ).rows[0]?.owed;

describe('payment for a booking', () => {
  it('confirms it and emails calendar entries to both parties', async () => {
    const link = await desk.booked(MONDAY);
    const booking = await desk.read(link);
    expect(booking).toMatchObject({ state: 'confirmed', hold: null, openInvoice: null });
    const [client] = await entries(NOOR);
    expect(client).toMatchObject({
      template: 'booking_confirmed',
      method: 'REQUEST',
      sequence: 0,
      start: MONDAY,
      end: '2026-11-23T15:30:00.000Z',
      status: 'CONFIRMED',
      attendees: ['MAILTO:noor@site.example'],
    });
    expect(client?.uid).toBe(`consultation-${booking.number}@localhost`);
    expect((await entries(desk.owner.email))[0]).toMatchObject({ template: 'booking_confirmed', uid: client?.uid });
    const file = await desk.site.http.app.inject({ url: booking.icsPath ?? '' });
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(parseCalendarEvent(file.body)).toMatchObject({ method: null, uid: client?.uid, start: MONDAY });
  });

  it('takes the time again when late while it is free', async () => {
    const link = await desk.held(MONDAY);
    await desk.enter(link);
    const pay = await desk.beginCard(await desk.read(link));
    desk.clock.now = at('2026-11-20T12:45:00Z');
    await desk.sweep();
    expect(await desk.read(link)).toMatchObject({ state: 'expired', isPaymentPending: true, refund: null });
    expect(await templates(NOOR)).toEqual(['booking_hold_expired', 'booking_payment_due']);
    await pay();
    expect(await desk.read(link)).toMatchObject({ state: 'confirmed', isPaymentPending: false });
    expect(await refunds()).toEqual([]);
  });

  it('is refunded with a notice when the time was taken', async () => {
    const link = await desk.held(MONDAY);
    await desk.enter(link);
    const pay = await desk.beginCard(await desk.read(link));
    desk.clock.now = at('2026-11-20T12:45:00Z');
    await desk.held(MONDAY);
    await pay();
    const booking = await desk.read(link);
    expect(booking).toMatchObject({
      state: 'expired',
      isPaymentPending: false,
      refund: { amount: 5000, isComplete: false },
    });
    await desk.refund();
    expect((await desk.read(link)).refund?.isComplete).toBe(true);
    expect(await refunds()).toEqual([{ status: 'succeeded', amount: 5000 }]);
    expect(await owedOn(booking.number)).toBe(0);
    expect(await templates(NOOR)).toEqual([
      'refund_sent',
      'booking_slot_lost',
      'booking_hold_expired',
      'booking_payment_due',
    ]);
    expect(desk.providers.countRefunds()).toBe(1);
  });

  it('is no longer due after the hold expires, unless a payment is pending', async () => {
    const link = await desk.held(MONDAY);
    await desk.enter(link);
    const waiting = await desk.held(TUESDAY);
    await desk.enter(waiting);
    const booking = await desk.read(waiting);
    await desk.beginCard(booking);
    desk.clock.now = at('2026-11-20T12:31:00Z');
    await desk.sweep();
    expect(
      (await desk.read(link)).billingDocuments.map(({ title, amountDue }) => [title.split(' ')[0], amountDue]),
    ).toEqual([
      ['Credit', 0],
      ['Invoice', 0],
    ]);
    expect((await desk.read(waiting)).billingDocuments).toMatchObject([{ amountDue: 5000 }]);
    desk.clock.now = at('2026-11-20T14:31:00Z');
    await desk.sweep();
    expect(await owedOn(booking.number)).toBe(0);
  });

  it('reported manually keeps the time until the owner decides, but not past the start', async () => {
    const told = { method: 'bank_transfer', sender: 'Noor', reference: 'T-1' };
    const link = await desk.held(MONDAY);
    await desk.enter(link);
    const answer = await desk.pay(await desk.read(link), told);
    expect(answer.statusCode, answer.body).toBe(201);
    expect((await desk.read(link)).hold?.expiresAt).toBe(MONDAY);
    desk.clock.now = at('2026-11-22T12:00:00Z');
    await desk.sweep();
    const { id } = answer.json<{ id: number }>();
    const decide = (what: string, body: object = {}) =>
      postApi(desk.site, `/payments/${id}/${what}`, body, { cookie: desk.owner.cookie });
    expect((await decide('confirm')).statusCode).toBe(200);
    expect((await desk.read(link)).state).toBe('confirmed');

    const second = await desk.held(TUESDAY);
    await desk.enter(second);
    const late = await desk.pay(await desk.read(second), { ...told, reference: 'T-2' });
    desk.clock.now = at('2026-11-24T15:00:00Z');
    await desk.sweep();
    expect((await desk.read(second)).state).toBe('expired');
    const confirmed = await postApi(
      desk.site,
      `/payments/${late.json<{ id: number }>().id}/confirm`,
      {},
      { cookie: desk.owner.cookie },
    );
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    expect((await refunds())[0]).toEqual({ status: 'pending', amount: 5000 });
    expect((await templates(NOOR))[0]).toBe('booking_slot_lost');
  });

  it('not found keeps the time for another half hour', async () => {
    const link = await desk.held(MONDAY);
    await desk.enter(link);
    const answer = await desk.pay(await desk.read(link), { method: 'bank_transfer', sender: 'Noor', reference: 'T-3' });
    const { id } = answer.json<{ id: number }>();
    desk.clock.now = at('2026-11-21T12:00:00Z');
    const rejected = await postApi(
      desk.site,
      `/payments/${id}/reject`,
      { reason: 'Nothing came.' },
      { cookie: desk.owner.cookie },
    );
    expect(rejected.statusCode, rejected.body).toBe(200);
    expect((await desk.read(link)).hold?.expiresAt).toBe('2026-11-21T12:30:00.000Z');
  });
});

describe('changing a booking', () => {
  const cancel = (link: string, body: object = {}) => postApi(desk.site, `/bookings/${link}/cancel`, body);
  const move = (link: string, startsAt: string) => postApi(desk.site, `/bookings/${link}/reschedule`, { startsAt });

  it('moves it to another free time and updates its calendar entry', async () => {
    const link = await desk.booked(MONDAY);
    const free = await desk.times('2026-11-23T00:00:00Z');
    expect(free).not.toContain(MONDAY);
    const { fields } = await (async () => {
      await desk.held(TUESDAY);
      return expectApiError(await move(link, TUESDAY), 'CONFLICT');
    })();
    expect(fields.suggestedSlots).toContain('2026-11-24T16:00:00.000Z');
    // The booking's own buffers don't block it.
    expect((await move(link, '2026-11-23T15:30:00.000Z')).statusCode).toBe(200);
    expect((await move(link, '2026-11-25T16:00:00.000Z')).statusCode).toBe(200);
    const [moved, , confirmed] = await entries(NOOR);
    expect(moved).toMatchObject({
      template: 'booking_rescheduled',
      method: 'REQUEST',
      sequence: 2,
      start: '2026-11-25T16:00:00.000Z',
    });
    expect(moved?.uid).toBe(confirmed?.uid);
    expect(await desk.times('2026-11-23T00:00:00Z')).toContain(MONDAY);
  });

  it('cancels it with a full refund and removes its calendar entry', async () => {
    const link = await desk.booked(MONDAY);
    expect((await cancel(link)).statusCode).toBe(200);
    // The refund is not complete until the provider has processed it.
    expect((await desk.read(link)).refund).toEqual({ amount: 5000, isComplete: false });
    await desk.refund();
    const booking = await desk.read(link);
    expect(booking).toMatchObject({ state: 'canceled', icsPath: null, refund: { amount: 5000, isComplete: true } });
    expect((await refunds())[0]).toEqual({ status: 'succeeded', amount: 5000 });
    expect(await owedOn(booking.number)).toBe(0);
    const [cancelled, confirmed] = await entries(NOOR);
    expect(cancelled).toMatchObject({
      method: 'CANCEL',
      sequence: 1,
      status: 'CANCELLED',
      uid: confirmed?.uid,
      start: MONDAY,
    });
    expect((await entries(desk.owner.email))[0]).toMatchObject({ method: 'CANCEL', sequence: 1 });
    expectApiError(await cancel(link), 'CONFLICT');
    expect((await desk.hold(MONDAY)).statusCode).toBe(201);
  });

  it('is refused to the client after the notice period but not to the owner with a reason', async () => {
    const link = await desk.booked(MONDAY);
    desk.clock.now = at('2026-11-23T03:00:00.001Z');
    expect(expectApiError(await cancel(link), 'CONFLICT').message).toContain('Until 12 hours before');
    expectApiError(await move(link, TUESDAY), 'CONFLICT');
    expect((await desk.read(link)).changeReasons.cancel).toContain('12 hours');
    const [number = ''] = link.split('.');
    const byOwner = (body: object) =>
      postApi(desk.site, `/bookings/${number}/cancel`, body, { cookie: desk.owner.cookie });
    expectApiError(await byOwner({}), 'UNPROCESSABLE');
    expect((await byOwner({ reason: 'I am ill.' })).statusCode).toBe(200);
    expect((await refunds())[0]).toMatchObject({ amount: 5000 });
    const [mail] = await listEmailsTo(desk.site, NOOR);
    expect(mail?.text).toContain('I am ill.');
  });

  it('refunds money that arrives after a cancellation', async () => {
    const link = await desk.held(MONDAY);
    await desk.enter(link);
    const pay = await desk.beginCard(await desk.read(link));
    expect((await cancel(link)).statusCode).toBe(200);
    const before = (await refunds()).length;
    await pay();
    expect((await refunds()).length).toBe(before + 1);
    expect((await desk.read(link)).state).toBe('canceled');
  });
});
