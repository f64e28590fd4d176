import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SlotInterval } from '../contract/limits.ts';
import type { TimeRange } from '../contract/states.ts';
import {
  type Availability,
  getBookingWindow,
  getBlockedInterval,
  computeFreeSlots,
  type OccupiedTimes,
} from './availability.ts';

const NOTHING_TAKEN: OccupiedTimes = { blocked: [], busy: [], starts: [] };
const MINUTE = 60_000;
const DAY = 86_400_000;

const rules = {
  bufferBeforeMinutes: 15,
  bufferAfterMinutes: 15,
  minimumNoticeHours: 0,
  bookingWindowDays: 60,
  maxBookingsPerDay: 4,
  slotIntervalMinutes: 30,
} as const;

/** Returns the same hours for each day. */
function daily(
  timeZone: string,
  hours: readonly TimeRange[],
  more: Partial<Availability['settings']> = {},
): Availability {
  const weekly = new Map([1, 2, 3, 4, 5, 6, 7].map(weekday => [weekday, hours]));
  return { timeZone, weekly, overrides: new Map(), settings: { ...rules, ...more } };
}

const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds;

/** Returns a day's free start times as local time with offset. */
function shown(availability: Availability, day: string, minutes: number, taken = NOTHING_TAKEN, now?: number) {
  const from = Temporal.PlainDate.from(day).toZonedDateTime(availability.timeZone);
  const wanted = {
    start: from.epochMilliseconds,
    end: from.add({ days: 1 }).epochMilliseconds,
    minutes,
    now: now ?? from.epochMilliseconds - DAY,
  };
  return computeFreeSlots(availability, taken, wanted).map(slot => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(slot).toZonedDateTimeISO(availability.timeZone);
    return `${zoned.toPlainTime().toString({ smallestUnit: 'minute' })}${zoned.offset}`;
  });
}

