import { describe, expect, it } from 'vitest';
import { getRefreshDelay } from './refresh.ts';

const minute = 60_000;

describe('getRefreshDelay', () => {
  it.each([
    ['an hour left', 60 * minute, 0, 55 * minute],
    ['six minutes left', 6 * minute, 0, minute],
    ['five minutes left', 5 * minute, 0, 0],
    ['one minute left', minute, 0, 0],
    ['nothing left', -minute, 0, 0],
    ['more than a timer holds', 60 * 24 * 60 * minute, 0, 2 ** 31 - 1],
    ['one failure', minute, 1, 30_000],
    ['two failures', minute, 2, 60_000],
    ['three failures', minute, 3, 120_000],
    ['six failures', minute, 6, 960_000],
    ['seven failures', minute, 7, 960_000],
    ['a thousand failures', minute, 1000, 960_000],
  ])('with %s', (_case, left, failures, delay) => {
    expect(getRefreshDelay(1_000_000 + left, 1_000_000, failures)).toBe(delay);
  });
});
