import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectApiError } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await bookingFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.cleanUp());

const at = (text: string) => Temporal.Instant.from(text);

describe('booking details', () => {
  it('revive an expired hold without the notice period for two hours only', async () => {
    fixture.clock.now = at('2026-11-23T02:50:00Z');
    const soon = await fixture.held('2026-11-23T15:00:00.000Z');
    const other = await fixture.held('2026-11-23T17:00:00.000Z');
    fixture.clock.now = at('2026-11-23T03:21:00Z');
    await fixture.sweep();
    // By now the minimum notice of twelve hours has passed.
    expect((await fixture.enter(soon)).statusCode).toBe(200);
    fixture.clock.now = at('2026-11-23T05:22:00Z');
    const { fields } = expectApiError(await fixture.enter(other), 'CONFLICT');
    expect(fields.suggestedSlots?.split(' ')).not.toContain('2026-11-23T17:00:00.000Z');
    const day = await fixture.held('2026-11-24T17:00:00.000Z');
    fixture.clock.now = at('2026-11-23T09:00:00Z');
    await fixture.sweep();
    expect((await fixture.enter(day)).statusCode).toBe(200);
  });

  it('for another time or client replace the invoice of an expired hold', async () => {
    const monday = '2026-11-23T15:00:00.000Z';
    const link = await fixture.held(monday);
    await fixture.enter(link);
    const first = await fixture.read(link);
    const pay = await fixture.beginCard(first);
    fixture.clock.now = at('2026-11-20T12:31:00Z');
    await fixture.sweep();
    // The same details resume the hold with its invoice.
    expect((await fixture.enter(link)).statusCode).toBe(200);
    expect((await fixture.read(link)).billingDocuments).toHaveLength(1);
    fixture.clock.now = at('2026-11-20T13:02:00Z');
    await fixture.sweep();
    const details = { startsAt: '2026-11-24T15:00:00.000Z', name: 'Noor Khan' };
    expect((await fixture.enter(link, details)).statusCode).toBe(200);
    const moved = await fixture.read(link);
    expect(moved.billingDocuments.map(({ title, amountDue }) => [title.split(' ')[0], amountDue])).toEqual([
      ['Invoice', 5000],
      ['Credit', 0],
      ['Invoice', 0],
    ]);
    const { rows } = await fixture.query('select content from billing_documents where number = $1', [
      moved.openInvoice?.number,
    ]);
    expect(rows[0]?.content).toMatchObject({
      client: { name: 'Noor Khan' },
      servicePeriod: { from: '2026-11-24', until: '2026-11-24' },
    });
    // The payment of the first invoice doesn't confirm the new time, and is refunded.
    await pay();
    expect(await fixture.read(link)).toMatchObject({ state: 'awaiting_payment', openInvoice: moved.openInvoice });
    expect((await fixture.query('select amount from refunds')).rows).toEqual([{ amount: 5000 }]);
  });

  it('are refused for an expired hold whose option has changed, but not while it is held', async () => {
    const change = (set: string) => fixture.query(`update consultation_options set ${set} where id = 'initial'`);
    const held = await fixture.held('2026-11-24T15:00:00.000Z');
    const ended = await fixture.held('2026-11-24T16:30:00.000Z');
    try {
      await change('price_amount = 9900');
      fixture.clock.now = at('2026-11-20T12:20:00Z');
      expect((await fixture.enter(held)).statusCode).toBe(200);
      // A hold keeps its price of $50.
      expect((await fixture.read(held)).openInvoice).not.toBeNull();
      expect((await fixture.read(held)).total).toBe(5000);
      fixture.clock.now = at('2026-11-20T12:31:00Z');
      await fixture.sweep();
      fixture.clock.now = at('2026-11-20T15:00:00Z');
      for (const set of [
        'price_amount = 9900',
        'price_amount = 5000, duration_minutes = 45',
        'duration_minutes = 30, is_hidden = true',
      ]) {
        await change(set);
        expect(expectApiError(await fixture.enter(ended), 'CONFLICT').message, set).toContain('has changed');
        expect((await fixture.read(ended)).suggestedSlots, set).toEqual([]);
      }
      await change('is_hidden = false');
      expect((await fixture.enter(ended)).statusCode).toBe(200);
    } finally {
      await change('price_amount = 5000, duration_minutes = 30, is_hidden = false');
    }
  });

  it('hold a time no longer than its start', async () => {
    await fixture.query('update booking_settings set minimum_notice_hours = 0');
    try {
      fixture.clock.now = at('2026-11-23T14:50:00Z');
      const link = await fixture.held('2026-11-23T15:00:00.000Z');
      expect((await fixture.read(link)).hold?.expiresAt).toBe('2026-11-23T15:00:00.000Z');
      await fixture.enter(link);
      expect((await fixture.read(link)).hold?.expiresAt).toBe('2026-11-23T15:00:00.000Z');
    } finally {
      await fixture.query('update booking_settings set minimum_notice_hours = 12');
    }
  });
});
