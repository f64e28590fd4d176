import { z } from 'zod';
import { priceTax } from '#features/billing/contract/selling.ts';
import {
  instant,
  searchTerm,
  pagedBy,
  rowNumber,
  defineEndpoints,
  createPageSchema,
  multilineText,
  idempotencyKey,
} from '#shared/contract.ts';
import { actors, bookingStates, bookingTransitions, parties } from '../lifecycle/contract/states.ts';
import { amount, bookingReference } from '../lifecycle/contract/schemas.ts';

const { publicEndpoint, memberEndpoint } = defineEndpoints('bookings');

const document = z.object({
  number: z.string(),
  title: z.string(),
  /** Negative on a credit note. */
  total: z.int().brand<'MinorUnits'>(),
  amountDue: amount,
  issuedOn: z.string(),
  path: z.string(),
});

/** A booking as the client or the owner sees it. */
export const booking = z.object({
  number: z.int(),
  party: z.enum(parties),
  state: z.enum(bookingStates),
  title: z.string(),
  optionId: z.string().nullable(),
  quantity: z.int(),
  durationMinutes: z.int(),
  startsAt: instant,
  endsAt: instant,
  /** The zones of the client and the owner (IANA names). */
  timeZone: z.string(),
  ownerTimeZone: z.string(),
  /** When the hold expires, and the milliseconds left by the server's clock; null without a hold. */
  hold: z.object({ expiresAt: instant, remainingMs: z.int() }).nullable(),
  client: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  /** To whom its invoice is issued, for the owner; null without an address. */
  billedTo: z.object({ name: z.string(), addressLines: z.array(z.string()), taxId: z.string().nullable() }).nullable(),
  notes: z.string(),
  total: amount,
  /** The tax included in the total; null without one. */
  tax: priceTax.extend({ amount }).nullable(),
  /** Why there is no tax, as on the invoice; null if no note is needed. */
  taxNote: z.string().nullable(),
  currency: z.string(),
  bookedBy: z.enum(parties),
  createdAt: instant,
  /** The path of the client's secret link. */
  clientPath: z.string(),
  /** Where it takes place; empty until it is confirmed, or if not specified. */
  location: z.string(),
  billingDocuments: z.array(document),
  /** The refunded amount, and whether all refunds are complete; null without refunds. */
  refund: z.object({ amount, isComplete: z.boolean() }).nullable(),
  /** Whether a payment may still arrive for an expired hold. */
  isPaymentPending: z.boolean(),
  /** Number and token of the document to pay. */
  openInvoice: z.object({ number: z.string(), token: z.string() }).nullable(),
  files: z.array(z.object({ id: z.string(), name: z.string(), sizeBytes: z.int(), path: z.string() })),
  /** The client's deadline for changes, and why the caller can't make them; null if they can. */
  changeDeadline: instant,
  changeReasons: z.object({ reschedule: z.string().nullable(), cancel: z.string().nullable() }),
  /** Path of the calendar entry; null unless it is booked. */
  icsPath: z.string().nullable(),
  /** Alternatives, if the time was lost. */
  suggestedSlots: z.array(instant),
  events: z.array(
    z.object({
      transition: z.enum(bookingTransitions),
      actor: z.enum(actors),
      reason: z.string().nullable(),
      startsAt: instant.nullable(),
      occurredAt: instant,
    }),
  ),
});
export type Booking = z.infer<typeof booking>;

export const bookingSorts = ['upcoming_first', 'start_desc', 'newest', 'client_asc', 'client_desc'] as const;

export const bookingStatusFilters = ['upcoming', 'unconfirmed', 'past', 'canceled'] as const;

export const bookingFilter = z.strictObject({
  search: searchTerm.optional(),
  status: z.enum(bookingStatusFilters, `Filter by one of: ${bookingStatusFilters.join(', ')}.`).optional(),
  sort: z.enum(bookingSorts, `Sort by one of: ${bookingSorts.join(', ')}.`).prefault('upcoming_first'),
});
export type BookingFilter = z.infer<typeof bookingFilter>;

export const bookingQuery = bookingFilter.extend(pagedBy(rowNumber, 25));

export type BookingQuery = z.infer<typeof bookingQuery>;

export const bookingListItem = booking
  .pick({ number: true, title: true, state: true, startsAt: true, durationMinutes: true, total: true, currency: true })
  .extend({ clientName: z.string().nullable(), clientEmail: z.string().nullable() });
export type BookingListItem = z.infer<typeof bookingListItem>;

export const bookingPageContract = {
  get: publicEndpoint('GET /bookings/{booking}', 'Get a booking by its number or secret link')
    .input(bookingReference)
    .output(booking),
  reschedule: publicEndpoint(
    'POST /bookings/{booking}/reschedule',
    'Reschedule a booking; clients can do so until the notice period begins',
  )
    .input(bookingReference.extend({ startsAt: instant, idempotencyKey }))
    .output(z.object({ number: z.int() })),
  cancel: publicEndpoint(
    'POST /bookings/{booking}/cancel',
    'Cancel a booking with a full refund, as the client until the notice period begins or as the owner with a reason',
  )
    .input(bookingReference.extend({ reason: multilineText(1000).optional() }))
    .output(z.object({ number: z.int() })),
  list: memberEndpoint('GET /bookings', 'List bookings: all for the owner, your own for members')
    .input(bookingQuery)
    .output(createPageSchema(bookingListItem)),
};
