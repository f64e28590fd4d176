import { toDate } from '#platform/database/dates.ts';

/** Returns the instants from the start of a day up to, but without, the end of another, in a time zone (IANA name). */
export function toTimeSpan({ from, to }: { readonly from: string; readonly to: string }, timeZone: string) {
  const startOf = (day: Temporal.PlainDate) => toDate(day.toZonedDateTime(timeZone));
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  return { from: startOf(first), until: startOf(last.add({ days: 1 })) };
}
