import { implement } from '@orpc/server';
import { getUser } from '#features/auth/index.ts';
import { readSellingNotes } from '#features/billing/index.ts';
import { isPaymentAvailable } from '#features/payments/index.ts';
import { getConsultationPricing } from '#features/pricing/index.ts';
import { timeZones } from '#features/settings/contract.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Money } from '#shared/money.ts';
import { authorizeBooking } from '../lifecycle/actions/access.ts';
import { findFreeSlots, takeSlot } from '../lifecycle/actions/slots.ts';
import { HOLD_MINUTES } from '../lifecycle/contract/limits.ts';
import { getAvailability } from '../lifecycle/queries/availability.ts';
import { getBookingWindow } from '../lifecycle/rules/availability.ts';
import { createHold, NO_PAYMENT_METHOD, priceConsultation, updateHoldTax } from './actions/holds.ts';
import { submitBookingDetails } from './actions/submit-details.ts';
import { checkoutContract } from './contract.ts';

/** Returns whether at least one of the prices could be paid; true if all are zero. */
async function canPayAny(context: ApiContext, prices: readonly Money[]): Promise<boolean> {
  const currencies = new Set(prices.filter(({ minor }) => minor > 0).map(({ currency }) => currency));
  for (const currency of currencies) if (await isPaymentAvailable(context.db, context, currency)) return true;
  return currencies.size === 0;
}

const bookings = implement(checkoutContract).$context<ApiContext>();

export const checkoutHandlers = bookings.router({
  listConsultationOptions: bookings.listConsultationOptions.handler(async ({ context }) => {
    const { db, actor, now, siteUrl } = context;
    const [{ consultationOptions, consultationFeatures }, availability, notes] = await Promise.all([
      getConsultationPricing(db),
      getAvailability(db, now()),
      readSellingNotes(db, { siteUrl, now }),
    ]);
    const { timeZone, settings } = availability;
    const window = getBookingWindow(availability, now().epochMilliseconds);
    const user = actor.role === 'visitor' ? null : await getUser(db, actor.userId);
    const isPayable = await canPayAny(
      context,
      consultationOptions.map(({ price }) => price),
    );
    return {
      ...notes,
      closed: notes.closed ?? (isPayable ? null : NO_PAYMENT_METHOD),
      options: consultationOptions,
      features: consultationFeatures,
      timeZone,
      timeZones: timeZones.includes(timeZone) ? timeZones : [timeZone, ...timeZones],
      minimumNoticeHours: settings.minimumNoticeHours,
      minimumChangeNoticeHours: settings.minimumChangeNoticeHours,
      holdMinutes: HOLD_MINUTES,
      bookableFrom: new Date(window.start).toISOString(),
      bookableUntil: new Date(window.end).toISOString(),
      client: user && { name: user.name, email: user.email },
    };
  }),
  listSlots: bookings.listSlots.handler(async ({ context, input: { booking: reference, ...input } }) => {
    const { db, now } = context;
    const rescheduled = reference === undefined ? null : (await authorizeBooking(db, context, reference)).booking;
    // A rescheduled booking keeps its duration, even if the offer has changed.
    const { durationMinutes, total, currency } = rescheduled ?? (await priceConsultation(db, now(), input));
    const free = await findFreeSlots(db, now(), {
      start: Date.parse(input.from),
      end: Date.parse(input.until),
      minutes: durationMinutes,
      excludeBookingId: rescheduled?.id,
    });
    return { durationMinutes, total, currency, slots: free.map(slot => new Date(slot).toISOString()) };
  }),
  createHold: bookings.createHold.handler(async ({ context, input }) => {
    const { idempotencyKey, ...body } = input;
    // Outside the transaction, which must be short because it locks the calendar.
    const chosen = await priceConsultation(context.db, context.now(), input);
    const idempotency = { endpoint: 'bookings.createHold', key: idempotencyKey, body };
    return takeSlot(context, idempotency, tx => createHold(tx, context, input, chosen));
  }),
  submitDetails: bookings.submitDetails.handler(
    async ({ context, input: { booking: reference, idempotencyKey, ...body } }) => {
      await updateHoldTax(context, reference, body);
      const idempotency = { endpoint: 'bookings.submitDetails', key: idempotencyKey, body: { reference, ...body } };
      return takeSlot(context, idempotency, tx => submitBookingDetails(tx, context, reference, body));
    },
  ),
});
