import type { ApiServices } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import type { BookingSettings, DateOverride, WeeklyAvailability } from '../lifecycle/contract/availability.ts';
import type { AvailabilitySettings } from './contract.ts';
import { getAvailability, lockBookingSettings, updateBookingSettings } from '../lifecycle/queries/availability.ts';
import { deleteDateOverride, listDateOverrides, upsertDateOverride, upsertWeeklyAvailability } from './queries.ts';

type Clock = Pick<ApiServices, 'now'>;

/** Cache tag of pages and answers with free times. */
const TAG = 'bookings';

/** Returns the availability settings for editing, with date overrides from today on. */
export async function getAvailabilitySettings(db: Db, { now }: Clock): Promise<AvailabilitySettings> {
  const { settings, timeZone, weekly } = await getAvailability(db, now());
  const today = now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const overrides = await listDateOverrides(db, today);
  const { version, feedVersion: _feed, ...rules } = settings;
  return {
    timeZone,
    today,
    weekly: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, ranges: [...(weekly.get(weekday) ?? [])] })),
    overrides,
    settings: rules,
    version,
  };
}

/** Saves the weekly hours; existing bookings stay. Throws CONFLICT if the availability has changed since `version`. */
export async function saveWeeklyAvailability(
  tx: Transaction,
  clock: Clock,
  { weekly, version }: { weekly: WeeklyAvailability; version: number },
): Promise<AvailabilitySettings> {
  await lockBookingSettings(tx);
  if (!(await updateBookingSettings(tx, {}, version))) throw editConflict();
  for (const { weekday, ranges } of weekly) await upsertWeeklyAvailability(tx, weekday, ranges);
  await invalidateTag(tx, TAG);
  return getAvailabilitySettings(tx, clock);
}

/** Saves the rules for new bookings. Throws CONFLICT if the availability has changed since `version`. */
export async function saveBookingSettings(
  tx: Transaction,
  clock: Clock,
  { version, ...rules }: BookingSettings & { version: number },
): Promise<AvailabilitySettings> {
  await lockBookingSettings(tx);
  if (!(await updateBookingSettings(tx, rules, version))) throw editConflict();
  await invalidateTag(tx, TAG);
  return getAvailabilitySettings(tx, clock);
}

/** Replaces the date overrides of some days; without hours the days are closed. Existing bookings stay. */
export async function setDateOverrides(
  tx: Transaction,
  clock: Clock,
  { from, until, ranges, note }: Omit<DateOverride, 'date'> & { from: string; until: string },
): Promise<AvailabilitySettings> {
  await lockBookingSettings(tx);
  const { today } = await getAvailabilitySettings(tx, clock);
  if (until < today) throw new AppError('UNPROCESSABLE', 'This is over.', { until: 'This day is over.' });
  const last = Temporal.PlainDate.from(until);
  const first = Temporal.PlainDate.from(from < today ? today : from);
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    await upsertDateOverride(tx, { date: day.toString(), ranges, note });
  }
  await invalidateTag(tx, TAG);
  return getAvailabilitySettings(tx, clock);
}

/** Removes a date override. Throws NOT_FOUND if there is none. */
export async function clearDateOverride(tx: Transaction, clock: Clock, day: string): Promise<AvailabilitySettings> {
  await lockBookingSettings(tx);
  if (!(await deleteDateOverride(tx, day))) {
    throw new AppError('NOT_FOUND', 'That day is as others of the week already.');
  }
  await invalidateTag(tx, TAG);
  return getAvailabilitySettings(tx, clock);
}
