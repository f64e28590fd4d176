import { z } from 'zod';
import { plainDate, endpoint, singleLineText, emptyInput, integerParam } from '#shared/contract.ts';
import {
  bookingSettingsSchema,
  dateOverride,
  dayRanges,
  weeklyAvailabilitySchema,
} from '../lifecycle/contract/availability.ts';
import { MAX_OVERRIDE_DAYS } from '../lifecycle/contract/limits.ts';
import { daysBetween } from '../lifecycle/contract/schemas.ts';

const tags = ['calendar'];

const availability = z.object({
  timeZone: z.string(),
  today: plainDate,
  weekly: z.array(z.object({ weekday: z.int(), ranges: dayRanges })),
  overrides: z.array(dateOverride),
  settings: bookingSettingsSchema,
  version: z.int(),
});
export type AvailabilitySettings = z.infer<typeof availability>;

const version = integerParam;

export const availabilityContract = {
  getAvailability: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/availability', tags, summary: 'When consultations can be booked' })
    .input(emptyInput)
    .output(availability),
  updateWeeklyAvailability: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/calendar/availability/weekly',
      tags,
      summary: 'Save the hours of the week over the version that was read',
    })
    .input(z.strictObject({ weekly: weeklyAvailabilitySchema, version }))
    .output(availability),
  updateSettings: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/calendar/settings',
      tags,
      summary: 'Save the rules of booking over the version that was read',
    })
    .input(bookingSettingsSchema.extend({ version }))
    .output(availability),
  createDateOverrides: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/calendar/date-overrides',
      tags,
      summary: 'Give days hours of their own; none closes them',
    })
    .input(
      z
        .strictObject({
          from: plainDate,
          until: plainDate,
          ranges: dayRanges,
          note: singleLineText.trim().max(200, 'At most 200 characters.').prefault(''),
        })
        .refine(({ from, until }) => from <= until, { path: ['until'], message: 'This is before the first day.' })
        .refine(({ from, until }) => daysBetween(from, until) < MAX_OVERRIDE_DAYS, {
          path: ['until'],
          message: `At most ${MAX_OVERRIDE_DAYS} days at once.`,
        }),
    )
    .output(availability),
  deleteDateOverride: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'DELETE',
      path: '/calendar/date-overrides/{day}',
      tags,
      summary: 'Let a day be as others of the week',
    })
    .input(z.strictObject({ day: plainDate }))
    .output(availability),
};
