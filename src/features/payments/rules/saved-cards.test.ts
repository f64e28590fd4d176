import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDecline, findNextCharge, formatCard, formatExpiry } from './saved-cards.ts';

const FIRST = Temporal.Instant.from('2027-02-01T00:02:00Z');
const failedAfter = (days: number, failureCode: string | null = 'card_declined') => ({
  status: 'failed',
  failureCode,
  createdAt: new Date(FIRST.epochMilliseconds + days * 86_400_000),
});

describe('findNextCharge', () => {
  it.each([
    [[], 0],
    [[0], 1],
    [[0, 1], 3],
    [[0, 1, 3], 7],
    [[0, 1, 3, 7], null],
    // A late attempt doesn't postpone the next ones.
    [[0, 2], 3],
  ])('follows charges that failed after %j days with one after %j', (failed, next) => {
    const at = findNextCharge(
      failed.map(days => failedAfter(days)),
      FIRST,
    );
    expect(at && (at.epochMilliseconds - FIRST.epochMilliseconds) / 86_400_000).toBe(next);
  });

  it('waits for the client, and for a pending charge', () => {
    expect(findNextCharge([failedAfter(0, 'authentication_required')], FIRST)).toBeNull();
    expect(findNextCharge([{ ...failedAfter(0), status: 'pending' }], FIRST)).toBeNull();
    expect(findNextCharge([{ ...failedAfter(0), status: 'confirmed' }], FIRST)).toBeNull();
  });

  it('tries at most four times, whenever the job runs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 80 }), hours => {
        const charges: ReturnType<typeof failedAfter>[] = [];
        let now = FIRST;
        for (const passed of hours) {
          now = now.add({ hours: passed });
          const next = findNextCharge(charges, FIRST);
          if (next && Temporal.Instant.compare(next, now) <= 0)
            charges.push({ ...failedAfter(0), createdAt: new Date(now.epochMilliseconds) });
        }
        expect(charges.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

it('names cards and reasons in plain words', () => {
  expect(formatCard({ brand: 'amex', last4: '0005' })).toBe('American Express ending in 0005');
  expect(formatCard({ brand: 'eftpos_au', last4: '1234' })).toBe('Card ending in 1234');
  expect(formatExpiry({ expMonth: 4, expYear: 2028 })).toBe('04/2028');
  expect(describeDecline('insufficient_funds')).toBe('There wasn’t enough money in the account.');
  // A theft isn't explained.
  expect(describeDecline('stolen_card')).toBe(describeDecline('generic_decline'));
});
