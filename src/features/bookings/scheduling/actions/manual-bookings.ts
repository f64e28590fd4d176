import { ZERO } from '#shared/money-arithmetic.ts';
import type { Transaction } from '#platform/database/database.ts';
import { lockBookingSettings } from '../../lifecycle/queries/availability.ts';
import { type BookingRow, insertBooking, insertBookingEvent } from '../../lifecycle/queries/bookings.ts';
import { getBlockedInterval } from '../../lifecycle/rules/availability.ts';
import { expireHolds } from '../../lifecycle/actions/expire.ts';
import { type NotificationServices, notifyBookingConfirmed } from '../../lifecycle/actions/notifications.ts';
import { SlotTakenError } from '../../lifecycle/actions/slots.ts';

/** A manual booking by the owner: any time without another booking, any duration, no payment. */
export interface ManualBookingInput {
  readonly title: string;
  /** The booked option, if any. */
  readonly optionId: string | null;
  readonly startsAt: Date;
  readonly durationMinutes: number;
  readonly clientName: string;
  /** Null if the site must not email the client. */
  readonly clientEmail: string | null;
  readonly clientPhone: string | null;
  readonly notes: string;
  /** The client's zone, an IANA name. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Whether both parties are notified by email. */
  readonly shouldNotify: boolean;
}

/** Creates a manual booking. Throws SlotTakenError if another booking, buffers included, has the time. */
export async function createManualBooking(
  tx: Transaction,
  services: NotificationServices,
  { shouldNotify, ...input }: ManualBookingInput,
  ownerId: string,
): Promise<BookingRow> {
  const settings = await lockBookingSettings(tx);
  await expireHolds(tx, services);
  const start = input.startsAt.getTime();
  const createdAt = new Date(services.now().epochMilliseconds);
  const blocked = getBlockedInterval(start, input.durationMinutes, settings);
  const booking = await insertBooking(tx, {
    ...input,
    state: 'confirmed',
    endsAt: new Date(start + input.durationMinutes * 60_000),
    blockedFrom: new Date(blocked.start),
    blockedUntil: new Date(blocked.end),
    bookedBy: 'owner',
    total: ZERO,
    unitPrice: ZERO,
    tax: { behavior: 'inclusive', name: 'Tax', basisPoints: 0 },
    seenAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  });
  if (!booking) throw new SlotTakenError({ start, minutes: input.durationMinutes }, 'Another booking has this time.');
  const event = {
    bookingId: booking.id,
    transition: 'create',
    toState: 'confirmed',
    actor: 'owner',
    actorId: ownerId,
  } as const;
  await insertBookingEvent(tx, { ...event, occurredAt: createdAt });
  if (shouldNotify) await notifyBookingConfirmed(tx, services, booking);
  return booking;
}
