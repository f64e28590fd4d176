import type { DraftContent, Interval } from '../contract/constants.ts';

const MONTHS: Readonly<Record<Interval, number>> = { month: 1, quarter: 3, year: 12 };

/**
 * Returns the first day of a schedule after `last`, or from the start without one; null after its end. Always counted
 * from the start, so one on the 31st is on the last day of shorter months, and on the 31st of others.
 */
export function findNextDay(
  {
    startsOn,
    repeats,
    endsOn,
  }: { readonly startsOn: string; readonly repeats: Interval; readonly endsOn: string | null },
  last: string | null,
): string | null {
  const start = Temporal.PlainDate.from(startsOn);
  let [day, step] = [startsOn, 0];
  while (day <= (last ?? '')) {
    step += 1;
    day = start.add({ months: step * MONTHS[repeats] }).toString();
  }
  return endsOn !== null && day > endsOn ? null : day;
}

/** Returns a draft with its service period shifted from the first day of a schedule to a later one. */
export function shiftService<Content extends Pick<DraftContent, 'serviceFrom' | 'serviceUntil'>>(
  content: Content,
  startsOn: string,
  day: string,
): Content {
  const [first, later] = [startsOn, day].map(text => Temporal.PlainDate.from(text).toPlainYearMonth());
  const months = first && later ? first.until(later, { largestUnit: 'months' }).months : 0;
  const shift = (text: string) => {
    if (text === '') return '';
    const from = Temporal.PlainDate.from(text);
    const to = from.add({ months });
    // The last day of a month stays the last one.
    return (from.day === from.daysInMonth ? to.with({ day: to.daysInMonth }) : to).toString();
  };
  return { ...content, serviceFrom: shift(content.serviceFrom), serviceUntil: shift(content.serviceUntil) };
}
