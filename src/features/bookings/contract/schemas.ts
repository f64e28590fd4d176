import { z } from 'zod';
import { email, userName } from '#features/auth/contract.ts';
import { priceTax, sellingNotes } from '#features/billing/contract/selling.ts';
import { multilineText } from '#features/orders/contract/placing.ts';
import { instant, singleLineText, money, pagedBy, rowNumber, integerParam } from '#shared/contract.ts';
import { actors, bookingStates, bookingTransitions, parties } from './lifecycle.ts';
import { MIN_HOURS, MAX_NOTES_LENGTH, MAX_HOURS } from './limits.ts';

const amount = money.shape.minor;

/** An IANA name, as this machine knows it. */
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
/** What a form calls itself, in place of the header `Idempotency-Key`. */
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
  /** The owner's, an IANA name. */
  timeZone: z.string(),
  timeZones: z.array(z.string()),
  noticeHours: z.int(),
  changeNoticeHours: z.int(),
  holdMinutes: z.int(),
  /** What is bookable now begins within these: no time outside of them is free. */
  from: instant,
  until: instant,
  /** Who is signed in, and books. */
  client: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type ConsultationOptions = z.infer<typeof consultationOptions>;

export const availableSlots = z.object({
  minutes: z.int(),
  total: amount,
  currency: z.string(),
  /** When a consultation can begin, in order. */
  times: z.array(instant),
});

export const holdInput = z.strictObject({
  option: optionId,
  /** Of what is sold by the hour. */
  hours: quantityHours,
  startsAt: instant,
  /** The client's own zone, in which mails write times. */
  timeZone,
  /** A hold of the same client that is given up for this one, by its secret link. */
  instead: singleLineText.max(120).optional(),
  submission: idempotencyKey,
});
export type HoldInput = z.output<typeof holdInput>;

export const holdResult = z.object({
  number: z.int(),
  /** The secret link's number and token: with it the booking opens without signing in. */
  link: z.string(),
});

export const bookingReference = z.strictObject({
  /** Its number, or its secret link: number and token in one. */
  booking: singleLineText.min(1, 'Name the booking.').max(120, 'There is no such booking.'),
});

export const bookingDetailsInput = bookingReference.extend({
  /** Of whoever is not signed in; others book with their account. */
  name: userName.optional(),
  email: email.optional(),
  phone: singleLineText.trim().max(40, 'At most 40 characters.').optional(),
  about: multilineText(MAX_NOTES_LENGTH).prefault(''),
  /** Another time than the one that was held, where that was lost. */
  startsAt: instant.optional(),
  submission: idempotencyKey,
});
export type BookingDetailsInput = z.output<typeof bookingDetailsInput>;

const document = z.object({
  number: z.string(),
  title: z.string(),
  /** Below zero on a credit note. */
  total: z.int().brand<'MinorUnits'>(),
  owed: amount,
  issuedOn: z.string(),
  path: z.string(),
});

/** A booking with all that belongs to it, as one of its sides sees it. */
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
  /** The client's zone as they chose it, and the owner's (IANA names). */
  timeZone: z.string(),
  ownerTimeZone: z.string(),
  /** How long the time is still held: until when, and in milliseconds by the server's clock; null where it is not. */
  hold: z.object({ until: instant, left: z.int() }).nullable(),
  client: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  about: z.string(),
  total: amount,
  /** The tax in the total; null without one. */
  tax: priceTax.extend({ amount }).nullable(),
  currency: z.string(),
  bookedBy: z.enum(parties),
  createdAt: instant,
  /** The path of the client's secret link. */
  linkPath: z.string(),
  /** Where it takes place; empty until it is confirmed, and where nothing is said of it. */
  place: z.string(),
  documents: z.array(document),
  /** What goes back of what was paid, and whether all of it has; null where nothing does. */
  refunded: z.object({ amount, isDone: z.boolean() }).nullable(),
  /** Whether money may still arrive for a time whose hold has ended. */
  isPaymentUnderWay: z.boolean(),
  /** The document that waits to be paid, by its address. */
  payable: z.object({ number: z.string(), token: z.string() }).nullable(),
  files: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.int(), path: z.string() })),
  /** Until when a client can change it, and why whoever asks cannot; null where they can. */
  changeableUntil: instant,
  refusals: z.object({ reschedule: z.string().nullable(), cancel: z.string().nullable() }),
  /** The path of its entry for calendars; null while it is not booked. */
  calendarPath: z.string().nullable(),
  /** Where the time was lost: others that are free. */
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
