import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBusyTimes } from './ical-busy-times.ts';

const reading = {
  from: Temporal.Instant.from('2026-01-01T00:00:00Z'),
  until: Temporal.Instant.from('2027-01-01T00:00:00Z'),
  timeZone: 'Europe/Berlin',
};

const fileOf = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

/** Returns the busy times of a file as pairs of instants. */
function timesOf(text: string): string[][] {
  const read = parseBusyTimes(text, reading);
  if (!read.ok) throw new Error(read.reason);
  return read.times.map(({ startsAt, endsAt }) => [startsAt, endsAt]);
}

describe('a calendar file', () => {
  it('returns busy times in order and merges those that overlap or touch', () => {
    const at = (uid: number, from: string, until: string) =>
      event(`UID:${uid}`, `DTSTART:20260301T${from}Z`, `DTEND:20260301T${until}Z`);
    const text = fileOf(
      ...at(1, '120000', '130000'),
      ...at(2, '090000', '100000'),
      ...at(3, '093000', '110000'),
      ...at(4, '110000', '113000'),
      ...at(5, '091500', '092000'),
    );
    expect(timesOf(text)).toEqual([
      ['2026-03-01T09:00:00Z', '2026-03-01T11:30:00Z'],
      ['2026-03-01T12:00:00Z', '2026-03-01T13:00:00Z'],
    ]);
  });

  it('may contain busy times without events', () => {
    const text = fileOf(
      'BEGIN:VFREEBUSY',
      'FREEBUSY;FBTYPE=BUSY:20260301T090000Z/20260301T100000Z,20260302T090000Z/PT2H',
      'FREEBUSY;FBTYPE=FREE:20260303T090000Z/20260303T100000Z',
      'END:VFREEBUSY',
    );
    expect(timesOf(text)).toEqual([
      ['2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z'],
      ['2026-03-02T09:00:00Z', '2026-03-02T11:00:00Z'],
    ]);
  });

  it('may contain no events, several calendars, a byte order mark and any line endings', () => {
    const one = fileOf(...event('UID:1', 'DTSTART:20260301T090000Z', 'DURATION:PT1H'));
    const other = fileOf(...event('UID:1', 'DTSTART:20260302T090000Z', 'DURATION:PT1H'));
    expect(timesOf(fileOf())).toEqual([]);
    expect(timesOf(`\uFEFF${one}${other}`)).toHaveLength(2);
    expect(timesOf(one.replaceAll('\r\n', '\n'))).toHaveLength(1);
  });

  it('is parsed without its invalid parts, with a warning', () => {
    const good = event('UID:1', 'DTSTART:20260301T090000Z', 'DURATION:PT1H');
    const read = parseBusyTimes(
      fileOf(
        ...good,
        ...event('UID:2', 'DURATION:PT1H'),
        ...event('UID:3', 'DTSTART:20260301T090000Z', 'DTEND:20260228T090000Z'),
      ),
      reading,
    );
    expect(read).toMatchObject({ ok: true, times: [{}], warning: '2 events couldn’t be read.' });
  });

  it.each([
    ['', 'This isn’t an iCalendar (ICS) file.'],
    ['BEGIN:VCARD\r\nEND:VCARD', 'This isn’t an iCalendar (ICS) file.'],
    ['<!doctype html><p>Sign in</p>', 'This link opens a web page, not a calendar. Use the link that ends in .ics.'],
    ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2026', 'The calendar file is damaged or incomplete.'],
    ['BEGIN:VCALENDAR\r\nnonsense\r\nEND:VCALENDAR', 'The calendar file is damaged or incomplete.'],
    [
      fileOf(...event('UID:1', 'DTSTART:20260301T090000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')),
      'This calendar has too many events to read.',
    ],
    [
      fileOf(...event('UID:1', 'DTSTART:20260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=MINUTELY;COUNT=10001')),
      'This calendar has too many events to read.',
    ],
  ])('gives a reason if it is invalid: %j', (text, reason) => {
    expect(parseBusyTimes(text, reading)).toEqual({ ok: false, reason });
  });

  it('never throws, regardless of the content', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'BEGIN:VEVENT',
        'END:VEVENT',
        'UID:1',
        'DTSTART:20260301T090000Z',
        'DTSTART;VALUE=DATE:20260301',
        'DTSTART;TZID=Europe/Berlin:20269999T999999',
        'DTEND:20260301T080000Z',
        'DURATION:-PT1H',
        'DURATION:P',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'RRULE:FREQ=NEVER',
        'RRULE:',
        'EXDATE:',
        'RDATE;VALUE=PERIOD:20260301T090000Z/PT1H',
        'RECURRENCE-ID:20260301T090000Z',
        'BEGIN:VTIMEZONE',
        'END:VTIMEZONE',
        'FREEBUSY:1/2',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        const read = parseBusyTimes(fileOf(...lines), reading);
        expect(read.ok || read.reason.length > 10).toBe(true);
      }),
    );
  });
});
