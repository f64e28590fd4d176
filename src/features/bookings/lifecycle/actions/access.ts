import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import type { Party } from '../contract/states.ts';
import { type BookingRow, findBooking } from '../queries/bookings.ts';

/** Returns the secret link that opens a booking without signing in; every email about the booking contains it. */
export function buildBookingUrl(
  { encryption, siteUrl }: Pick<ApiServices, 'encryption' | 'siteUrl'>,
  booking: BookingRow,
): string {
  return `${siteUrl}${sellingPaths.booking(createBookingAccessToken(encryption, booking))}`;
}

/** Returns a booking's id and access token as one URL segment. */
export function createBookingAccessToken(encryption: ApiServices['encryption'], { id, linkVersion }: BookingRow) {
  return `${id}.${encryption.deriveToken(`booking ${id} ${linkVersion}`)}`;
}

/**
 * Returns a booking by id for its client and the owner, or by secret link for anyone who has it, with the caller's party
 * and account. Throws UNAUTHORIZED for a visitor with an id only, and NOT_FOUND for unknown and inaccessible bookings
 * alike.
 */
export async function authorizeBooking(
  db: Db,
  { actor, encryption }: Pick<ApiContext, 'actor' | 'encryption'>,
  reference: string,
) {
  const [number = '', token] = reference.split('.');
  if (token === undefined && actor.role === 'visitor') {
    throw new AppError('UNAUTHORIZED', 'Sign in to see this booking, or open the link in your email.');
  }
  const booking = /^\d{1,9}$/.test(number) ? await findBooking(db, Number(number)) : null;
  const actorId = actor.role === 'visitor' ? null : actor.userId;
  const byLink =
    token !== undefined &&
    booking !== null &&
    isEqualConstantTime(reference, createBookingAccessToken(encryption, booking));
  // An owner who opens the client's link sees the client's view.
  const party: Party = actor.role === 'owner' && !byLink ? 'owner' : 'client';
  const isOpen =
    byLink || party === 'owner' || (token === undefined && actor.role !== 'visitor' && isClient(actor, booking));
  if (!booking || !isOpen) {
    throw new AppError(
      'NOT_FOUND',
      token === undefined
        ? 'This booking doesn’t exist.'
        : 'This link is incomplete, or was replaced by a newer one. Open the link in the latest email about this booking.',
    );
  }
  return { booking, party, actorId };
}

/** Returns whether a signed-in user is the client: by account, or by email address for bookings made without one. */
function isClient({ userId, email }: { userId: string; email: string }, booking: BookingRow | null) {
  if (booking?.clientId) return booking.clientId === userId;
  return booking?.clientEmail?.toLowerCase() === email.toLowerCase();
}
