import { expect, it } from 'vitest';
import { nameRecentDays } from './rules.ts';

it.each([
  ['after a day of 23 hours', '2026-03-29T22:30:00Z', '29 Mar 2026', '30 Mar 2026'],
  ['at the end of a day of 25 hours', '2026-10-25T22:30:00Z', '24 Oct 2026', '25 Oct 2026'],
  ['on the first day of a year', '2027-01-01T12:00:00Z', '31 Dec 2026', '01 Jan 2027'],
])('names today and yesterday %s', (_when, now, yesterday, today) => {
  expect([...nameRecentDays(now, 'Europe/Berlin')]).toEqual([
    [yesterday, 'Yesterday'],
    [today, 'Today'],
  ]);
});
