import ical, { ICalEventStatus } from 'ical-generator';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { AppError } from '#shared/errors.ts';
import {
  getBookingSettings,
  lockBookingSettings,
  updateBookingSettings,
} from '../../lifecycle/queries/availability.ts';
import { listFeedBookings } from '../queries.ts';
import { getIcalUid, ICAL_PRODUCT } from '../../lifecycle/actions/calendar-entry.ts';

type Keys = Pick<ApiServices, 'encryption' | 'siteUrl'>;

/** How long past bookings stay in the feed, in milliseconds: about a quarter of a year. */
const PAST_EVENT_RETENTION_MS = 92 * 86_400_000;

const tokenOf = ({ encryption }: Keys, version: number) => encryption.deriveToken(`calendar feed ${version}`);
const addressOf = (keys: Keys, version: number) => keys.siteUrl + dashboardPaths.calendarFeed(tokenOf(keys, version));

/** Returns the secret URL of the owner's booking feed. */
export async function getCalendarFeedUrl(db: Db, keys: Keys): Promise<{ url: string }> {
  return { url: addressOf(keys, (await getBookingSettings(db)).feedVersion) };
}

/** Changes the feed's URL; the previous one stops working. */
export async function rotateCalendarFeedUrl(tx: Transaction, keys: Keys): Promise<{ address: string }> {
  const { feedVersion, version } = await lockBookingSettings(tx);
  await updateBookingSettings(tx, { feedVersion: feedVersion + 1 }, version);
  return { address: addressOf(keys, feedVersion + 1) };
}

/**
 * Returns the owner's bookings as an iCalendar feed. It contains the time, title and client's name only, because
 * calendars are shared and shown on lock screens. The same bookings always give the same text. Throws NOT_FOUND for a
 * wrong token.
 */
export async function getCalendarFeed(db: Db, context: Keys & Pick<ApiServices, 'now'>, token: string) {
  const { feedVersion, meetingLocation } = await getBookingSettings(db);
  if (!isEqualConstantTime(token, tokenOf(context, feedVersion))) {
    throw new AppError('NOT_FOUND', 'This calendar doesn’t exist.');
  }
  const rows = await listFeedBookings(db, new Date(context.now().epochMilliseconds - PAST_EVENT_RETENTION_MS));
  const { profile } = await getSiteSections(db, ['profile']);
  const calendar = ical({ name: `Consultations of ${profile.name}`, prodId: ICAL_PRODUCT, ttl: 60 * 15 });
  for (const { id, title, clientName, startsAt, endsAt, sequence, updatedAt } of rows) {
    calendar.createEvent({
      id: getIcalUid(id, context.siteUrl),
      start: startsAt,
      end: endsAt,
      stamp: updatedAt,
      sequence,
      summary: clientName ? `${title}: ${clientName}` : title,
      status: ICalEventStatus.CONFIRMED,
      ...(meetingLocation ? { location: meetingLocation } : {}),
    });
  }
  return calendar.toString();
}
