import { z } from 'zod';
import { email, userName } from '#features/auth/contract.ts';
import { companyDetailsInput } from '#features/clients/contract/billing-details.ts';
import { sellingNotes } from '#features/billing/contract/selling.ts';
import { pricing } from '#features/pricing/contract/pricing.ts';
import {
  defineEndpoints,
  emptyInput,
  idempotencyKey,
  instant,
  integerParam,
  multilineText,
  singleLineText,
} from '#shared/contract.ts';
import { isTimeZone } from '#shared/time.ts';
import { MIN_HOURS, MAX_NOTES_LENGTH, MAX_HOURS } from '../lifecycle/contract/limits.ts';
import { amount, bookingReference } from '../lifecycle/contract/schemas.ts';

const { publicEndpoint } = defineEndpoints('bookings');

/** An IANA name that this runtime knows. */
const timeZone = singleLineText
  .max(60, 'Choose a time zone from the list.')
  .refine(isTimeZone, 'Choose a time zone from the list.');

const optionId = singleLineText.min(1, 'Choose a consultation.').max(120, 'This consultation doesn’t exist.');

const hoursMessage = `Choose ${MIN_HOURS} to ${MAX_HOURS} hours.`;
const quantityHours = integerParam
  .pipe(z.number().min(MIN_HOURS, hoursMessage).max(MAX_HOURS, hoursMessage))
  .prefault(1);

const consultationOptions = sellingNotes.extend({
  /** Why only free consultations can be booked, as shown to visitors; null if all can be. */
  closed: sellingNotes.shape.closed,
  options: pricing.shape.consultationOptions,
  features: pricing.shape.consultationFeatures,
  /** The owner's zone, an IANA name. */
  timeZone: z.string(),
  timeZones: z.array(z.string()),
  minimumNoticeHours: z.int(),
  minimumChangeNoticeHours: z.int(),
  holdMinutes: z.int(),
  /** Start times outside this window can't be booked. */
  bookableFrom: instant,
  bookableUntil: instant,
  /** The signed-in client; null for visitors. */
  client: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type ConsultationOptions = z.infer<typeof consultationOptions>;

const availableSlots = z.object({
  durationMinutes: z.int(),
  total: amount,
  currency: z.string(),
  /** Available start times, in order. */
  slots: z.array(instant),
});

const holdInput = z.strictObject({
  optionId,
  /** For consultations sold by the hour. */
  hours: quantityHours,
  startsAt: instant,
  /** The client's zone, used in emails. */
  timeZone,
  /** Another hold of the client to release, by its secret link. */
  replacesHold: singleLineText.max(120).optional(),
  idempotencyKey,
});
export type HoldInput = z.output<typeof holdInput>;

const holdResult = z.object({
  number: z.int(),
  /** Id and token of the secret link, which opens the booking without signing in. */
  accessToken: z.string(),
});

const bookingDetailsInput = bookingReference.extend({
  /** For visitors; signed-in clients book with their account. */
  name: userName.optional(),
  email: email.optional(),
  phone: singleLineText.trim().max(40).optional(),
  notes: multilineText(MAX_NOTES_LENGTH).prefault(''),
  /** Only if booking for a company. */
  billing: companyDetailsInput.optional(),
  /** A new time, if the hold was lost. */
  startsAt: instant.optional(),
  idempotencyKey,
});
export type BookingDetailsInput = z.output<typeof bookingDetailsInput>;

export const checkoutContract = {
  listConsultationOptions: publicEndpoint('GET /consultations', 'List consultations and their booking window')
    .input(emptyInput)
    .output(consultationOptions),
  listSlots: publicEndpoint(
    'GET /consultations/{optionId}/slots',
    'List a consultation’s price and available times, for up to 45 days',
  )
    .input(
      z
        .strictObject({
          optionId,
          hours: quantityHours,
          from: instant,
          until: instant,
          /** The booking being rescheduled, which must not block itself. */
          booking: singleLineText.max(120, 'This booking doesn’t exist.').optional(),
        })
        .refine(
          ({ from, until }) => Date.parse(until) - Date.parse(from) <= 45 * 86_400_000,
          'Request at most 45 days.',
        ),
    )
    .output(availableSlots),
  createHold: publicEndpoint(
    'POST /bookings',
    'Reserve a time for 30 minutes; if it’s taken, returns 409 with the next available times in suggestedSlots',
    { successStatus: 201 },
  )
    .input(holdInput)
    .output(holdResult),
  submitDetails: publicEndpoint(
    'POST /bookings/{booking}/details',
    'Submit the client’s details, issue the invoice and keep the time reserved during payment',
  )
    .input(bookingDetailsInput)
    .output(z.object({ number: z.int(), isConfirmed: z.boolean() })),
};
