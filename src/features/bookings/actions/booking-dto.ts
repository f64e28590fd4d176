import { buildDocumentPath } from '#features/billing/actions/document-urls.ts';
import { readSellingNotes } from '#features/billing/actions/selling.ts';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import { isPayable } from '#features/billing/rules/documents.ts';
import { formatDocumentTitle } from '#features/billing/rules/labels.ts';
import { getUser } from '#features/auth/queries/users.ts';
import { getConsultationPricing } from '#features/pricing/queries/pricing.ts';
import { findTimeZone } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import type { Booking, ConsultationOptions } from '../contract/schemas.ts';
import { HOLD_MINUTES } from '../contract/limits.ts';
import { getAvailability, getBookingSettings } from '../queries/availability.ts';
import {
  type BookingRow,
  listBookingBillingDocuments,
  listBookingEvents,
  listBookingFiles,
  updateSeen,
} from '../queries/bookings.ts';
import { getBookingWindow } from '../rules/availability.ts';
import { taxOfBooking } from '../rules/invoices.ts';
import { getChangeDeadline, findChangeDeniedReason } from '../rules/change-policy.ts';
import { createBookingAccessToken, authorizeBooking } from './access.ts';
import { isHoldRecentlyExpired, hasPendingPayment, isOfferUnchanged, findBookingRefund } from './expired-holds.ts';
import { listNextFreeSlots, findFreeSlots } from './slots.ts';

type ReadingContext = Pick<ApiContext, 'db' | 'actor' | 'encryption' | 'now' | 'siteUrl'>;

/** Selectable time zones; `listConsultationOptions` adds the owner's if missing. */
const timeZones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** Returns the consultations on offer, and the window in which they can be booked. */
export async function listConsultationOptions({
  db,
  actor,
  now,
  siteUrl,
}: ReadingContext): Promise<ConsultationOptions> {
  const [{ consultationOptions, consultationFeatures }, availability, notes] = await Promise.all([
    getConsultationPricing(db),
    getAvailability(db, now()),
    readSellingNotes(db, { siteUrl }),
  ]);
  const { timeZone, settings } = availability;
  const span = getBookingWindow(availability, now().epochMilliseconds);
  const user = actor.role === 'visitor' ? null : await getUser(db, actor.userId);
  return {
    ...notes,
    options: consultationOptions,
    features: consultationFeatures,
    timeZone,
    timeZones: timeZones.includes(timeZone) ? timeZones : [timeZone, ...timeZones],
    noticeHours: settings.noticeHours,
    changeNoticeHours: settings.changeNoticeHours,
    holdMinutes: HOLD_MINUTES,
    from: new Date(span.start).toISOString(),
    until: new Date(span.end).toISOString(),
    client: user && { name: user.name, email: user.email },
  };
}

/** Returns the available start times for an existing booking, or for a new one of a given duration. */
export async function listSlots(
  { db, now }: Pick<ReadingContext, 'db' | 'now'>,
  { minutes, from, until, except }: { minutes: number; from: string; until: string; except: BookingRow | null },
): Promise<string[]> {
  const span = { start: Date.parse(from), end: Date.parse(until) };
  const { free } = await findFreeSlots(db, now(), {
    ...span,
    minutes,
    ...(except ? { excludeBookingId: except.id } : {}),
  });
  return free.map(slot => new Date(slot).toISOString());
}

/** Returns a booking DTO for the caller. Throws as `authorizeBooking` does. */
export async function getBookingDto(context: ReadingContext, reference: string): Promise<Booking> {
  const { db, encryption } = context;
  const { booking, party } = await authorizeBooking(db, context, reference);
  const now = context.now();
  if (party === 'owner' && booking.seenAt === null) await updateSeen(db, booking.id, new Date(now.epochMilliseconds));
  const settings = await getBookingSettings(db);
  const documents = await listBookingBillingDocuments(db, booking.id);
  const files = await listBookingFiles(db, booking.id);
  const events = await listBookingEvents(db, booking.id);
  const { id, state, heldUntil, startsAt } = booking;
  // The maintenance job may not have expired this hold yet.
  const isOver = heldUntil !== null && heldUntil.getTime() <= now.epochMilliseconds;
  const shown = await Promise.all(
    documents.map(async ({ id: documentId, kind, number, content, total, issuedOn }) => ({
      number,
      title: formatDocumentTitle(content),
      total,
      owed: isPayable(kind) ? await getAmountDue(db, documentId) : ZERO,
      issuedOn,
      path: buildDocumentPath({ encryption }, number),
    })),
  );
  const waiting = state === 'awaiting_payment' && !isOver ? shown.find(({ owed }) => owed > 0) : undefined;
  const clientLink = createBookingAccessToken(encryption, booking);
  const own = party === 'owner' ? String(id) : reference;
  const isBooked = state === 'confirmed' || state === 'completed';
  const isLost = state === 'expired' || isOver;
  const wanted = { start: startsAt.getTime(), minutes: booking.minutes, excludeBookingId: id };
  const invoices = documents.filter(({ kind }) => kind === 'invoice').map(({ id: invoice }) => invoice);
  const canBeTaken =
    isLost && party === 'client' && (isHoldRecentlyExpired(booking, now) || (await isOfferUnchanged(db, booking)));
  return {
    number: id,
    side: party,
    state: isOver ? 'expired' : state,
    title: booking.title,
    optionId: booking.optionId,
    quantity: booking.quantity,
    minutes: booking.minutes,
    startsAt: startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    timeZone: booking.timeZone,
    ownerTimeZone: (await findTimeZone(db)) ?? 'UTC',
    hold:
      heldUntil && !isOver
        ? { until: heldUntil.toISOString(), left: heldUntil.getTime() - now.epochMilliseconds }
        : null,
    client:
      booking.clientName === null
        ? null
        : { name: booking.clientName, email: booking.clientEmail, phone: booking.clientPhone },
    about: booking.about,
    total: booking.total,
    tax: taxOfBooking(booking),
    currency: booking.currency,
    bookedBy: booking.bookedBy,
    createdAt: booking.createdAt.toISOString(),
    linkPath: sellingPaths.booking(clientLink),
    place: isBooked ? settings.meetingPlace : '',
    documents: shown.map(one => ({ ...one, owed: one.owed > 0 ? one.owed : ZERO })),
    refunded: await findBookingRefund(db, invoices),
    isPaymentUnderWay: isLost && (await hasPendingPayment(db, invoices, now)),
    payable: waiting ? { number: waiting.number, token: waiting.path.split('/').at(-1) ?? '' } : null,
    files: files.map(({ id: file, name, bytes }) => ({
      id: file,
      name,
      bytes,
      path: sellingPaths.bookingFile(own, file),
    })),
    changeableUntil: getChangeDeadline(booking, settings.changeNoticeHours).toISOString(),
    refusals: {
      reschedule: findChangeDeniedReason('reschedule', party, booking, { now, ...settings }),
      cancel: findChangeDeniedReason('cancel', party, booking, { now, ...settings }),
    },
    calendarPath: isBooked ? sellingPaths.bookingCalendar(own) : null,
    nextFree: canBeTaken ? await listNextFreeSlots(db, now, wanted) : [],
    events: events.map(({ move, actor, reason, details, at }) => ({
      move,
      actor,
      reason,
      startsAt: details.startsAt ?? null,
      at: at.toISOString(),
    })),
  };
}
