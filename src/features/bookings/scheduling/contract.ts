import { z } from 'zod';
import {
  multilineText,
  plainDate,
  defineEndpoints,
  integerBetween,
  singleLineText,
  integerParam,
  idempotencyKey,
} from '#shared/contract.ts';
import { MAX_MANUAL_MINUTES, MAX_NOTES_LENGTH, MIN_MANUAL_MINUTES } from '../lifecycle/contract/limits.ts';

const { ownerEndpoint } = defineEndpoints('calendar');

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 09:30.');

const MINUTES_MESSAGE = `Enter a whole number of minutes from ${MIN_MANUAL_MINUTES} to ${MAX_MANUAL_MINUTES}.`;

/** Reports a missing field together with the errors of other fields. */
const isObject = ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null;

/** A manual booking: an option, or a custom one. Times are wall time in the owner's zone. */
const manualBooking = z
  .strictObject({
    /** Id of an offered option; empty for a custom booking with its own title and duration. */
    optionId: singleLineText.max(120, 'This consultation doesn’t exist.').prefault(''),
    title: singleLineText.trim().max(120).prefault(''),
    minutes: integerBetween(MIN_MANUAL_MINUTES, MAX_MANUAL_MINUTES, MINUTES_MESSAGE).optional(),
    date: plainDate,
    time: clockTime,
    name: singleLineText.trim().min(1, 'Enter the client’s name.').max(100),
    email: z.union([z.literal(''), z.email('Enter a valid email address.').max(254)]).prefault(''),
    notes: multilineText(MAX_NOTES_LENGTH).prefault(''),
    /** Whether the client is notified by email. */
    notifyClient: z.boolean(),
    idempotencyKey,
  })
  .refine(({ optionId, title }) => optionId !== '' || title !== '', {
    path: ['title'],
    error: 'Enter a title.',
    when: isObject,
  })
  .refine(({ optionId, minutes }) => optionId !== '' || minutes !== undefined, {
    path: ['minutes'],
    error: MINUTES_MESSAGE,
    when: isObject,
  })
  .refine(({ notifyClient, email }) => !notifyClient || email !== '', {
    path: ['email'],
    error: 'Enter an email address, or don’t send a confirmation.',
    when: isObject,
  });
export type ManualBooking = z.output<typeof manualBooking>;

export const schedulingContract = {
  createBooking: ownerEndpoint(
    'POST /calendar/bookings',
    'Create a booking without payment, at any time that doesn’t overlap another booking',
    { successStatus: 201 },
  )
    .input(manualBooking)
    .output(z.object({ number: z.int() })),
  rescheduleBooking: ownerEndpoint(
    'POST /calendar/bookings/{booking}/reschedule',
    'Reschedule a booking to any time that doesn’t overlap another one, in the owner’s time zone',
  )
    .input(z.strictObject({ booking: integerParam, date: plainDate, time: clockTime }))
    .output(z.object({ number: z.int() })),
  recordOutcome: ownerEndpoint('POST /calendar/bookings/{booking}/outcome', 'Record whether a consultation took place')
    .input(z.strictObject({ booking: integerParam, outcome: z.enum(['completed', 'no_show']) }))
    .output(z.object({ number: z.int() })),
};
