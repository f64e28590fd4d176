import type { ApiServices } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import type { BookingSettings, DateOverride, WeeklyAvailability } from '../lifecycle/contract/availability.ts';
import type { AvailabilitySettings } from './contract.ts';
import { getAvailability, lockBookingSettings, updateBookingSettings } from '../lifecycle/queries/availability.ts';
import { deleteDateOverride, listDateOverrides, upsertDateOverride, upsertWeeklyAvailability } from './queries.ts';

type Clock = Pick<ApiServices, 'now'>;

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

/** Locks the availability, changes it and returns it. */
async function change(tx: Transaction, clock: Clock, write: () => Promise<void>): Promise<AvailabilitySettings> {
  await lockBookingSettings(tx);
  await write();
  await invalidateTag(tx, 'bookings');
  return getAvailabilitySettings(tx, clock);
}

/** Saves the weekly hours; existing bookings stay. Throws CONFLICT if the availability has changed since `version`. */
export function saveWeeklyAvailability(
  tx: Transaction,
  clock: Clock,
  { weekly, version }: { weekly: WeeklyAvailability; version: number },
) {
  return change(tx, clock, async () => {
    if (!(await updateBookingSettings(tx, {}, version))) throw editConflict();
    for (const { weekday, ranges } of weekly) await upsertWeeklyAvailability(tx, weekday, ranges);
  });
}

/** Saves the rules for new bookings. Throws CONFLICT if the availability has changed since `version`. */
export function saveBookingSettings(
  tx: Transaction,
  clock: Clock,
  { version, ...rules }: BookingSettings & { version: number },
) {
  return change(tx, clock, async () => {
    if (!(await updateBookingSettings(tx, rules, version))) throw editConflict();
  });
}

/** Replaces the date overrides of some days; without hours the days are closed. Existing bookings stay. */
export function setDateOverrides(
  tx: Transaction,
  clock: Clock,
  { from, until, ranges, note }: Omit<DateOverride, 'date'> & { from: string; until: string },
) {
  return change(tx, clock, async () => {
    const { today } = await getAvailabilitySettings(tx, clock);
    if (until < today) throw new AppError('UNPROCESSABLE', 'This is over.', { until: 'This day is over.' });
    const last = Temporal.PlainDate.from(until);
    const first = Temporal.PlainDate.from(from < today ? today : from);
    for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
      await upsertDateOverride(tx, { date: day.toString(), ranges, note });
    }
  });
}

/** Removes a date override. Throws NOT_FOUND if there is none. */
export function clearDateOverride(tx: Transaction, clock: Clock, day: string) {
  return change(tx, clock, async () => {
    const isCleared = await deleteDateOverride(tx, day);
    if (!isCleared) throw new AppError('NOT_FOUND', 'That day is as others of the week already.');
  });
}