describe('computeFreeSlots', () => {
  it('starts on the grid and ends within the hours', () => {
    const availability = daily('Europe/Berlin', [{ startMinute: 600, endMinute: 720 }]);
    expect(shown(availability, '2026-11-24', 60)).toEqual(['10:00+01:00', '10:30+01:00', '11:00+01:00']);
    expect(shown(availability, '2026-11-24', 121)).toEqual([]);
  });

  it('skips a wall time that clocks pass over, and offers a repeated one the first time', () => {
    const night = [{ startMinute: 60, endMinute: 240 }];
    const berlin = daily('Europe/Berlin', night);
    expect(shown(berlin, '2027-03-28', 30)).toEqual(['01:00+01:00', '01:30+01:00', '03:00+02:00', '03:30+02:00']);
    expect(shown(berlin, '2026-10-25', 30)).toEqual([
      '01:00+02:00',
      '01:30+02:00',
      '02:00+02:00',
      '02:30+02:00',
      '03:00+01:00',
      '03:30+01:00',
    ]);
    const newYork = daily('America/New_York', night);
    expect(shown(newYork, '2027-03-14', 30)).toEqual(['01:00-05:00', '01:30-05:00', '03:00-04:00', '03:30-04:00']);
    expect(shown(newYork, '2026-11-01', 30).slice(0, 3)).toEqual(['01:00-04:00', '01:30-04:00', '02:00-05:00']);
    // Clocks there change by half an hour.
    const lordHowe = daily('Australia/Lord_Howe', night);
    expect(shown(lordHowe, '2026-10-04', 30)).toEqual([
      '01:00+10:30',
      '01:30+10:30',
      '02:30+11:00',
      '03:00+11:00',
      '03:30+11:00',
    ]);
    expect(shown(lordHowe, '2027-04-04', 30).slice(0, 3)).toEqual(['01:00+11:00', '01:30+11:00', '02:00+10:30']);
    // Kolkata and Dhaka have no daylight saving time.
    for (const zone of ['Asia/Kolkata', 'Asia/Dhaka'])
      expect(shown(daily(zone, night), '2027-03-28', 30)).toHaveLength(6);
  });

  it('ends hours in a gap with the gap, and counts real minutes across it', () => {
    const berlin = daily('Europe/Berlin', [{ startMinute: 60, endMinute: 150 }]);
    expect(shown(berlin, '2027-03-28', 60)).toEqual(['01:00+01:00']);
    const across = daily('Europe/Berlin', [{ startMinute: 60, endMinute: 240 }]);
    expect(shown(across, '2027-03-28', 120)).toEqual(['01:00+01:00']);
  });

  it('continues over midnight and the end of a month if the hours adjoin', () => {
    const late = [
      { startMinute: 0, endMinute: 60 },
      { startMinute: 1380, endMinute: 1440 },
    ];
    expect(shown(daily('Asia/Kolkata', late), '2026-11-30', 60)).toEqual(['00:00+05:30', '23:00+05:30', '23:30+05:30']);
  });

  it('uses a date override instead of the weekly hours', () => {
    const week = daily('UTC', [{ startMinute: 600, endMinute: 660 }]);
    const overrides = new Map([
      ['2026-11-24', []],
      ['2026-11-25', [{ startMinute: 1200, endMinute: 1260 }]],
    ]);
    expect(shown({ ...week, overrides }, '2026-11-24', 30)).toEqual([]);
    expect(shown({ ...week, overrides }, '2026-11-25', 60)).toEqual(['20:00+00:00']);
  });

  it('respects the buffers before and after, and busy times', () => {
    const availability = daily('UTC', [{ startMinute: 600, endMinute: 840 }]);
    const start = at('2026-11-24T11:00[UTC]');
    const taken = { ...NOTHING_TAKEN, blocked: [getBlockedInterval(start, 30, rules)], starts: [start] };
    expect(shown(availability, '2026-11-24', 30, taken)).toEqual([
      '10:00+00:00',
      '12:00+00:00',
      '12:30+00:00',
      '13:00+00:00',
      '13:30+00:00',
    ]);
    const busy = { ...NOTHING_TAKEN, busy: [{ start, end: start + 30 * MINUTE }] };
    expect(shown(availability, '2026-11-24', 30, busy).slice(0, 3)).toEqual([
      '10:00+00:00',
      '12:00+00:00',
      '12:30+00:00',
    ]);
  });

  it('respects the notice and the horizon, and offers nothing once a day is full', () => {
    const availability = daily('UTC', [{ startMinute: 600, endMinute: 720 }], {
      minimumNoticeHours: 12,
      bookingWindowDays: 2,
      maxBookingsPerDay: 1,
    });
    const now = at('2026-11-23T22:30[UTC]');
    expect(shown(availability, '2026-11-24', 30, NOTHING_TAKEN, now)).toEqual([
      '10:30+00:00',
      '11:00+00:00',
      '11:30+00:00',
    ]);
    expect(shown(availability, '2026-11-25', 30, NOTHING_TAKEN, now)).toHaveLength(4);
    expect(shown(availability, '2026-11-26', 30, NOTHING_TAKEN, now)).toEqual([]);
    const full = { ...NOTHING_TAKEN, starts: [at('2026-11-25T20:00[UTC]')] };
    expect(shown(availability, '2026-11-25', 30, full, now)).toEqual([]);
  });
});

interface Minute {
  readonly instant: number;
  readonly day: string;
  /** Minutes since midnight by the clock. */
  readonly minute: number;
}

/** Returns the wall time of each minute over some days; the oracle uses nothing else. */
function clock(timeZone: string, from: Temporal.PlainDate, days: number): Minute[] {
  const start = from.toZonedDateTime(timeZone).epochMilliseconds;
  const end = from.add({ days }).toZonedDateTime(timeZone).epochMilliseconds;
  const minutes: Minute[] = [];
  // Clocks change on a quarter of an hour, here and in UTC.
  for (let quarter = start; quarter < end; quarter += 15 * MINUTE) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(quarter).toZonedDateTimeISO(timeZone);
    const day = zoned.toPlainDate().toString();
    const first = zoned.hour * 60 + zoned.minute;
    for (let more = 0; more < 15; more += 1) {
      minutes.push({ instant: quarter + more * MINUTE, day, minute: first + more });
    }
  }
  return minutes;
}

/** Returns the minutes of each day, and the first minute after each. */
function groupByDay(minutes: readonly Minute[]) {
  return [...Map.groupBy(minutes, ({ day }) => day)].map(([day, own]) => ({
    day,
    own,
    next: (own.at(-1)?.instant ?? 0) + MINUTE,
  }));
}

