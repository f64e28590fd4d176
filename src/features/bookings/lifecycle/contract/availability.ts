import { z } from 'zod';
import { integerBetween, plainDate, singleLineText, integerParam } from '#shared/contract.ts';
import {
  MINUTES_PER_DAY,
  SLOT_INTERVALS,
  MAX_BUFFER_MINUTES,
  MAX_BOOKING_WINDOW_DAYS,
  MAX_NOTICE_HOURS,
  MAX_BOOKINGS_PER_DAY,
  MAX_RANGES_PER_DAY,
} from './limits.ts';

export const bookingSettingsSchema = z.strictObject({
  bufferBeforeMinutes: integerBetween(0, MAX_BUFFER_MINUTES, `Enter 0 to ${MAX_BUFFER_MINUTES} minutes.`),
  bufferAfterMinutes: integerBetween(0, MAX_BUFFER_MINUTES, `Enter 0 to ${MAX_BUFFER_MINUTES} minutes.`),
  minimumNoticeHours: integerBetween(0, MAX_NOTICE_HOURS, `Enter 0 to ${MAX_NOTICE_HOURS} hours.`),
  /** Minimum notice for a client to reschedule or cancel. */
  minimumChangeNoticeHours: integerBetween(0, MAX_NOTICE_HOURS, `Enter 0 to ${MAX_NOTICE_HOURS} hours.`),
  bookingWindowDays: integerBetween(1, MAX_BOOKING_WINDOW_DAYS, `Enter 1 to ${MAX_BOOKING_WINDOW_DAYS} days.`),
  maxBookingsPerDay: integerBetween(1, MAX_BOOKINGS_PER_DAY, `Enter 1 to ${MAX_BOOKINGS_PER_DAY} bookings per day.`),
  /** Minutes between two offered start times. */
  slotIntervalMinutes: integerParam.pipe(
    z.union(
      SLOT_INTERVALS.map(minutes => z.literal(minutes)),
      `Choose one of these intervals: ${SLOT_INTERVALS.join(', ')} minutes.`,
    ),
  ),
  meetingLocation: singleLineText.trim().max(500),
});
export type BookingSettings = z.infer<typeof bookingSettingsSchema>;

/** Minutes since midnight; 1440 is the end of the day. */
const minuteOfDay = integerParam.pipe(z.number().max(MINUTES_PER_DAY, 'Enter a time up to 24:00.'));

/** Time ranges of a day in local wall time, in order and without overlap. */
export const dayRanges = z
  .array(z.strictObject({ startMinute: minuteOfDay, endMinute: minuteOfDay }))
  .max(MAX_RANGES_PER_DAY, `Add at most ${MAX_RANGES_PER_DAY} time ranges per day.`)
  .superRefine((ranges, context) => {
    for (const [index, { startMinute, endMinute }] of ranges.entries()) {
      const previous = ranges[index - 1];
      if (startMinute >= endMinute) {
        context.addIssue({
          code: 'custom',
          path: [index, 'endMinute'],
          message: 'The end time must be after the start time.',
        });
      } else if (previous && startMinute < previous.endMinute) {
        context.addIssue({
          code: 'custom',
          path: [index, 'startMinute'],
          message: 'This time range overlaps the one above.',
        });
      }
    }
  });

/** Weekdays are numbered from Monday (1) to Sunday (7). */
export const weeklyAvailabilitySchema = z
  .array(z.strictObject({ weekday: integerParam.pipe(z.number().min(1).max(7)), ranges: dayRanges }))
  .length(7, 'Include all seven weekdays.')
  .refine(days => new Set(days.map(({ weekday }) => weekday)).size === 7, 'Include each weekday once.');

/** Hours that replace the weekly ones on a date; without hours, the date is unavailable. */
export const dateOverride = z.strictObject({
  date: plainDate,
  ranges: dayRanges,
  note: singleLineText.trim().max(200).prefault(''),
});
