import {
  buildDocumentPath,
  calculateTotals,
  formatDocumentTitle,
  getAmountDue,
  isPayable,
} from '#features/billing/index.ts';
import { findTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { listPaymentsByDocument, listRefundsByDocument } from '#features/payments/index.ts';
import type { Db } from '#platform/database/database.ts';
import { LATE_PAYMENT_GRACE_MS } from '../lifecycle/contract/limits.ts';
import { getBookingSettings } from '../lifecycle/queries/availability.ts';
import { type BookingRow, listBookingBillingDocuments, listBookingFiles } from '../lifecycle/queries/bookings.ts';
import { listBookingEvents, updateSeen } from './queries.ts';
import { getChangeDeadline, findChangeDeniedReason } from '../lifecycle/rules/change-policy.ts';
import { createBookingAccessToken, authorizeBooking } from '../lifecycle/actions/access.ts';
import { isHoldRecentlyExpired, isOfferUnchanged } from '../checkout/actions/holds.ts';
import { listNextFreeSlots } from '../lifecycle/actions/slots.ts';
import type { Booking } from './contract.ts';

type ReadingContext = Pick<ApiContext, 'db' | 'actor' | 'encryption' | 'now' | 'siteUrl'>;

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
  const { id, state, holdExpiresAt, startsAt } = booking;
  // The maintenance job may not have expired this hold yet.
  const isOver = holdExpiresAt !== null && holdExpiresAt.getTime() <= now.epochMilliseconds;
  const shown = await Promise.all(
    documents.map(async ({ id: documentId, kind, number, content, total, issuedOn }) => ({
      number,
      title: formatDocumentTitle(content),
      total,
      amountDue: isPayable(kind) ? await getAmountDue(db, documentId) : ZERO,
      issuedOn,
      path: buildDocumentPath({ encryption }, number),
    })),
  );
  const waiting = state === 'awaiting_payment' && !isOver ? shown.find(({ amountDue }) => amountDue > 0) : undefined;
  const clientLink = createBookingAccessToken(encryption, booking);
  const own = party === 'owner' ? String(id) : reference;
  const isBooked = state === 'confirmed' || state === 'completed';
  const isLost = state === 'expired' || isOver;
  const wanted = { start: startsAt.getTime(), minutes: booking.durationMinutes, excludeBookingId: id };
  const invoices = documents.filter(({ kind }) => kind === 'invoice').map(({ id: invoice }) => invoice);
  const canBeTaken =
    isLost && party === 'client' && (isHoldRecentlyExpired(booking, now) || (await isOfferUnchanged(db, booking)));
  return {
    number: id,
    party,
    state: isOver ? 'expired' : state,
    title: booking.title,
    optionId: booking.optionId,
    quantity: booking.quantity,
    durationMinutes: booking.durationMinutes,
    startsAt: startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    timeZone: booking.timeZone,
    ownerTimeZone: (await findTimeZone(db)) ?? 'UTC',
    hold:
      holdExpiresAt && !isOver
        ? { expiresAt: holdExpiresAt.toISOString(), remainingMs: holdExpiresAt.getTime() - now.epochMilliseconds }
        : null,
    client:
      booking.clientName === null
        ? null
        : { name: booking.clientName, email: booking.clientEmail, phone: booking.clientPhone },
    notes: booking.notes,
    total: booking.total,
    tax: taxOfBooking(booking),
    currency: booking.currency,
    bookedBy: booking.bookedBy,
    createdAt: booking.createdAt.toISOString(),
    clientPath: sellingPaths.booking(clientLink),
    location: isBooked ? settings.meetingLocation : '',
    billingDocuments: shown.map(one => ({ ...one, amountDue: one.amountDue > 0 ? one.amountDue : ZERO })),
    refund: await findBookingRefund(db, invoices),
    isPaymentPending: isLost && (await hasPendingPayment(db, invoices, now)),
    openInvoice: waiting ? { number: waiting.number, token: waiting.path.split('/').at(-1) ?? '' } : null,
    files: files.map(({ id: file, name, sizeBytes }) => ({
      id: file,
      name,
      sizeBytes,
      path: sellingPaths.bookingFile(own, file),
    })),
    changeDeadline: getChangeDeadline(booking, settings.minimumChangeNoticeHours).toISOString(),
    changeReasons: {
      reschedule: findChangeDeniedReason('reschedule', party, booking, { now, ...settings }),
      cancel: findChangeDeniedReason('cancel', party, booking, { now, ...settings }),
    },
    icsPath: isBooked ? sellingPaths.bookingCalendar(own) : null,
    suggestedSlots: canBeTaken ? await listNextFreeSlots(db, now, wanted) : [],
    events: events.map(({ transition, actor, reason, details, occurredAt }) => ({
      transition,
      actor,
      reason,
      startsAt: details.startsAt ?? null,
      occurredAt: occurredAt.toISOString(),
    })),
  };
}

/** Returns the tax in a booking's price; null without one. */
function taxOfBooking({ quantity, unitPrice, tax }: BookingRow): Booking['tax'] {
  const { name, basisPoints, behavior: taxBehavior } = tax;
  if (basisPoints === 0) return null;
  const { taxAmount } = calculateTotals({ lineItems: [{ quantity, unitAmount: unitPrice }], taxBehavior, tax });
  return { name, basisPoints, isIncluded: taxBehavior === 'inclusive', amount: taxAmount };
}

/** Returns the total refunded for documents; null without refunds. */
async function findBookingRefund(db: Db, documents: readonly number[]): Promise<Booking['refund']> {
  const refunds = [];
  for (const id of documents) refunds.push(...(await listRefundsByDocument(db, id)));
  if (refunds.length === 0) return null;
  return {
    amount: sumAmounts(refunds.map(({ amount }) => amount)),
    isComplete: refunds.every(({ status }) => status === 'succeeded'),
  };
}

/** Returns whether documents have a payment in review, or one recently started at a provider. */
async function hasPendingPayment(db: Db, documents: readonly number[], now: Temporal.Instant): Promise<boolean> {
  for (const id of documents) {
    const found = (await listPaymentsByDocument(db, id)).some(
      ({ status, createdAt }) =>
        status === 'in_review' ||
        (status === 'pending' && now.epochMilliseconds - createdAt.getTime() <= LATE_PAYMENT_GRACE_MS),
    );
    if (found) return true;
  }
  return false;
}