const ZONES = {
  'America/New_York': ['2027-03-14', '2026-11-01', '2026-12-31'],
  'Australia/Lord_Howe': ['2026-10-04', '2027-04-04', '2027-02-28'],
  'Asia/Kolkata': ['2026-11-30', '2028-02-29'],
  'Asia/Dhaka': ['2026-12-31', '2027-03-28'],
  'Europe/Berlin': ['2027-03-28', '2026-10-25', '2027-01-31'],
  // Clocks there skip midnight.
  'Africa/Cairo': ['2027-04-30', '2026-10-29'],
} as const;

const clocks = new Map(
  Object.entries(ZONES).flatMap(([zone, days]) =>
    days.map(day => [`${zone} ${day}`, clock(zone, Temporal.PlainDate.from(day).subtract({ days: 2 }), 5)] as const),
  ),
);

const dayHours = fc.uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 0, maxLength: 6 }).map(marks => {
  const quarters = marks.toSorted((one, other) => one - other);
  const hours: TimeRange[] = [];
  for (let place = 0; place + 1 < quarters.length; place += 2) {
    hours.push({ startMinute: (quarters[place] ?? 0) * 15, endMinute: (quarters[place + 1] ?? 0) * 15 });
  }
  return hours;
});

describe('computeFreeSlots on days with clock changes', () => {
  it.each([...clocks.keys()])('matches the clock oracle: %s', place => {
    const [timeZone = '', middle = ''] = place.split(' ');
    const days = groupByDay(clocks.get(place) ?? []);
    const day = Temporal.PlainDate.from(middle);
    const start = day.toZonedDateTime(timeZone).epochMilliseconds;
    const end = day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
    // A wall time that occurs twice is offered the first time.
    const shownMinutes = days.find(one => one.day === middle)?.own ?? [];
    const firsts = [...Map.groupBy(shownMinutes, ({ minute }) => minute).values()].flatMap(([first]) => first ?? []);
    const grids = fc.constantFrom<SlotInterval>(10, 15, 20, 30, 60);
    fc.assert(
      fc.property(
        dayHours,
        dayHours,
        grids,
        fc.constantFrom(20, 30, 60, 120),
        fc.integer({ min: 0, max: 4 }),
        (week, odd, slotIntervalMinutes, minutes, far) => {
          const availability: Availability = {
            ...daily(timeZone, week, { slotIntervalMinutes, bufferBeforeMinutes: 5, bufferAfterMinutes: 10 }),
            overrides: new Map([[middle, odd]]),
          };
          const busy = { start: start + far * 3 * 3_600_000, end: start + (far * 3 + 1) * 3_600_000 };
          const found = computeFreeSlots(
            availability,
            { ...NOTHING_TAKEN, busy: [busy] },
            { start, end, minutes, now: start - DAY },
          );

          const hoursOn = (name: string) => (name === middle ? odd : week);
          const open = new Set<number>();
          for (const { day: name, own, next } of days) {
            const reach = (minute: number) => own.find(one => one.minute >= minute)?.instant ?? next;
            for (const { startMinute, endMinute } of hoursOn(name)) {
              const until = reach(endMinute);
              for (let instant = reach(startMinute); instant < until; instant += MINUTE) open.add(instant);
            }
          }
          const expected = firsts
            .filter(one =>
              hoursOn(middle).some(
                ({ startMinute, endMinute }) =>
                  one.minute >= startMinute &&
                  one.minute < endMinute &&
                  (one.minute - startMinute) % slotIntervalMinutes === 0,
              ),
            )
            .filter(({ instant }) =>
              Array.from({ length: minutes }, (_none, more) => instant + more * MINUTE).every(minute =>
                open.has(minute),
              ),
            )
            .filter(
              ({ instant }) => instant + (minutes + 10) * MINUTE <= busy.start || instant - 5 * MINUTE >= busy.end,
            )
            .map(({ instant }) => instant);
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is fast over the entire horizon', () => {
    const availability = daily('America/New_York', [{ startMinute: 0, endMinute: 1440 }], {
      slotIntervalMinutes: 10,
      bookingWindowDays: 60,
    });
    const now = at('2026-11-22T00:00[UTC]');
    const busy = Array.from({ length: 2000 }, (_none, place) => ({
      start: now + place * 40 * MINUTE,
      end: now + (place * 40 + 5) * MINUTE,
    }));
    const before = performance.now();
    computeFreeSlots(
      availability,
      { ...NOTHING_TAKEN, busy },
      { ...getBookingWindow(availability, now), minutes: 30, now },
    );
    expect(performance.now() - before).toBeLessThan(1500);
  });
});
