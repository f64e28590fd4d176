import { describe, expect, it, onTestFinished } from 'vitest';
import type { Summary } from '#features/insights/contract/reports.ts';
import { getApi } from '../support/api-client.ts';
import { bookingFixture } from '../support/booking-fixture.ts';
import { insertBookingRow } from '../support/booking-factory.ts';

describe('conversions', () => {
  it('count a consultation when details are entered, and as paid when it is', async () => {
    const fixture = await bookingFixture();
    onTestFinished(() => fixture.close());
    const sales = async (range: string) => {
      const { funnel } = await getApi<Summary>(fixture.site, `/insights?range=${range}`, fixture.owner.cookie);
      return [funnel?.ordered, funnel?.paid];
    };
    const link = await fixture.held('2026-11-24T15:00:00.000Z');
    expect(await sales('today')).toEqual([0, 0]);
    expect((await fixture.enter(link)).statusCode).toBe(200);
    expect(await sales('today')).toEqual([1, 0]);
    await fixture.booked('2026-11-25T15:00:00.000Z');
    await insertBookingRow(fixture.site, { startsAt: '2026-11-26T15:00:00.000Z' });
    expect(await sales('today')).toEqual([2, 1]);
    // Reviving an expired hold doesn't count as another order.
    fixture.clock.now = fixture.clock.now.add({ hours: 24 });
    await fixture.sweep();
    expect((await fixture.enter(link)).statusCode).toBe(200);
    expect([await sales('today'), await sales('7d')]).toEqual([
      [0, 0],
      [2, 1],
    ]);
  });
});
