import { describe, expect, it } from 'vitest';
import { toLocalDeadline, formatTimeLeft } from './Countdown.tsx';

describe('formatTimeLeft', () => {
  it.each([
    [600_000, '10:00'],
    [599_999, '10:00'],
    [599_000, '09:59'],
    [60_000, '01:00'],
    [59_001, '01:00'],
    [59_000, '00:59'],
    [1000, '00:01'],
    [1, '00:01'],
    [0, '00:00'],
    [-5000, '00:00'],
    [3_600_000, '60:00'],
    [6_000_000, '100:00'],
  ])('formats %i ms as %s', (milliseconds, text) => {
    expect(formatTimeLeft(milliseconds)).toBe(text);
  });
});

describe('toLocalDeadline', () => {
  const end = 1_000_000;
  const left = 600_000;

  it.each([
    ['agrees', 400_000, end],
    ['read the page some seconds later', 405_000, end],
    ['is an hour ahead', 400_000 + 3_600_000, end + 3_600_000],
    ['is two minutes behind', 400_000 - 120_000, end - 120_000],
    ['is a second behind', 399_000, end - 1000],
  ])('handles a clock that %s', (_what, now, expected) => {
    expect(toLocalDeadline(end, left, now)).toBe(expected);
  });
});
