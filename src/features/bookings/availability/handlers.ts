import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { getAvailability, lockBookingSettings, updateBookingSettings } from '../lifecycle/queries/availability.ts';
import { availabilityContract } from './contract.ts';
import { deleteDateOverride, listDateOverrides, upsertDateOverride, upsertWeeklyAvailability } from './queries.ts';

const calendar = implement(availabilityContract).$context<ApiContext>();

/** Returns the availability settings for editing, with date overrides from today on. */
async function getAvailabilitySettings(db: Db, { now }: ApiContext) {
  const { settings, timeZone, weekly } = await getAvailability(db, now());
  const today = now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const { version, feedVersion: _feed, ...rules } = settings;
  return {
    timeZone,
    today,
    weekly: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, ranges: [...(weekly.get(weekday) ?? [])] })),
    overrides: await listDateOverrides(db, today),
    settings: rules,
    version,
  };
}

/** Returns a handler that locks the availability, changes it and returns it. Existing bookings stay. */
const createHandler = <Input>(write: (tx: Transaction, input: Input, context: ApiContext) => Promise<void>) =>
  inTransaction(async (tx, context, input: Input) => {
    await lockBookingSettings(tx);
    await write(tx, input, context);
    await invalidateTag(tx, 'bookings');
    return getAvailabilitySettings(tx, context);
  });

export const availabilityHandlers = calendar.router({
  getAvailability: calendar.getAvailability.handler(({ context }) => getAvailabilitySettings(context.db, context)),
  updateWeeklyAvailability: calendar.updateWeeklyAvailability.handler(
    createHandler(async (tx, { weekly, version }) => {
      await updateBookingSettings(tx, {}, version);
      for (const { weekday, ranges } of weekly) await upsertWeeklyAvailability(tx, weekday, ranges);
    }),
  ),
  updateSettings: calendar.updateSettings.handler(
    createHandler((tx, { version, ...rules }) => updateBookingSettings(tx, rules, version)),
  ),
  createDateOverrides: calendar.createDateOverrides.handler(
    createHandler(async (tx, { from, until = from, ranges, note }, context) => {
      const { today } = await getAvailabilitySettings(tx, context);
      if (until < today)
        throw new AppError('UNPROCESSABLE', 'These dates are in the past.', { from: 'Choose today or a later date.' });
      const last = Temporal.PlainDate.from(until);
      const first = Temporal.PlainDate.from(from < today ? today : from);
      for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
        await upsertDateOverride(tx, { date: day.toString(), ranges, note });
      }
    }),
  ),
  deleteDateOverride: calendar.deleteDateOverride.handler(
    createHandler(async (tx, { day }) => {
      const isCleared = await deleteDateOverride(tx, day);
      if (!isCleared) throw new AppError('NOT_FOUND', 'This date override no longer exists. Reload the page.');
    }),
  ),
});
