import { z } from 'zod';
import { multilineText } from '#features/orders/contract/placing.ts';
import { endpoint, fileBody, instant, singleLineText, createPageSchema } from '#shared/contract.ts';
import {
  booking,
  bookingQuery,
  bookingReference,
  consultationOptions,
  bookingDetailsInput,
  availableSlots,
  holdResult,
  holdInput,
  quantityHours,
  bookingListItem,
  optionId,
  idempotencyKey,
} from './schemas.ts';

const tags = ['bookings'];

export const bookingsPublicContract = {
  consultations: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/consultations',
      tags,
      summary: 'The consultations that are offered, and between which instants they can be booked now',
    })
    .input(z.strictObject({}).optional())
    .output(consultationOptions),
  times: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/consultations/{option}/times',
      tags,
      summary: 'When a consultation can begin in a span of at most 45 days, and what it costs',
    })
    .input(
      z
        .strictObject({
          option: optionId,
          hours: quantityHours,
          from: instant,
          until: instant,
          /** The booking being rescheduled, which must not block itself. */
          booking: singleLineText.max(120, 'There is no such booking.').optional(),
        })
        .refine(
          ({ from, until }) => Date.parse(until) - Date.parse(from) <= 45 * 86_400_000,
          'Ask for at most 45 days at once.',
        ),
    )
    .output(availableSlots),
  hold: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/bookings',
      successStatus: 201,
      tags,
      summary:
        'Hold a time for 30 minutes, once for each Idempotency-Key; where it is taken, 409 with the next free times in the field nextFree',
    })
    .input(holdInput)
    .output(holdResult),
  enterDetails: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/bookings/{booking}/details',
      tags,
      summary:
        'Say who the time is for and what it is about: the invoice is issued, and the time held while it is paid',
    })
    .input(bookingDetailsInput)
    .output(z.object({ number: z.int(), confirmed: z.boolean() })),
  get: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/bookings/{booking}',
      tags,
      summary: 'A booking, by its number for its two sides, or by its secret link',
    })
    .input(bookingReference)
    .output(booking),
  reschedule: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/bookings/{booking}/time',
      tags,
      summary: 'Move a booking to another free time; a client until the notice period',
    })
    .input(bookingReference.extend({ startsAt: instant, submission: idempotencyKey }))
    .output(z.object({ number: z.int() })),
  cancel: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/bookings/{booking}/cancellation',
      tags,
      summary:
        'Cancel a booking, with all of the money back; a client until the notice period, the owner with a reason',
    })
    .input(bookingReference.extend({ reason: multilineText(1000).optional() }))
    .output(z.object({ number: z.int() })),
  addFile: endpoint
    .meta({ access: 'everyone' })
    .route({
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      method: 'POST',
      path: '/bookings/{booking}/files',
      successStatus: 201,
      tags,
      inputStructure: 'detailed',
      summary: 'Add a file to a booking: the body is the file itself, of at most 50 MiB and any kind',
    })
    .input(
      z.object({
        params: bookingReference,
        query: z.strictObject({ name: singleLineText.trim().max(200, 'This name is too long.').prefault('file') }),
        body: z.file('Send the file itself.'),
      }),
    )
    .output(z.object({ id: z.string() })),
  list: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/bookings', tags, summary: 'Bookings: all for the owner, one’s own for members' })
    .input(bookingQuery)
    .output(createPageSchema(bookingListItem)),
};
