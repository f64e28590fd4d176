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
function timesOf(text: string, options: Partial<typeof reading> = {}): string[][] {
  const read = parseBusyTimes(text, { ...reading, ...options });
  if (!read.ok) throw new Error(read.reason);
  return read.times.map(({ startsAt, endsAt }) => [startsAt, endsAt]);
}

const beginnings = (text: string, options = {}) => timesOf(text, options).map(([begins]) => begins);

describe('a single event', () => {
  it.each([
    ['in UTC', ['DTSTART:20260301T090000Z', 'DTEND:20260301T100000Z'], '2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z'],
    [
      'in a zone by its IANA name',
      ['DTSTART;TZID=America/New_York:20260701T090000', 'DURATION:PT90M'],
      '2026-07-01T13:00:00Z',
      '2026-07-01T14:30:00Z',
    ],
    [
      'in a zone behind a program’s prefix',
      ['DTSTART;TZID=/mozilla.org/20050126_1/Asia/Kolkata:20260701T090000', 'DURATION:PT1H'],
      '2026-07-01T03:30:00Z',
      '2026-07-01T04:30:00Z',
    ],
    ['floating', ['DTSTART:20260701T090000', 'DURATION:PT1H'], '2026-07-01T07:00:00Z', '2026-07-01T08:00:00Z'],
    ['all day', ['DTSTART;VALUE=DATE:20260701'], '2026-06-30T22:00:00Z', '2026-07-01T22:00:00Z'],
    [
      'of three days over the change of clocks',
      ['DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260331'],
      '2026-03-27T23:00:00Z',
      '2026-03-30T22:00:00Z',
    ],
    [
      'of a day by the calendar, which has 23 hours',
      ['DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:P1D'],
      '2026-03-28T11:00:00Z',
      '2026-03-29T10:00:00Z',
    ],
    [
      'at a wall time that is skipped',
      ['DTSTART;TZID=Europe/Berlin:20260329T023000', 'DURATION:PT1H'],
      '2026-03-29T01:30:00Z',
      '2026-03-29T02:30:00Z',
    ],
    [
      'at a wall time that comes twice',
      ['DTSTART;TZID=Europe/Berlin:20261025T023000', 'DURATION:PT1H'],
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
    ],
    [
      'from one zone into another',
      ['DTSTART;TZID=Europe/Berlin:20260701T120000', 'DTEND;TZID=America/New_York:20260701T150000'],
      '2026-07-01T10:00:00Z',
      '2026-07-01T19:00:00Z',
    ],
    [
      'that began before',
      ['DTSTART:20251231T230000Z', 'DTEND:20260101T010000Z'],
      '2026-01-01T00:00:00Z',
      '2026-01-01T01:00:00Z',
    ],
    [
      'that ends after',
      ['DTSTART:20261231T230000Z', 'DTEND:20270101T010000Z'],
      '2026-12-31T23:00:00Z',
      '2027-01-01T00:00:00Z',
    ],
  ])('%s', (_name, lines, startsAt, endsAt) => {
    expect(timesOf(fileOf(...event('UID:1', ...lines)))).toEqual([[startsAt, endsAt]]);
  });

  it.each([
    ['is canceled', 'STATUS:CANCELLED'],
    ['blocks no time', 'TRANSP:TRANSPARENT'],
    ['is free in Outlook', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
  ])('is ignored if it %s', (_name, line) => {
    expect(timesOf(fileOf(...event('UID:1', 'DTSTART:20260301T090000Z', 'DURATION:PT1H', line)))).toEqual([]);
  });

  it('is ignored without a duration or outside the window', () => {
    expect(timesOf(fileOf(...event('UID:1', 'DTSTART:20260301T090000Z')))).toEqual([]);
    expect(timesOf(fileOf(...event('UID:1', 'DTSTART:20200301T090000Z', 'DURATION:PT1H')))).toEqual([]);
    expect(timesOf(fileOf(...event('UID:1', 'DTSTART:20300301T090000Z', 'DURATION:PT1H')))).toEqual([]);
  });

  it('uses the zone that its file defines', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:W. Europe Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const daily = ['DTSTART;TZID=W. Europe Standard Time:20260328T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'];
    expect(beginnings(fileOf(...zone, ...event('UID:1', ...daily)), { timeZone: 'Asia/Kolkata' })).toEqual([
      '2026-03-28T08:00:00Z',
      '2026-03-29T07:00:00Z',
    ]);
  });

  it('uses the zone of its file if it floats, and the owner’s with a warning if its zone is unknown', () => {
    const floating = event('UID:1', 'DTSTART:20260701T090000', 'DURATION:PT1H');
    expect(beginnings(fileOf('X-WR-TIMEZONE:America/New_York', ...floating))).toEqual(['2026-07-01T13:00:00Z']);
    const strange = fileOf(...event('UID:1', 'DTSTART;TZID=Nowhere Time:20260701T090000', 'DURATION:PT1H'));
    expect(parseBusyTimes(strange, reading)).toMatchObject({
      ok: true,
      times: [{ startsAt: Temporal.Instant.from('2026-07-01T07:00:00Z') }],
      warning: 'The time zone “Nowhere Time” isn’t recognized, so your time zone is used instead.',
    });
  });
});

