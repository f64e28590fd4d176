import { getSiteContent } from '#features/site/queries.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { isSameSecret } from '#platform/tokens.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { AppError } from '#shared/errors.ts';
import { getBookingSettings, getSettingsLocked, updateBookingSettings } from '../queries/availability.ts';
import { listForFeed } from '../queries/owner-calendar.ts';
import { entryName } from '../rules/ical-event.ts';
import { writeFeed } from '../rules/calendar-feed.ts';

type Keys = Pick<ApiServices, 'sealer' | 'siteUrl'>;

/** How long what is over stays in the feed, in milliseconds: a quarter of a year. */
const KEPT = 92 * 86_400_000;

const tokenOf = ({ sealer }: Keys, version: number) => sealer.derive(`calendar feed ${version}`);
const addressOf = (keys: Keys, version: number) => keys.siteUrl + dashboardPaths.calendarFeed(tokenOf(keys, version));

/** The secret address of the owner's bookings. */
export async function readFeedAddress(db: Db, keys: Keys): Promise<{ address: string }> {
  return { address: addressOf(keys, (await getBookingSettings(db)).feedVersion) };
}

/** Gives the feed another address; the one before ends. */
export async function renewFeedAddress(tx: Transaction, keys: Keys): Promise<{ address: string }> {
  const { feedVersion, version } = await getSettingsLocked(tx);
  await updateBookingSettings(tx, { feedVersion: feedVersion + 1 }, version);
  return { address: addressOf(keys, feedVersion + 1) };
}

/** The feed, for whoever has its address. Throws NOT_FOUND for any other. */
export async function readFeed(db: Db, context: Keys & Pick<ApiServices, 'now'>, token: string): Promise<string> {
  const { feedVersion, meetingPlace } = await getBookingSettings(db);
  if (!isSameSecret(token, tokenOf(context, feedVersion))) {
    throw new AppError('NOT_FOUND', 'There is no such calendar.');
  }
  const rows = await listForFeed(db, new Date(context.now().epochMilliseconds - KEPT));
  const { profile } = await getSiteContent(db, ['profile']);
  return writeFeed(
    `Consultations of ${profile.name}`,
    rows.map(({ id, title, clientName, startsAt, endsAt, sequence, updatedAt }) => ({
      id: entryName(id, context.siteUrl),
      title,
      client: clientName,
      startsAt,
      endsAt,
      sequence,
      changedAt: updatedAt,
      place: meetingPlace,
    })),
  );
}
