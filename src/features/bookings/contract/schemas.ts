import { z } from 'zod';
import { email, userName } from '#features/auth/contract.ts';
import { priceTax, sellingNotes } from '#features/billing/contract/selling.ts';
import { multilineText } from '#features/orders/contract/placing.ts';
import { instant, singleLineText, money, pagedBy, rowNumber, integerParam } from '#shared/contract.ts';
import { actors, bookingStates, bookingTransitions, parties } from './lifecycle.ts';
import { MIN_HOURS, MAX_NOTES_LENGTH, MAX_HOURS } from './limits.ts';

const amount = money.shape.minor;

/** An IANA name that this runtime knows. */
const timeZone = singleLineText.max(60, 'There is no such time zone.').refine(name => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}, 'There is no such time zone.');

export const optionId = singleLineText.min(1, 'Choose a consultation.').max(120, 'There is no such consultation.');
export const quantityHours = integerParam
  .pipe(
    z
      .number()
      .min(MIN_HOURS, `Choose from ${MIN_HOURS} to ${MAX_HOURS} hours.`)
      .max(MAX_HOURS, `Choose from ${MIN_HOURS} to ${MAX_HOURS} hours.`),
  )
  .prefault(1);
/** Replaces the `Idempotency-Key` header, which a form can't send. */
export const idempotencyKey = singleLineText.max(64, 'At most 64 characters.').optional();

export const consultationOptions = sellingNotes.extend({
  options: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      minutes: z.int(),
      priceUnit: z.enum(['session', 'hour']),
      price: money,
      isPrimary: z.boolean(),
    }),
  ),
  features: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  /** The owner's zone, an IANA name. */
  timeZone: z.string(),
  timeZones: z.array(z.string()),
  noticeHours: z.int(),
  changeNoticeHours: z.int(),
  holdMinutes: z.int(),
  /** Start times outside this window can't be booked. */
  from: instant,
  until: instant,
  /** The signed-in client; null for visitors. */
  client: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type ConsultationOptions = z.infer<typeof consultationOptions>;

export const availableSlots = z.object({
  minutes: z.int(),
  total: amount,
  currency: z.string(),
  /** Available start times, in order. */
  times: z.array(instant),
});

export const holdInput = z.strictObject({
  option: optionId,
  /** For consultations sold by the hour. */
  hours: quantityHours,
  startsAt: instant,
  /** The client's zone, used in emails. */
  timeZone,
  /** Another hold of the client to release, by its secret link. */
  instead: singleLineText.max(120).optional(),
  submission: idempotencyKey,
});
export type HoldInput = z.output<typeof holdInput>;

export const holdResult = z.object({
  number: z.int(),
  /** Id and token of the secret link, which opens the booking without signing in. */
  link: z.string(),
});

export const bookingReference = z.strictObject({
  /** The booking's id, or id and token of its secret link. */
  booking: singleLineText.min(1, 'Name the booking.').max(120, 'There is no such booking.'),
});

export const bookingDetailsInput = bookingReference.extend({
  /** For visitors; signed-in clients book with their account. */
  name: userName.optional(),
  email: email.optional(),
  phone: singleLineText.trim().max(40, 'At most 40 characters.').optional(),
  about: multilineText(MAX_NOTES_LENGTH).prefault(''),
  /** Another time, if the held one was lost. */
  startsAt: instant.optional(),
  submission: idempotencyKey,
});
export type BookingDetailsInput = z.output<typeof bookingDetailsInput>;

const document = z.object({
  number: z.string(),
  title: z.string(),
  /** Negative on a credit note. */
  total: z.int().brand<'MinorUnits'>(),
  owed: amount,
  issuedOn: z.string(),
  path: z.string(),
});

/** A booking as the client or the owner sees it. */
export const booking = z.object({
  number: z.int(),
  side: z.enum(parties),
  state: z.enum(bookingStates),
  title: z.string(),
  optionId: z.string().nullable(),
  quantity: z.int(),
  minutes: z.int(),
  startsAt: instant,
  endsAt: instant,
  /** The zones of the client and the owner (IANA names). */
  timeZone: z.string(),
  ownerTimeZone: z.string(),
  /** When the hold expires, and the milliseconds left by the server's clock; null without a hold. */
  hold: z.object({ until: instant, left: z.int() }).nullable(),
  client: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  about: z.string(),
  total: amount,
  /** The tax included in the total; null without one. */
  tax: priceTax.extend({ amount }).nullable(),
  currency: z.string(),
  bookedBy: z.enum(parties),
  createdAt: instant,
  /** The path of the client's secret link. */
  linkPath: z.string(),
  /** Where it takes place; empty until it is confirmed, or if not specified. */
  place: z.string(),
  documents: z.array(document),
  /** The refunded amount, and whether all refunds are complete; null without refunds. */
  refunded: z.object({ amount, isDone: z.boolean() }).nullable(),
  /** Whether a payment may still arrive for an expired hold. */
  isPaymentUnderWay: z.boolean(),
  /** Number and token of the document to pay. */
  payable: z.object({ number: z.string(), token: z.string() }).nullable(),
  files: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.int(), path: z.string() })),
  /** Until when the client can make changes, and why the caller can't; null where they can. */
  changeableUntil: instant,
  refusals: z.object({ reschedule: z.string().nullable(), cancel: z.string().nullable() }),
  /** Path of the calendar entry; null unless it is booked. */
  calendarPath: z.string().nullable(),
  /** Alternatives, if the time was lost. */
  nextFree: z.array(instant),
  events: z.array(
    z.object({
      move: z.enum(bookingTransitions),
      actor: z.enum(actors),
      reason: z.string().nullable(),
      startsAt: instant.nullable(),
      at: instant,
    }),
  ),
});
export type Booking = z.infer<typeof booking>;

export const bookingSorts = ['soonest', 'latest', 'newest', 'client', 'client-down'] as const;
export const bookingStatusFilters = ['coming', 'waiting', 'past', 'off'] as const;

export const bookingFilter = z.strictObject({
  search: singleLineText.trim().max(120, 'Search for at most 120 characters.').optional(),
  phase: z.enum(bookingStatusFilters, `Choose one of: ${bookingStatusFilters.join(', ')}.`).optional(),
  sort: z.enum(bookingSorts, `Sort by one of: ${bookingSorts.join(', ')}.`).prefault('soonest'),
});
export type BookingFilter = z.infer<typeof bookingFilter>;
export const bookingQuery = bookingFilter.extend(pagedBy(rowNumber, 25));
export type BookingQuery = z.infer<typeof bookingQuery>;

export const bookingListItem = z.object({
  number: z.int(),
  title: z.string(),
  state: z.enum(bookingStates),
  clientName: z.string().nullable(),
  clientEmail: z.string().nullable(),
  startsAt: instant,
  minutes: z.int(),
  total: amount,
  currency: z.string(),
});
export type BookingListItem = z.infer<typeof bookingListItem>;