describe('a recurring event', () => {
  const weekly = ['UID:1', 'DTSTART;TZID=Europe/Berlin:20260302T090000', 'DURATION:PT1H'];

  it('keeps its wall time when the clocks change', () => {
    expect(beginnings(fileOf(...event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=5')))).toEqual([
      '2026-03-02T08:00:00Z',
      '2026-03-09T08:00:00Z',
      '2026-03-16T08:00:00Z',
      '2026-03-23T08:00:00Z',
      '2026-03-30T07:00:00Z',
    ]);
  });

  it.each([
    ['20260330T070000Z', 5],
    ['20260330T065959Z', 4],
    ['20260330', 5],
    ['20260329', 4],
  ])('ends at UNTIL=%s', (until, count) => {
    expect(beginnings(fileOf(...event(...weekly, `RRULE:FREQ=WEEKLY;UNTIL=${until}`)))).toHaveLength(count);
  });

  it('omits excluded dates in any zone, and includes added ones', () => {
    const lines = [
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;TZID=Europe/Berlin:20260309T090000',
      'EXDATE:20260316T080000Z',
      'EXDATE;VALUE=DATE:20260323',
      'RDATE;TZID=America/New_York:20260401T100000',
    ];
    expect(beginnings(fileOf(...event(...weekly, ...lines)))).toEqual(['2026-03-02T08:00:00Z', '2026-04-01T14:00:00Z']);
  });

  it('is moved or canceled by an exception', () => {
    const text = fileOf(
      ...event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=4'),
      ...event(
        'UID:1',
        'RECURRENCE-ID;TZID=Europe/Berlin:20260309T090000',
        'DTSTART:20260310T120000Z',
        'DURATION:PT2H',
      ),
      ...event('UID:1', 'RECURRENCE-ID:20260316T080000Z', 'DTSTART:20260316T080000Z', 'STATUS:CANCELLED'),
      ...event('UID:2', 'RECURRENCE-ID:20260323T080000Z', 'DTSTART:20260501T080000Z', 'DURATION:PT1H'),
    );
    expect(timesOf(text)).toEqual([
      ['2026-03-02T08:00:00Z', '2026-03-02T09:00:00Z'],
      ['2026-03-10T12:00:00Z', '2026-03-10T14:00:00Z'],
      ['2026-03-23T08:00:00Z', '2026-03-23T09:00:00Z'],
      ['2026-05-01T08:00:00Z', '2026-05-01T09:00:00Z'],
    ]);
  });

  it('moves all later occurrences with a THISANDFUTURE exception', () => {
    const text = fileOf(
      ...event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=4'),
      ...event(
        'UID:1',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260316T090000',
        'DTSTART;TZID=Europe/Berlin:20260317T140000',
        'DURATION:PT30M',
      ),
    );
    expect(timesOf(text)).toEqual([
      ['2026-03-02T08:00:00Z', '2026-03-02T09:00:00Z'],
      ['2026-03-09T08:00:00Z', '2026-03-09T09:00:00Z'],
      ['2026-03-17T13:00:00Z', '2026-03-17T13:30:00Z'],
      ['2026-03-24T13:00:00Z', '2026-03-24T13:30:00Z'],
    ]);
  });

  it('occurs on the last day of each month that has it, and long after it began', () => {
    const month = event(
      'UID:1',
      'DTSTART;TZID=Europe/Berlin:20250131T235900',
      'DURATION:PT1M',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=31',
    );
    expect(beginnings(fileOf(...month))).toHaveLength(7);
    const old = event('UID:1', 'DTSTART:19990101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=DAILY;INTERVAL=7');
    expect(beginnings(fileOf(...old))[0]).toBe('2026-01-02T00:00:00Z');
    const long = event('UID:1', 'DTSTART:20251201T000000Z', 'DURATION:P60D', 'RRULE:FREQ=YEARLY');
    expect(timesOf(fileOf(...long))[0]).toEqual(['2026-01-01T00:00:00Z', '2026-01-30T00:00:00Z']);
  });

  it('agrees with Temporal in five zones, over every clock change', () => {
    const zones = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Europe/Berlin', 'Asia/Dhaka'];
    const wall = fc.record({
      day: fc.integer({ min: 0, max: 3000 }),
      minute: fc.integer({ min: 0, max: 1439 }),
      interval: fc.integer({ min: 1, max: 9 }),
      unit: fc.constantFrom('DAILY' as const, 'WEEKLY' as const),
      timeZone: fc.constantFrom(...zones),
      counted: fc.boolean(),
    });
    fc.assert(
      fc.property(wall, ({ day, minute, interval, unit, timeZone, counted }) => {
        const first = Temporal.PlainDateTime.from('2018-01-01').add({ days: day, minutes: minute });
        const step = unit === 'DAILY' ? { days: interval } : { weeks: interval };
        const expected: string[] = [];
        for (let at = first; at.year < 2028; at = at.add(step)) {
          const instant = at.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant();
          const [inTime, begun] = [reading.until, reading.from].map(edge => Temporal.Instant.compare(instant, edge));
          if ((inTime ?? 0) < 0 && (begun ?? 0) >= 0) expected.push(instant.toString());
        }
        const written = first.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
        const text = fileOf(
          ...event(
            'UID:1',
            `DTSTART;TZID=${timeZone}:${written}`,
            // Shorter than any gap between occurrences, but not zero, so no two touch.
            'DURATION:PT1S',
            `RRULE:FREQ=${unit};INTERVAL=${interval}${counted ? ';COUNT=9999' : ''}`,
          ),
        );
        expect(beginnings(text)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
