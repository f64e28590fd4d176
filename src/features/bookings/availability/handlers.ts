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
  getAvailability: calendar.getAvailability.handler(({ context }) => getAvailabilitySettings(context.db, context)),
  updateWeeklyAvailability: calendar.updateWeeklyAvailability.handler(({ context, input }) =>
    context.db.transaction(tx => saveWeeklyAvailability(tx, context, input)),
  ),
  updateSettings: calendar.updateSettings.handler(({ context, input }) =>
    context.db.transaction(tx => saveBookingSettings(tx, context, input)),
  ),
  createDateOverrides: calendar.createDateOverrides.handler(({ context, input }) =>
    context.db.transaction(tx => setDateOverrides(tx, context, input)),
  ),
  deleteDateOverride: calendar.deleteDateOverride.handler(({ context, input }) =>
    context.db.transaction(tx => clearDateOverride(tx, context, input.day)),
  ),
});
