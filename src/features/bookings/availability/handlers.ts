import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import {
  clearDateOverride,
  getAvailabilitySettings,
  saveWeeklyAvailability,
  saveBookingSettings,
  setDateOverrides,
} from './actions.ts';
import { availabilityContract } from './contract.ts';

const calendar = implement(availabilityContract).$context<ApiContext>();

export const availabilityHandlers = calendar.router({
  availability: calendar.availability.handler(({ context }) => getAvailabilitySettings(context.db, context)),
  saveHours: calendar.saveHours.handler(({ context, input }) =>
    context.db.transaction(tx => saveWeeklyAvailability(tx, context, input)),
  ),
  saveRules: calendar.saveRules.handler(({ context, input }) =>
    context.db.transaction(tx => saveBookingSettings(tx, context, input)),
  ),
  setApart: calendar.setApart.handler(({ context, input }) =>
    context.db.transaction(tx => setDateOverrides(tx, context, input)),
  ),
  dropOverride: calendar.dropOverride.handler(({ context, input }) =>
    context.db.transaction(tx => clearDateOverride(tx, context, input.day)),
  ),
});
