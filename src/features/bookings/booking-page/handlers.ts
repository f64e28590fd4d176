import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  buildDocumentPath,
  calculateTotals,
  formatDocumentTitle,
  getAmountDue,
  isPayable,
} from '#features/billing/index.ts';
import { getDocumentClient } from '#features/clients/index.ts';
import { listPaymentsForBookings, listRefundsByDocument } from '#features/payments/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import type { Db } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { NO_STORE_HEADERS, toContentDisposition } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import { sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { isHoldRecentlyExpired, isOfferUnchanged } from '../checkout/actions/holds.ts';
import { authorizeBooking, createBookingAccessToken } from '../lifecycle/actions/access.ts';
import { renderBookingIcs } from '../lifecycle/actions/calendar-entry.ts';
import { listNextFreeSlots, takeSlot } from '../lifecycle/actions/slots.ts';
import { cancelBooking, rescheduleBooking } from '../lifecycle/actions/transitions.ts';
import { LATE_PAYMENT_GRACE_MS } from '../lifecycle/contract/limits.ts';
import { getBookingSettings } from '../lifecycle/queries/availability.ts';
import { type BookingRow, listBookingBillingDocuments, listBookingFiles } from '../lifecycle/queries/bookings.ts';
import { findChangeDeniedReason, getChangeDeadline } from '../lifecycle/rules/change-policy.ts';
import { type Booking, bookingPageContract } from './contract.ts';
import { claimBookingsByEmail, countBookings, listBookingEvents, listBookings, updateSeen } from './queries.ts';

const bookings = implement(bookingPageContract).$context<ApiContext>();

export const bookingPageHandlers = bookings.router({
  get: bookings.get.handler(async ({ context, input: { booking: reference } }) => {
    const { db, encryption } = context;
    const { booking, party } = await authorizeBooking(db, context, reference);
    const now = context.now();
    if (party === 'owner' && booking.seenAt === null) await updateSeen(db, booking.id, toDate(now));
    const settings = await getBookingSettings(db);
    const documents = await listBookingBillingDocuments(db, booking.id);
    const files = await listBookingFiles(db, booking.id);
    const events = await listBookingEvents(db, booking.id);
    const { id, state, holdExpiresAt, startsAt } = booking;
    // The maintenance job may not have expired this hold yet.
    const isExpired = holdExpiresAt !== null && holdExpiresAt.getTime() <= now.epochMilliseconds;
    const dtos = await Promise.all(
      documents.map(async ({ id: documentId, kind, number, content, total, issuedOn }) => ({
        number,
        title: formatDocumentTitle(content),
        total,
        amountDue: isPayable(kind) ? await getAmountDue(db, documentId) : ZERO,
        issuedOn,
        path: buildDocumentPath({ encryption }, number),
      })),
    );
    const unpaid = state === 'awaiting_payment' && !isExpired ? dtos.find(({ amountDue }) => amountDue > 0) : undefined;
    const clientLink = createBookingAccessToken(encryption, booking);
    const ownReference = party === 'owner' ? String(id) : reference;
    const isBooked = state === 'confirmed' || state === 'completed';
    const isLost = state === 'expired' || isExpired;
    const wanted = { start: startsAt.getTime(), minutes: booking.durationMinutes, excludeBookingId: id };
    const invoices = documents.filter(({ kind }) => kind === 'invoice').map(({ id: invoice }) => invoice);
    const canBeTaken =
      isLost &&
      party === 'client' &&
      (isHoldRecentlyExpired(booking, now) || (await isOfferUnchanged(db, now, booking)));
    return {
      number: id,
      party,
      state: isExpired ? 'expired' : state,
      title: booking.title,
      optionId: booking.optionId,
      quantity: booking.quantity,
      durationMinutes: booking.durationMinutes,
      startsAt: startsAt.toISOString(),
      endsAt: booking.endsAt.toISOString(),
      timeZone: booking.timeZone,
      ownerTimeZone: await getTimeZone(db),
      hold:
        holdExpiresAt && !isExpired
          ? { expiresAt: holdExpiresAt.toISOString(), remainingMs: holdExpiresAt.getTime() - now.epochMilliseconds }
          : null,
      client:
        booking.clientName === null
          ? null
          : { name: booking.clientName, email: booking.clientEmail, phone: booking.clientPhone },
      billedTo: party === 'owner' ? await findBilledTo(db, booking) : null,
      notes: booking.notes,
      total: booking.total,
      tax: taxOfBooking(booking),
      taxNote: booking.tax.note ?? null,
      currency: booking.currency,
      bookedBy: booking.bookedBy,
      createdAt: booking.createdAt.toISOString(),
      clientPath: sellingPaths.booking(clientLink),
      location: isBooked ? settings.meetingLocation : '',
      billingDocuments: dtos.map(one => ({ ...one, amountDue: one.amountDue > 0 ? one.amountDue : ZERO })),
      refund: await findRefund(db, invoices),
      isPaymentPending: isLost && (await hasPendingPayment(db, id, now)),
      openInvoice: unpaid ? { number: unpaid.number, token: unpaid.path.split('/').at(-1) ?? '' } : null,
      files: files.map(({ id: file, name, sizeBytes }) => ({
        id: file,
        name,
        sizeBytes,
        path: sellingPaths.bookingFile(ownReference, file),
      })),
      changeDeadline: getChangeDeadline(booking, settings.minimumChangeNoticeHours).toISOString(),
      changeReasons: {
        reschedule: findChangeDeniedReason('reschedule', party, booking, { now, ...settings }),
        cancel: findChangeDeniedReason('cancel', party, booking, { now, ...settings }),
      },
      icsPath: isBooked ? sellingPaths.bookingCalendar(ownReference) : null,
      suggestedSlots: canBeTaken ? await listNextFreeSlots(db, now, wanted) : [],
      events: events.map(({ transition, actor, reason, details, occurredAt }) => ({
        transition,
        actor,
        reason,
        startsAt: details.startsAt ?? null,
        occurredAt: occurredAt.toISOString(),
      })),
    };
  }),
  reschedule: bookings.reschedule.handler(({ context, input: { booking: reference, idempotencyKey, startsAt } }) => {
    const idempotency = { endpoint: 'bookings.reschedule', key: idempotencyKey, body: { reference, startsAt } };
    return takeSlot(context, idempotency, async tx => {
      const { booking, party: actor, actorId } = await authorizeBooking(tx, context, reference);
      const request = { bookingId: booking.id, actor, actorId, startsAt: new Date(startsAt) };
      return { number: (await rescheduleBooking(tx, context, request)).id };
    });
  }),
  cancel: bookings.cancel.handler(
    inTransaction(async (tx, context, { booking: reference, reason }) => {
      const { booking, party: actor, actorId } = await authorizeBooking(tx, context, reference);
      const request = { bookingId: booking.id, actor, actorId, ...(reason ? { reason } : {}) };
      return { number: (await cancelBooking(tx, context, request)).id };
    }),
  ),
  list: bookings.list.handler(async ({ context, input }) => {
    const viewer = requireUser(context);
    await claimBookingsByEmail(context.db, viewer);
    const now = toDate(context.now());
    const [items, total] = await Promise.all([
      listBookings(context.db, viewer, input, now),
      countBookings(context.db, viewer, input, now),
    ]);
    return pageOf(input, items, total);
  }),
});

