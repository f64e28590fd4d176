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
