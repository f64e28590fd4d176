import { isDeepStrictEqual } from 'node:util';
import { getUser } from '#features/auth/index.ts';
import {
  applyTranslations,
  issueDocument,
  createIssueContext,
  getIssuer,
  getAmountDue,
  toDocumentTax,
  formatMoment,
  languageOf,
} from '#features/billing/index.ts';
import { getDocumentClient, saveBuyer } from '#features/clients/index.ts';
import { getPaymentTerms } from '#features/pricing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { dayOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { formatDateTime } from '#shared/time.ts';
import { authorizeBooking } from '../../lifecycle/actions/access.ts';
import { emailParties, formatBookingAmount, type NotificationServices } from '../../lifecycle/actions/notifications.ts';
import { creditBookingInvoices } from '../../lifecycle/actions/refunds.ts';
import { isSlotFree, SlotTakenError } from '../../lifecycle/actions/slots.ts';
import { confirmBooking, expireHolds, transitionBooking } from '../../lifecycle/actions/transitions.ts';
import { lockBookingSettings } from '../../lifecycle/queries/availability.ts';
import { type BookingRow, findBookingForUpdate, listBookingInvoices } from '../../lifecycle/queries/bookings.ts';
import { getBookingTimes } from '../../lifecycle/rules/availability.ts';
import type { BookingDetailsInput } from '../contract.ts';
import { getHoldExpiry, isHoldRecentlyExpired, isOfferUnchanged } from './holds.ts';

/** Bookings per email address (security page, "Limits"), the same as for orders. */
const BOOKINGS_FOR_ADDRESS: RateLimit = { name: 'booking address', maxAttempts: 8, windowSeconds: 12 * 3600 };

/**
 * Saves the client's details, issues the invoice and extends the hold by half an hour; free consultations are confirmed
 * immediately. An expired hold is resumed if its time, or a newly chosen one, is free. Throws SlotTakenError if the time
 * is taken, and CONFLICT if the hold expired long ago and the offer has changed.
 */
export async function submitBookingDetails(
  tx: Transaction,
  context: NotificationServices & Pick<ApiContext, 'actor' | 'client'>,
  reference: string,
  input: Omit<BookingDetailsInput, 'booking' | 'idempotencyKey'>,
): Promise<{ number: number; isConfirmed: boolean }> {
  const { booking: opened, actorId } = await authorizeBooking(tx, context, reference);
  const client = await readClient(tx, context, input);
  const settings = await lockBookingSettings(tx);
  await expireHolds(tx, context);
  const booking = await findBookingForUpdate(tx, opened.id);
  if (!booking || (booking.state !== 'held' && booking.state !== 'expired')) {
    throw new AppError('CONFLICT', 'This booking has changed. Reload the page.');
  }
  const now = context.now();
  const start = input.startsAt === undefined ? booking.startsAt.getTime() : Date.parse(input.startsAt);
  const isMoved = start !== booking.startsAt.getTime();
  const wanted = { start, minutes: booking.durationMinutes, excludeBookingId: booking.id };
  const isLate = booking.state === 'expired' && isHoldRecentlyExpired(opened, now);
  if (booking.state === 'expired' && !isLate && !(await isOfferUnchanged(tx, now, booking))) {
    throw new AppError('CONFLICT', 'This consultation has changed since your reservation expired. Book it again.');
  }
  if (
    (booking.state === 'expired' || isMoved) &&
    !(await isSlotFree(tx, now, wanted, { ignoreNotice: isLate && !isMoved }))
  ) {
    throw new SlotTakenError(
      wanted,
      isMoved ? 'This time is no longer available.' : 'Your reservation expired, and the time was taken.',
    );
  }
  await consumeRateLimit(tx, BOOKINGS_FOR_ADDRESS, client.email.toLowerCase(), now);
  const changes = {
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    clientPhone: input.phone || null,
    billingDetails: await saveBuyer(tx, now, {
      ...client,
      details: input.billing ?? null,
      isVerified: client.id !== null,
    }),
    notes: input.notes,
    holdExpiresAt: getHoldExpiry(now, start),
    ...getBookingTimes(start, booking.durationMinutes, settings),
  };
  const initiator = { actor: 'client', actorId } as const;
  const submitted = await transitionBooking(tx, now, booking, 'submit_details', initiator, changes);
  if (!submitted) throw new SlotTakenError(wanted);
  if (submitted.total === 0) {
    await confirmBooking(tx, context, submitted, initiator);
    return { number: submitted.id, isConfirmed: true };
  }
  await issueInvoice(tx, context, submitted);
  await emailParties(tx, context, submitted, {
    template: 'booking_payment_due',
    recipients: ['client'],
    props: ({ timeZone }) => ({
      amount: formatBookingAmount(submitted.total, submitted.currency),
      heldUntil: formatDateTime((submitted.holdExpiresAt ?? submitted.startsAt).toISOString(), timeZone),
    }),
  });
  return { number: submitted.id, isConfirmed: false };
}

