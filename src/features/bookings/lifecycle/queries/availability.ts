import { and, type AnyColumn, eq, getTableColumns, gt, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import { timeZoneSubquery } from '#features/site/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { editConflict } from '#shared/errors.ts';
import { blockingStates, type TimeRange } from '../contract/states.ts';
import type { Availability, Interval, OccupiedTimes } from '../rules/availability.ts';
import { bookings, bookingSettings, busyTimes, dateOverrides, weeklyAvailability } from '../tables.ts';

const { isSingleton: _isSingleton, ...settingsColumns } = getTableColumns(bookingSettings);

export type BookingSettingsRow = Omit<typeof bookingSettings.$inferSelect, 'isSingleton'>;

/** Returns the only row. */
function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('The booking_settings row is missing.');
  return row;
}

export async function getBookingSettings(db: Db): Promise<BookingSettingsRow> {
  return onlyRow(await db.select(settingsColumns).from(bookingSettings));
}

/** Locks the calendar until the transaction ends. Lock it before any booking, document or payment of a consultation. */
export async function lockBookingSettings(tx: Transaction): Promise<BookingSettingsRow> {
  return onlyRow(await tx.select(settingsColumns).from(bookingSettings).for('update'));
}

/** Updates the settings. Throws CONFLICT if their version is no longer `expected`. */
export async function updateBookingSettings(
  tx: Transaction,
  settings: Partial<Omit<BookingSettingsRow, 'version'>>,
  expected: number,
) {
  const { rowCount } = await tx
    .update(bookingSettings)
    .set({ ...settings, version: sql`${bookingSettings.version} + 1` })
    .where(eq(bookingSettings.version, expected));
  if (rowCount === 0) throw editConflict();
}

/** Returns the availability from today on, in one statement because every page with free times needs it. */
export async function getAvailability(
  db: Db,
  now: Temporal.Instant,
): Promise<Availability & { readonly settings: BookingSettingsRow }> {
  // Yesterday in every time zone.
  const since = now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 2 }).toString();
  type Hours = Readonly<Record<string, TimeRange[]>>;
  const rows = await db
    .select({
      ...settingsColumns,
      weekly: sql<Hours>`(select coalesce(jsonb_object_agg(${weeklyAvailability.weekday}, ${weeklyAvailability.ranges}), '{}')
        from ${weeklyAvailability})`,
      overrides: sql<Hours>`(select coalesce(jsonb_object_agg(${dateOverrides.date}, ${dateOverrides.ranges}), '{}')
        from ${dateOverrides} where ${gte(dateOverrides.date, since)})`,
      timeZone: timeZoneSubquery,
    })
    .from(bookingSettings);
  const { weekly, overrides, timeZone, ...settings } = onlyRow(rows);
  return {
    settings,
    timeZone: timeZone ?? 'UTC',
    weekly: new Map(Object.entries(weekly).map(([weekday, hours]) => [Number(weekday), hours])),
    overrides: new Map(Object.entries(overrides)),
  };
}

const DAY = 86_400_000;

/** Returns the occupied times around an interval, without the booking being rescheduled (`excluded`). */
export async function listOccupiedTimes(db: Db, { start, end }: Interval, excluded?: number): Promise<OccupiedTimes> {
  // Include the days at both ends, because they count toward the daily limit.
  const since = new Date(start - 2 * DAY);
  const before = new Date(end + 2 * DAY);
  const booked = await db
    .select({ start: bookings.startsAt, from: bookings.blockedFrom, until: bookings.blockedUntil })
    .from(bookings)
    .where(
      and(
        inArray(bookings.state, [...blockingStates]),
        gt(bookings.blockedUntil, since),
        lt(bookings.blockedFrom, before),
        excluded === undefined ? undefined : ne(bookings.id, excluded),
      ),
    );
  // As JSON, because a busy owner has thousands of rows.
  const milliseconds = (column: AnyColumn) => sql`(date_part('epoch', ${column}) * 1000)::bigint`;
  const [busy] = await db
    .select({
      intervals: sql<Interval[]>`coalesce(json_agg(json_build_object(
        'start', ${milliseconds(busyTimes.startsAt)}, 'end', ${milliseconds(busyTimes.endsAt)})), '[]')`,
    })
    .from(busyTimes)
    // Same expression as the index.
    .where(
      sql`tstzrange(${busyTimes.startsAt}, ${busyTimes.endsAt})
        && tstzrange(${since.toISOString()}::timestamptz, ${before.toISOString()}::timestamptz)`,
    );
  return {
    blocked: booked.map(({ from, until }) => ({ start: from.getTime(), end: until.getTime() })),
    busy: busy?.intervals ?? [],
    starts: booked.map(row => row.start.getTime()),
  };
}
