/** The calendar day that an instant falls on in a time zone (IANA name): days count as the owner lives them. */
export function dayOf(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Whole days from one day to a later one; below zero when it is an earlier one. */
export function countDaysBetween(from: Temporal.PlainDate, until: Temporal.PlainDate): number {
  return from.until(until, { largestUnit: 'days' }).days;
}

export function isAfter(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0;
}

export function maxDate(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isAfter(one, other) ? one : other;
}

/** The same day of the following months, the first one included; where a month is too short, its last day. */
export function listMonthlyDates(first: Temporal.PlainDate, count: number): Temporal.PlainDate[] {
  // Each is reckoned from the first: after a short month the day comes back.
  return Array.from({ length: count }, (_none, months) => first.add({ months }));
}
