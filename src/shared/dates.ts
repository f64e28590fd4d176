/** Returns the calendar day of an instant in a time zone (IANA name), usually the owner's. */
export function dayOf(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Returns the number of days between two days; negative if `until` is earlier. */
export function countDaysBetween(from: Temporal.PlainDate, until: Temporal.PlainDate): number {
  return from.until(until, { largestUnit: 'days' }).days;
}

export function isAfter(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0;
}

export function maxDate(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isAfter(one, other) ? one : other;
}

/** Returns the same day of `count` consecutive months, starting with `first`; in shorter months, the last day. */
export function listMonthlyDates(first: Temporal.PlainDate, count: number): Temporal.PlainDate[] {
  // Add to `first` each time, so a short month doesn't shift later dates.
  return Array.from({ length: count }, (_none, months) => first.add({ months }));
}