/** Reads the client from the account or the form. Reports all missing fields together. */
async function readClient(
  tx: Transaction,
  { actor }: Pick<ApiContext, 'actor'>,
  { name, email }: Pick<BookingDetailsInput, 'name' | 'email'>,
): Promise<{ id: string | null; name: string; email: string }> {
  if (actor.role !== 'visitor') {
    const user = await getUser(tx, actor.userId);
    return { id: user.id, name: user.name, email: user.email };
  }
  const missing = {
    ...(name === undefined ? { name: 'Name is required' } : {}),
    ...(email === undefined ? { email: 'Email is required' } : {}),
  };
  if (name === undefined || email === undefined) {
    throw new AppError('UNPROCESSABLE', 'Fill in the required fields.', missing);
  }
  return { id: null, name, email };
}

/** Terms printed on the invoice: payment methods, and an invoice for every payment. */
const TERMS = [3, 5];

/**
 * Issues the invoice for the full price. It is due the same day, because the time is held for minutes only. An invoice
 * of an expired hold that is still open is kept if it is for the same time, client and price, and credited if not.
 */
async function issueInvoice(tx: Transaction, context: NotificationServices, booking: BookingRow): Promise<void> {
  const issuing = await createIssueContext(tx, context);
  const { id, title, quantity, unitPrice, total, clientName, clientEmail, currency } = booking;
  const client = await getDocumentClient(
    tx,
    { name: clientName ?? '', email: clientEmail ?? '' },
    booking.billingDetails,
  );
  const detail = formatMoment(booking.startsAt.toISOString(), issuing.timeZone, languageOf({ client }));
  for (const { id: invoiceId, content } of await listBookingInvoices(tx, id)) {
    if ((await getAmountDue(tx, invoiceId)) <= 0) continue;
    const isSame = content.total === total && content.lineItems[0]?.detail === detail;
    if (isSame && isDeepStrictEqual(content.client, client)) return;
    await creditBookingInvoices(tx, context, booking, 'The reservation expired before payment', 'owed');
  }
  const { terms, translations } = await getPaymentTerms(tx);
  const printed = terms.filter(({ number }) => TERMS.includes(number)).map(({ number, text }) => ({ number, text }));
  const day = dayOf(booking.startsAt.toTemporalInstant(), issuing.timeZone).toString();
  await issueDocument(
    tx,
    issuing,
    {
      ...(await getIssuer(tx)),
      kind: 'invoice',
      dueOn: issuing.now.toZonedDateTimeISO(issuing.timeZone).toPlainDate().toString(),
      client,
      order: { orderNumber: `Consultation ${id}`, title },
      lineItems: [{ description: title, detail, quantity, unitAmount: unitPrice, term: null }],
      taxBehavior: booking.tax.behavior,
      tax: toDocumentTax(booking.tax),
      servicePeriod: { from: day, until: day },
      amountPaid: ZERO,
      currency,
      reference: null,
      ...applyTranslations(printed, translations, languageOf({ client })),
    },
    { orderId: null, bookingId: id },
  );
}
