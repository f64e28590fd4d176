import { z } from 'zod';
import { plainDate, defineEndpoints, emptyInput, integerParam } from '#shared/contract.ts';
import {
  bookingSettingsSchema,
  dateOverride,
  dayRanges,
  weeklyAvailabilitySchema,
} from '../lifecycle/contract/availability.ts';
import { MAX_OVERRIDE_DAYS } from '../lifecycle/contract/limits.ts';
import { hasAtMostDays } from '../lifecycle/contract/schemas.ts';

const { ownerEndpoint } = defineEndpoints('calendar');

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
  getAvailability: ownerEndpoint('GET /calendar/availability', 'Get availability')
    .input(emptyInput)
    .output(availability),
  updateWeeklyAvailability: ownerEndpoint(
    'PUT /calendar/availability/weekly',
    'Update the weekly hours; requires their current version',
  )
    .input(z.strictObject({ weekly: weeklyAvailabilitySchema, version }))
    .output(availability),
  updateSettings: ownerEndpoint('PUT /calendar/settings', 'Update the booking rules; requires their current version')
    .input(bookingSettingsSchema.extend({ version }))
    .output(availability),
  createDateOverrides: ownerEndpoint(
    'POST /calendar/date-overrides',
    'Set date overrides, for one day unless `until` is later; days without hours are unavailable',
  )
    .input(
      z
        .strictObject({
          from: plainDate,
          until: plainDate.optional(),
          ranges: dayRanges,
          note: dateOverride.shape.note,
        })
        .superRefine(hasAtMostDays(MAX_OVERRIDE_DAYS)),
    )
    .output(availability),
  deleteDateOverride: ownerEndpoint('DELETE /calendar/date-overrides/{day}', 'Delete a date override')
    .input(z.strictObject({ day: plainDate }))
    .output(availability),
};
