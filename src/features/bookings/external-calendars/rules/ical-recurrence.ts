import ICAL from 'ical.js';
import { toFloatingTime, type IcalTime, type TimeZoneResolver } from './ical-time-zones.ts';

/** Maximum recurrence steps per file: a rule that repeats every second would never end. */
export const MAX_RECURRENCE_STEPS = 200_000;

/** Thrown if a file exceeds `MAX_RECURRENCE_STEPS`. */
export class RecurrenceLimitError extends Error {}

/** Converts a time of the library; the property may name its zone. */
export function parseIcalTime(time: ICAL.Time, property?: ICAL.Property): IcalTime {
  const { year, month, day, hour, minute, second, isDate } = time;
  const zoneName = property?.getFirstParameter('tzid');
  return {
    dateTime: Temporal.PlainDateTime.from(
      { year, month, day, hour, minute, second: Math.min(second, 59) },
      { overflow: 'reject' },
    ),
    isAllDay: isDate,
    zone: isDate ? undefined : time.zone?.tzid === 'UTC' ? 'UTC' : zoneName || undefined,
  };
}

/** Returns the times of a property, each with its own zone; for a period, its start. */
export function listIcalTimes(component: ICAL.Component, name: string): IcalTime[] {
  return component.getAllProperties(name).flatMap(property =>
    property.getValues().flatMap(value => {
      const time = value instanceof ICAL.Period ? value.start : value;
      return time instanceof ICAL.Time ? [parseIcalTime(time, property)] : [];
    }),
  );
}

/**
 * Returns the occurrences of an event between two instants. Rules run in the event's wall time (RFC 5545), so nine
 * o'clock stays nine o'clock when the clocks change. Throws RecurrenceLimitError.
 */
export function expandOccurrences(
  event: ICAL.Component,
  first: IcalTime,
  zones: TimeZoneResolver,
  span: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
  steps: { remaining: number },
): IcalTime[] {
  const from = zones.toLocal(span.from, first).subtract({ days: 1 });
  const until = zones.toLocal(span.until, first).add({ days: 1 });
  const times = [first, ...listIcalTimes(event, 'rdate')];
  for (const property of event.getAllProperties('rrule')) {
    const rule = property.getFirstValue();
    if (!(rule instanceof ICAL.Recur)) throw new Error('A recurrence rule is invalid.');
    for (const dateTime of expandRule(rule, first, zones, { from, until }, steps)) times.push({ ...first, dateTime });
  }
  const inRange = times.filter(
    ({ dateTime: wall }) =>
      Temporal.PlainDateTime.compare(wall, from) >= 0 && Temporal.PlainDateTime.compare(wall, until) <= 0,
  );
  return [...new Map(inRange.map(time => [zones.toInstant(time).toString(), time])).values()];
}

function* expandRule(
  rule: ICAL.Recur,
  first: IcalTime,
  zones: TimeZoneResolver,
  { from, until }: { readonly from: Temporal.PlainDateTime; readonly until: Temporal.PlainDateTime },
  steps: { remaining: number },
): Generator<Temporal.PlainDateTime> {
  const end = findRuleEnd(rule, first, zones);
  const last = end && Temporal.PlainDateTime.compare(end, until) < 0 ? end : until;
  if (Temporal.PlainDateTime.compare(last, from) < 0) return;
  // UNTIL is checked here, where its zone is known.
  const endless = rule.clone();
  delete (endless as { until?: ICAL.Time | null }).until;
  const iterator = endless.iterator(toFloatingTime(skipTo(rule, first.dateTime, from), first.isAllDay));
  const [earliest, latest] = [orderOf(from), orderOf(last)];
  for (;;) {
    if (steps.remaining-- <= 0) throw new RecurrenceLimitError();
    const next = iterator.next();
    if (!next) return;
    const key = orderOf(next);
    if (key > latest) return;
    if (key >= earliest) yield parseIcalTime(next).dateTime;
  }
}

/**
 * Returns a number that sorts like the wall time; cheap, because a rule may pass many times before the first relevant
 * one.
 */
function orderOf(time: Pick<Temporal.PlainDateTime, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>): number {
  const day = (time.year * 100 + time.month) * 100 + time.day;
  return ((day * 100 + time.hour) * 100 + time.minute) * 100 + time.second;
}

/** Returns the last wall time of a rule; a date without time includes the entire day. */
function findRuleEnd(rule: ICAL.Recur, first: IcalTime, zones: TimeZoneResolver): Temporal.PlainDateTime | undefined {
  if (!(rule.until instanceof ICAL.Time)) return undefined;
  const end = parseIcalTime(rule.until);
  if (end.isAllDay) return end.dateTime.add({ days: 1 }).subtract({ seconds: 1 });
  return end.zone === 'UTC' && !first.isAllDay ? zones.toLocal(zones.toInstant(end), first) : end.dateTime;
}

/**
 * Returns a later start, a multiple of the rule's period on, so daily or weekly rules that began years ago need no
 * steps for them. Rules with COUNT must run from their first start.
 */
function skipTo(rule: ICAL.Recur, first: Temporal.PlainDateTime, from: Temporal.PlainDateTime): Temporal.PlainDateTime {
  const days = rule.freq === 'DAILY' ? 1 : rule.freq === 'WEEKLY' ? 7 : 0;
  if (days === 0 || rule.count) return first;
  const period = days * Math.max(1, rule.interval);
  const elapsedDays = first.toPlainDate().until(from.toPlainDate(), { largestUnit: 'day' }).days;
  return first.add({ days: Math.max(0, Math.floor(elapsedDays / period) - 1) * period });
}
