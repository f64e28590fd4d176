import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectApiError, postApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';
import { listEmailedEvents, parseCalendarEvent } from '../support/ical-parser.ts';
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
const refunds = async () => (await fixture.query('select status, amount from refunds order by id desc')).rows;
const owedOn = async (number: number) =>
  (
    await fixture.query(
      'select coalesce(sum(e.amount), 0)::int as owed from ledger_entries e join billing_documents d on d.id = e.billing_document_id where d.booking_id = $1',
      [number],
    )
  ).rows[0]?.owed;

/** Pays for a booking through PayPal, which holds the money. `review` lets PayPal decide. */
async function payHeld(reason: string) {
  const link = await fixture.held(MONDAY);
  await fixture.enter(link);
  const answer = await fixture.pay(await fixture.read(link), { method: 'paypal' });
  const reference = answer.json<{ checkoutUrl: string }>().checkoutUrl.split('/').at(-1) ?? '';
  const { paypal } = fixture.providers;
  paypal.pay(reference);
  paypal.review?.(reference, 'PENDING', reason);
  return { link, review: (status: 'COMPLETED' | 'DECLINED') => paypal.review?.(reference, status) };
}

describe('payment for a booking', () => {
  it('confirms it and emails calendar entries to both parties', async () => {
    const link = await fixture.booked(MONDAY);
    const booking = await fixture.read(link);
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
    expect((await entries(fixture.owner.email))[0]).toMatchObject({ template: 'booking_confirmed', uid: client?.uid });
    const file = await fixture.site.http.app.inject({ url: booking.icsPath ?? '' });
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(parseCalendarEvent(file.body)).toMatchObject({ method: null, uid: client?.uid, start: MONDAY });
  });

  it('reserves the time again if it is late and the time is still free', async () => {
    const link = await fixture.held(MONDAY);
    await fixture.enter(link);
    const pay = await fixture.beginCard(await fixture.read(link));
    fixture.clock.now = at('2026-11-20T12:45:00Z');
    await fixture.sweep();
    expect(await fixture.read(link)).toMatchObject({ state: 'expired', isPaymentPending: true, refund: null });
    expect(await templates(NOOR)).toEqual(['booking_hold_expired', 'booking_payment_due']);
    await pay();
    expect(await fixture.read(link)).toMatchObject({ state: 'confirmed', isPaymentPending: false });
    expect(await refunds()).toEqual([]);
  });

  it('reserves the time again if only an expired hold has it', async () => {
    const link = await fixture.held(MONDAY);
    await fixture.enter(link);
    const pay = await fixture.beginCard(await fixture.read(link));
    fixture.clock.now = at('2026-11-20T12:31:00Z');
    const other = await fixture.held(MONDAY);
    fixture.clock.now = at('2026-11-20T13:02:00Z');
    // Before maintenance expires the other hold.
    await pay();
    expect(await fixture.read(link)).toMatchObject({ state: 'confirmed', refund: null });
    expect((await fixture.read(other)).state).toBe('expired');
  });

  it('is refunded with a notice if the time has been taken', async () => {
    const link = await fixture.held(MONDAY);
    await fixture.enter(link);
    const pay = await fixture.beginCard(await fixture.read(link));
    fixture.clock.now = at('2026-11-20T12:45:00Z');
    await fixture.held(MONDAY);
    await pay();
    const booking = await fixture.read(link);
    expect(booking).toMatchObject({
      state: 'expired',
      isPaymentPending: false,
      refund: { amount: 5000, isComplete: false },
    });
    await fixture.refund();
    expect((await fixture.read(link)).refund?.isComplete).toBe(true);
    expect(await refunds()).toEqual([{ status: 'succeeded', amount: 5000 }]);
    expect(await owedOn(booking.number)).toBe(0);
    expect(await templates(NOOR)).toEqual([
      'refund_sent',
      'booking_slot_lost',
      'booking_hold_expired',
      'booking_payment_due',
    ]);
    expect(fixture.providers.countRefunds()).toBe(1);
  });

  it('is no longer due after the hold expires, unless a payment is pending', async () => {
    const link = await fixture.held(MONDAY);
    await fixture.enter(link);
    const waiting = await fixture.held(TUESDAY);
    await fixture.enter(waiting);
    const booking = await fixture.read(waiting);
    const pay = await fixture.beginCard(booking);
    fixture.clock.now = at('2026-11-20T12:31:00Z');
    await fixture.sweep();
    expect(
      (await fixture.read(link)).billingDocuments.map(({ title, amountDue }) => [title.split(' ')[0], amountDue]),
    ).toEqual([
      ['Credit', 0],
      ['Invoice', 0],
    ]);
    expect((await fixture.read(waiting)).billingDocuments).toMatchObject([{ amountDue: 5000 }]);
    fixture.clock.now = at('2026-11-20T14:31:00Z');
    await fixture.sweep();
    expect(await owedOn(booking.number)).toBe(0);
    // The time is still free, but the reservation isn't renewed for a credited invoice.
    await pay();
    const [mail] = await listEmailsTo(fixture.site, NOOR);
    expect(mail).toMatchObject({ template: 'booking_slot_lost', text: expect.stringContaining('had already expired') });
  });

  it('keeps the time while PayPal checks it, but not after PayPal declines it', async () => {
    const { link, review } = await payHeld('PENDING_REVIEW');
    await fixture.refresh();
    fixture.clock.now = at('2026-11-21T12:00:00Z');
    await fixture.sweep();
    expect(await fixture.read(link)).toMatchObject({ state: 'awaiting_payment', hold: { expiresAt: MONDAY } });
    review('DECLINED');
    await fixture.refresh();
    expect((await fixture.read(link)).hold?.expiresAt).toBe('2026-11-21T12:30:00.000Z');
    expect(await templates(NOOR)).toEqual(['payment_rejected', 'booking_payment_due']);
  });

  it('that PayPal still checks after the hold has expired can reserve the time again', async () => {
    const { link, review } = await payHeld('ECHECK');
    fixture.clock.now = at('2026-11-20T12:45:00Z');
    await fixture.sweep();
    await fixture.refresh();
    fixture.clock.now = at('2026-11-22T12:00:00Z');
    await fixture.sweep();
    expect(await fixture.read(link)).toMatchObject({ state: 'expired', isPaymentPending: true });
    review('COMPLETED');
    await fixture.refresh();
    expect(await fixture.read(link)).toMatchObject({ state: 'confirmed', isPaymentPending: false, refund: null });
  });

  it('reported manually keeps the time until the owner decides, but not past the start', async () => {
    const report = { method: 'bank_transfer', sender: 'Noor', reference: 'T-1' };
    const link = await fixture.held(MONDAY);
    await fixture.enter(link);
    const answer = await fixture.pay(await fixture.read(link), report);
    expect(answer.statusCode, answer.body).toBe(201);
    expect((await fixture.read(link)).hold?.expiresAt).toBe(MONDAY);
    fixture.clock.now = at('2026-11-22T12:00:00Z');
    await fixture.sweep();
    const { id } = answer.json<{ id: number }>();
    const decide = (what: string, body: object = {}) =>
      postApi(fixture.site, `/payments/${id}/${what}`, body, { cookie: fixture.owner.cookie });
    expect((await decide('confirm')).statusCode).toBe(200);
    expect((await fixture.read(link)).state).toBe('confirmed');

    const second = await fixture.held(TUESDAY);
    await fixture.enter(second);
    const late = await fixture.pay(await fixture.read(second), { ...report, reference: 'T-2' });
    fixture.clock.now = at('2026-11-24T15:00:00Z');
    await fixture.sweep();
    expect((await fixture.read(second)).state).toBe('expired');
    const confirmed = await postApi(
      fixture.site,
      `/payments/${late.json<{ id: number }>().id}/confirm`,
      {},
      { cookie: fixture.owner.cookie },
    );
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    expect((await refunds())[0]).toEqual({ status: 'pending', amount: 5000 });
    expect((await templates(NOOR))[0]).toBe('booking_slot_lost');
  });

  it('not found keeps the time for another half hour', async () => {
    const link = await fixture.held(MONDAY);
    await fixture.enter(link);
    const answer = await fixture.pay(await fixture.read(link), {
      method: 'bank_transfer',
      sender: 'Noor',
      reference: 'T-3',
    });
    const { id } = answer.json<{ id: number }>();
    fixture.clock.now = at('2026-11-21T12:00:00Z');
    const rejected = await postApi(
      fixture.site,
      `/payments/${id}/reject`,
      { reason: 'Nothing came.' },
      { cookie: fixture.owner.cookie },
    );
    expect(rejected.statusCode, rejected.body).toBe(200);
    expect((await fixture.read(link)).hold?.expiresAt).toBe('2026-11-21T12:30:00.000Z');
  });
});

