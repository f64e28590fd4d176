import { z } from 'zod';
import { plainDate, singleLineText, integerParam } from '#shared/contract.ts';
import {
  MINUTES_PER_DAY,
  SLOT_INTERVALS,
  MAX_BUFFER_MINUTES,
  MAX_BOOKING_WINDOW_DAYS,
  MAX_NOTICE_HOURS,
  MAX_BOOKINGS_PER_DAY,
  MAX_RANGES_PER_DAY,
} from './limits.ts';

const between = (min: number, max: number, message: string) =>
  integerParam.pipe(z.number().min(min, message).max(max, message));

export const bookingSettingsSchema = z.strictObject({
  bufferBeforeMinutes: between(0, MAX_BUFFER_MINUTES, `From 0 to ${MAX_BUFFER_MINUTES} minutes.`),
  bufferAfterMinutes: between(0, MAX_BUFFER_MINUTES, `From 0 to ${MAX_BUFFER_MINUTES} minutes.`),
  minimumNoticeHours: between(0, MAX_NOTICE_HOURS, `From 0 to ${MAX_NOTICE_HOURS} hours.`),
  /** Minimum notice for a client to reschedule or cancel. */
  minimumChangeNoticeHours: between(0, MAX_NOTICE_HOURS, `From 0 to ${MAX_NOTICE_HOURS} hours.`),
  bookingWindowDays: between(1, MAX_BOOKING_WINDOW_DAYS, `From 1 to ${MAX_BOOKING_WINDOW_DAYS} days.`),
  maxBookingsPerDay: between(1, MAX_BOOKINGS_PER_DAY, `From 1 to ${MAX_BOOKINGS_PER_DAY} a day.`),
  /** Minutes between two offered start times. */
  slotIntervalMinutes: integerParam.pipe(
    z.union(
      SLOT_INTERVALS.map(minutes => z.literal(minutes)),
      `One of ${SLOT_INTERVALS.join(', ')} minutes.`,
    ),
  ),
  meetingLocation: singleLineText.trim().max(500, 'At most 500 characters.'),
});
export type BookingSettings = z.infer<typeof bookingSettingsSchema>;

/** Minutes since midnight; 1440 is the end of the day. */
const minuteOfDay = integerParam.pipe(z.number().max(MINUTES_PER_DAY, 'A day ends at 24:00.'));

/** Time ranges of a day in local wall time, in order and without overlap. */
export const dayRanges = z
  .array(z.strictObject({ startMinute: minuteOfDay, endMinute: minuteOfDay }))
  .max(MAX_RANGES_PER_DAY, `At most ${MAX_RANGES_PER_DAY} parts a day.`)
  .superRefine((ranges, context) => {
    for (const [index, { startMinute, endMinute }] of ranges.entries()) {
      const previous = ranges[index - 1];
      if (startMinute >= endMinute) {
        context.addIssue({ code: 'custom', path: [index, 'endMinute'], message: 'This ends before it begins.' });
      } else if (previous && startMinute < previous.endMinute) {
        context.addIssue({
          code: 'custom',
          path: [index, 'startMinute'],
          message: 'This begins before the one above it has ended.',
        });
      }
    }
  });

/** Weekdays are numbered from Monday (1) to Sunday (7). */
export const weeklyAvailabilitySchema = z
  .array(z.strictObject({ weekday: integerParam.pipe(z.number().min(1).max(7)), ranges: dayRanges }))
  .length(7, 'Name each day of the week.')
  .refine(days => new Set(days.map(({ weekday }) => weekday)).size === 7, 'Name each day of the week once.');

/** Different hours for one day; without hours nothing can be booked. */
export const dateOverride = z.strictObject({
  date: plainDate,
  ranges: dayRanges,
  note: singleLineText.trim().max(200, 'At most 200 characters.').prefault(''),
});
