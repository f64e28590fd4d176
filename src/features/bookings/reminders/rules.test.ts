import { describe, expect, it } from 'vitest';
import { findDueReminder } from './rules.ts';

const HOUR = 3_600_000;
const startsAt = 1000 * HOUR;
const due = (hoursBefore: number, settledBefore = 100) =>
  findDueReminder({ startsAt, settledAt: startsAt - settledBefore * HOUR }, startsAt - hoursBefore * HOUR);

describe('findDueReminder', () => {
  it('returns a reminder a day and an hour before, the later one instead of the earlier', () => {
    expect(due(24.01)).toBeNull();
    expect(due(24)).toBe('day_before');
    expect(due(1.01)).toBe('day_before');
    expect(due(1)).toBe('hour_before');
    expect(due(0.01)).toBe('hour_before');
    expect(due(0)).toBeNull();
  });

  it('skips a reminder that was already due when the booking was made', () => {
    expect(due(20, 22)).toBeNull();
    expect(due(1, 22)).toBe('hour_before');
    expect(due(0.5, 0.75)).toBeNull();
  });
});