/** Returns to whom the invoice of a booking is issued; null without an address. */
async function findBilledTo(
  db: Db,
  { clientName, clientEmail, billingDetails }: BookingRow,
): Promise<Booking['billedTo']> {
  if (clientName === null || clientEmail === null) return null;
  const client = await getDocumentClient(db, { name: clientName, email: clientEmail }, billingDetails, 'en');
  const { name, addressLines, taxId } = client;
  return addressLines.length > 0 ? { name, addressLines, taxId } : null;
}

/** Returns the tax in a booking's price; null without one. */
function taxOfBooking({ quantity, unitPrice, tax }: BookingRow): Booking['tax'] {
  const { name, basisPoints, behavior: taxBehavior } = tax;
  if (basisPoints === 0) return null;
  const { taxAmount } = calculateTotals({ lineItems: [{ quantity, unitAmount: unitPrice }], taxBehavior, tax });
  return { name, basisPoints, isIncluded: taxBehavior === 'inclusive', amount: taxAmount };
}

/** Returns the total refunded for documents; null without refunds. */
async function findRefund(db: Db, documents: readonly number[]): Promise<Booking['refund']> {
  const refunds = (await Promise.all(documents.map(id => listRefundsByDocument(db, id)))).flat();
  if (refunds.length === 0) return null;
  return {
    amount: sumAmounts(refunds.map(({ amount }) => amount)),
    isComplete: refunds.every(({ status }) => status === 'succeeded'),
  };
}

/** Returns whether a booking has a payment in review, or one recently started at a provider. */
async function hasPendingPayment(db: Db, id: number, now: Temporal.Instant) {
  const since = now.epochMilliseconds - LATE_PAYMENT_GRACE_MS;
  const payments = await listPaymentsForBookings(db, [id]);
  return payments.some(
    ({ state, createdAt }) =>
      state === 'in_review' || state === 'processing' || (state === 'pending' && createdAt.getTime() >= since),
  );
}

/** Registers the route of a booking's calendar entry, for both parties. */
export function registerCalendarEntryRoute(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { booking: string } }>('/booking/:booking/consultation.ics', async (request, reply) => {
    reply.headers(NO_STORE_HEADERS);
    const context = await contextOf(request);
    const { booking } = await authorizeBooking(context.db, context, request.params.booking);
    if (booking.state !== 'confirmed' && booking.state !== 'completed') {
      throw new AppError('NOT_FOUND', 'This booking isn’t confirmed, so it has no calendar file.');
    }
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': toContentDisposition(`consultation-${booking.id}.ics`),
      })
      .send(await renderBookingIcs(context.db, context, booking, null));
  });
}
