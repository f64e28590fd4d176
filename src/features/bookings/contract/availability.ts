import { z } from 'zod';
import { day, line, wholeNumber } from '#shared/contract.ts';
import {
  DAY_MINUTES,
  GRIDS,
  LONGEST_BUFFER,
  LONGEST_HORIZON,
  LONGEST_NOTICE,
  MOST_BOOKINGS_A_DAY,
  MOST_INTERVALS,
} from './limits.ts';

const upTo = (least: number, most: number, sentence: string) =>
  wholeNumber.pipe(z.number().min(least, sentence).max(most, sentence));

/** The rules of booking that the owner sets. */
export const bookingRules = z.strictObject({
  bufferBeforeMinutes: upTo(0, LONGEST_BUFFER, `From 0 to ${LONGEST_BUFFER} minutes.`),
  bufferAfterMinutes: upTo(0, LONGEST_BUFFER, `From 0 to ${LONGEST_BUFFER} minutes.`),
  noticeHours: upTo(0, LONGEST_NOTICE, `From 0 to ${LONGEST_NOTICE} hours.`),
  /** Until so long before the beginning a client may reschedule or cancel. */
  changeNoticeHours: upTo(0, LONGEST_NOTICE, `From 0 to ${LONGEST_NOTICE} hours.`),
  horizonDays: upTo(1, LONGEST_HORIZON, `From 1 to ${LONGEST_HORIZON} days.`),
  mostADay: upTo(1, MOST_BOOKINGS_A_DAY, `From 1 to ${MOST_BOOKINGS_A_DAY} a day.`),
  /** Minutes between two beginnings that are offered. */
  gridMinutes: wholeNumber.pipe(
    z.union(
      GRIDS.map(grid => z.literal(grid)),
      `One of ${GRIDS.join(', ')} minutes.`,
    ),
  ),
  meetingPlace: line.trim().max(500, 'At most 500 characters.'),
});
export type BookingRules = z.infer<typeof bookingRules>;

/** Minutes of the day; 1440 is its end. */
const minuteOfDay = wholeNumber.pipe(z.number().max(DAY_MINUTES, 'A day ends at 24:00.'));

/** The hours of a day in local wall time: each ends after it begins, one after the other. */
export const dayHours = z
  .array(z.strictObject({ from: minuteOfDay, until: minuteOfDay }))
  .max(MOST_INTERVALS, `At most ${MOST_INTERVALS} parts a day.`)
  .superRefine((hours, context) => {
    for (const [place, { from, until }] of hours.entries()) {
      const before = hours[place - 1];
      if (from >= until) {
        context.addIssue({ code: 'custom', path: [place, 'until'], message: 'This ends before it begins.' });
      } else if (before && from < before.until) {
        context.addIssue({
          code: 'custom',
          path: [place, 'from'],
          message: 'This begins before the one above it has ended.',
        });
      }
    }
  });

/** The hours of each day of the week, from Monday (1) to Sunday (7). */
export const weeklyHours = z
  .array(z.strictObject({ weekday: wholeNumber.pipe(z.number().min(1).max(7)), hours: dayHours }))
  .length(7, 'Name each day of the week.')
  .refine(days => new Set(days.map(({ weekday }) => weekday)).size === 7, 'Name each day of the week once.');
export type WeeklyHours = z.infer<typeof weeklyHours>;

/** A day that is unlike the others of the week; without hours nothing can be booked on it. */
export const dateOverride = z.strictObject({
  day,
  hours: dayHours,
  note: line.trim().max(200, 'At most 200 characters.').prefault(''),
});
export type DateOverride = z.infer<typeof dateOverride>;