describe('changing a booking', () => {
  const cancel = (link: string, body: object = {}) => postApi(fixture.site, `/bookings/${link}/cancel`, body);
  const reschedule = (link: string, startsAt: string) =>
    postApi(fixture.site, `/bookings/${link}/reschedule`, { startsAt });

  it('moves it to another free time and updates its calendar entry', async () => {
    const link = await fixture.booked(MONDAY);
    const free = await fixture.times('2026-11-23T00:00:00Z');
    expect(free).not.toContain(MONDAY);
    const { fields } = await (async () => {
      await fixture.held(TUESDAY);
      return expectApiError(await reschedule(link, TUESDAY), 'CONFLICT');
    })();
    expect(fields.suggestedSlots).toContain('2026-11-24T16:00:00.000Z');
    // The booking's own buffers don't block it.
    expect((await reschedule(link, '2026-11-23T15:30:00.000Z')).statusCode).toBe(200);
    expect((await reschedule(link, '2026-11-25T16:00:00.000Z')).statusCode).toBe(200);
    const [moved, , confirmed] = await entries(NOOR);
    expect(moved).toMatchObject({
      template: 'booking_rescheduled',
      method: 'REQUEST',
      sequence: 2,
      start: '2026-11-25T16:00:00.000Z',
    });
    expect(moved?.uid).toBe(confirmed?.uid);
    expect(await fixture.times('2026-11-23T00:00:00Z')).toContain(MONDAY);
  });

  it('cancels it with a full refund and removes its calendar entry', async () => {
    const link = await fixture.booked(MONDAY);
    expect((await cancel(link)).statusCode).toBe(200);
    // The refund is not complete until the provider has processed it.
    expect((await fixture.read(link)).refund).toEqual({ amount: 5000, isComplete: false });
    await fixture.refund();
    const booking = await fixture.read(link);
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
    expect((await entries(fixture.owner.email))[0]).toMatchObject({ method: 'CANCEL', sequence: 1 });
    expectApiError(await cancel(link), 'CONFLICT');
    expect((await fixture.hold(MONDAY)).statusCode).toBe(201);
  });

  it('is refused to the client after the notice period but not to the owner with a reason', async () => {
    const link = await fixture.booked(MONDAY);
    fixture.clock.now = at('2026-11-23T03:00:00.001Z');
    expect(expectApiError(await cancel(link), 'CONFLICT').message).toContain('until 12 hours before');
    expectApiError(await reschedule(link, TUESDAY), 'CONFLICT');
    expect((await fixture.read(link)).changeReasons.cancel).toContain('12 hours');
    const [number = ''] = link.split('.');
    const byOwner = (body: object) =>
      postApi(fixture.site, `/bookings/${number}/cancel`, body, { cookie: fixture.owner.cookie });
    const { message, fields } = expectApiError(await byOwner({}), 'UNPROCESSABLE');
    expect(fields).toEqual({ reason: message });
    expect((await byOwner({ reason: 'I am ill.' })).statusCode).toBe(200);
    expect((await refunds())[0]).toMatchObject({ amount: 5000 });
    const [mail] = await listEmailsTo(fixture.site, NOOR);
    expect(mail?.text).toContain('I am ill.');
  });

  it('refunds money that arrives after a cancellation', async () => {
    const link = await fixture.held(MONDAY);
    await fixture.enter(link);
    const pay = await fixture.beginCard(await fixture.read(link));
    expect((await cancel(link)).statusCode).toBe(200);
    const before = (await refunds()).length;
    await pay();
    expect((await refunds()).length).toBe(before + 1);
    expect((await fixture.read(link)).state).toBe('canceled');
  });
});
