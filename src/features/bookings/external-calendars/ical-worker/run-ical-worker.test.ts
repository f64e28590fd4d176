import { expect, it } from 'vitest';
import { parseBusyTimesInWorker, TOO_COMPLEX } from './run-ical-worker.ts';

const reading = {
  from: Temporal.Instant.from('2026-11-01T00:00:00Z'),
  until: Temporal.Instant.from('2027-11-01T00:00:00Z'),
  timeZone: 'Europe/Berlin',
};

const repeating = (rule: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20260105T090000Z',
    'DTEND:20260105T100000Z',
    `RRULE:${rule}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');

it('returns the busy times of a file', async () => {
  const read = await parseBusyTimesInWorker(repeating('FREQ=WEEKLY'), reading);
  expect(read.ok && read.times).toHaveLength(52);
  expect(read.ok && read.times[0]?.startsAt).toBe('2026-11-02T09:00:00Z');
});

it('returns the reason if a file has none', async () => {
  expect(await parseBusyTimesInWorker('words', reading)).toEqual({
    ok: false,
    reason: 'This isn’t an iCalendar (ICS) file.',
  });
});

it('aborts a rule that never matches without blocking the process, then reads the next file', async () => {
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 20);
  const hostile = ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'];
  const readings = hostile.map(rule => parseBusyTimesInWorker(repeating(rule), reading, 700));
  for (const read of await Promise.all(readings)) {
    expect(read).toEqual({ ok: false, reason: TOO_COMPLEX });
  }
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(10);
  expect(await parseBusyTimesInWorker(repeating('FREQ=MONTHLY'), reading)).toMatchObject({ ok: true });
});
