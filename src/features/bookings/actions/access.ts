import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import type { Party } from '../contract/lifecycle.ts';
import { type BookingRow, findBooking } from '../queries/bookings.ts';

/** The secret link by which a client opens a booking without signing in; every mail about it carries it. */
export function buildBookingUrl(
  { encryption, siteUrl }: Pick<ApiServices, 'encryption' | 'siteUrl'>,
  booking: BookingRow,
): string {
  return `${siteUrl}${sellingPaths.booking(createBookingAccessToken(encryption, booking))}`;
}

/** The number of a booking with the token that goes with it. */
export function createBookingAccessToken(sealer: ApiServices['encryption'], { id, linkVersion }: BookingRow): string {
  return `${id}.${sealer.deriveToken(`booking ${id} ${linkVersion}`)}`;
}

/** A booking, and from which side whoever calls looks at it. */
export interface BookingAccess {
  readonly booking: BookingRow;
  readonly party: Party;
  /** The account of whoever calls; null without one. */
  readonly actorId: string | null;
}

/**
 * Opens a booking by its number, for its client and for the owner, or by its secret link, for whoever has that. Throws
 * UNAUTHORIZED to a visitor who names a number alone, and NOT_FOUND alike for what there is not and what is another's.
 */
export async function authorizeBooking(
  db: Db,
  { actor, encryption }: Pick<ApiContext, 'actor' | 'encryption'>,
  reference: string,
): Promise<BookingAccess> {
  const [number = '', token] = reference.split('.');
  if (token === undefined && actor.role === 'visitor') {
    throw new AppError('UNAUTHORIZED', 'Sign in to see this booking, or open the link that you were sent.');
  }
  const booking = /^\d{1,9}$/.test(number) ? await findBooking(db, Number(number)) : null;
  const actorId = actor.role === 'visitor' ? null : actor.userId;
  const byLink =
    token !== undefined &&
    booking !== null &&
    isEqualConstantTime(reference, createBookingAccessToken(encryption, booking));
  // The owner looks from the client's side where they open the client's link.
  if (booking && actor.role === 'owner' && !byLink) return { booking, party: 'owner', actorId };
  const isOpen = token === undefined ? actor.role !== 'visitor' && isClient(actor, booking) : byLink;
  if (!booking || !isOpen) throw new AppError('NOT_FOUND', 'There is no such booking.');
  return { booking, party: 'client', actorId };
}

/** Whether somebody who is signed in booked it: with their account or, where it was booked without one, with their address. */
function isClient({ userId, email }: { userId: string; email: string }, booking: BookingRow | null): boolean {
  if (!booking) return false;
  if (booking.clientId !== null) return booking.clientId === userId;
  return booking.clientEmail !== null && booking.clientEmail.toLowerCase() === email.toLowerCase();
}
