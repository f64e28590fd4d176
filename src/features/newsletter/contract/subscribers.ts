import { z } from 'zod';
import { email } from '#features/auth/contract.ts';
import {
  defineEndpoints,
  instant,
  searchTerm,
  singleLineText,
  createPageSchema,
  pagedBy,
  rowNumber,
  streamedFile,
  integerParam,
} from '#shared/contract.ts';
import {
  confirmationMethods,
  inactiveReasons,
  MAX_IMPORT_LENGTH,
  subscriberSources,
  subscriberSorts,
  subscriberStates,
  topics,
} from './limits.ts';

const { ownerEndpoint } = defineEndpoints('newsletter');

const subscriber = z.object({
  id: z.int(),
  email: z.string(),
  /** Empty if unknown. */
  name: z.string(),
  /** Labels from the imported list. */
  labels: z.array(z.string()),
  state: z.enum(subscriberStates),
  topics: z.array(z.enum(topics)),
  source: z.enum(subscriberSources),
  createdAt: instant,
  confirmedAt: instant.nullable(),
  confirmationMethod: z.enum(confirmationMethods).nullable(),
  /** The owner's note about the consent. */
  consentNote: z.string(),
  inactiveSince: instant.nullable(),
  inactiveReason: z.enum(inactiveReasons).nullable(),
  inactiveNote: z.string(),
  /** Whether an inactive subscriber has asked to subscribe again but not confirmed it yet. */
  hasPendingConfirmation: z.boolean(),
});
export type Subscriber = z.infer<typeof subscriber>;

const filter = z.strictObject({
  search: searchTerm.optional(),
  state: z.enum(subscriberStates, `Choose one of: ${subscriberStates.join(', ')}.`).optional(),
  topic: z.enum(topics, `Choose one of: ${topics.join(', ')}.`).optional(),
  sort: z.enum(subscriberSorts, `Sort by one of: ${subscriberSorts.join(', ')}.`).prefault('newest'),
});
export type SubscriberFilter = z.infer<typeof filter>;

const query = filter.extend(pagedBy(rowNumber, 25));
export type SubscriberQuery = z.infer<typeof query>;

const byId = z.strictObject({ id: integerParam });
const note = singleLineText.trim().max(300, 'Enter a note of at most 300 characters.');

const csv = z
  .string('Choose a file or paste a list.')
  .min(1, 'Choose a file or paste a list.')
  .max(MAX_IMPORT_LENGTH, 'This list is too long. Import it in parts of at most 900,000 characters.');

const importLine = z.object({ row: z.int(), email: z.string(), message: z.string() });

export const importPreview = z.object({
  /** Number of rows that have an address. */
  rowCount: z.int(),
  subscribed: z.int(),
  pending: z.int(),
  unsubscribed: z.int(),
  blocked: z.int(),
  /** Rows that change nothing, because the stored data is the same or more reliable. */
  unchanged: z.int(),
  /** The first unreadable rows, each with its error. */
  invalidRows: z.array(importLine),
  invalidCount: z.int(),
  /** Rows ignored because they would resubscribe an address that opted out. */
  skippedRows: z.array(importLine),
  skippedCount: z.int(),
  /** Rows that the list marks as not to be emailed; they become unsubscribed or blocked. */
  ended: z.array(importLine),
  endedTotal: z.int(),
});
export type ImportPreview = z.infer<typeof importPreview>;

const changeEndpoint = (change: string, summary: string) =>
  ownerEndpoint(`POST /newsletter/subscribers/{id}/${change}`, summary).input(byId).output(subscriber);

export const subscribersContract = {
  listSubscribers: ownerEndpoint('GET /newsletter/subscribers', 'List subscribers')
    .input(query)
    .output(createPageSchema(subscriber)),
  exportSubscribers: ownerEndpoint('GET /newsletter/subscribers.csv', 'Export the filtered subscribers as CSV', {
    outputStructure: 'detailed',
  })
    .input(filter)
    .output(streamedFile),
  addSubscriber: ownerEndpoint(
    'POST /newsletter/subscribers',
    'Add a subscriber, with a confirmation email or with recorded consent',
    { successStatus: 201 },
  )
    .input(
      z.strictObject({
        email,
        confirmationMethod: z.enum(['email_link', 'consent'], 'Choose how they give consent.'),
        note: note.prefault(''),
      }),
    )
    .output(subscriber),
  unsubscribeSubscriber: changeEndpoint('unsubscribe', 'Unsubscribe an address'),
  blockSubscriber: changeEndpoint('block', 'Block an address'),
  unblockSubscriber: changeEndpoint('unblock', 'Unblock an address; after a spam complaint it stays unsubscribed'),
  resendConfirmation: changeEndpoint('resend-confirmation', 'Resend the confirmation link, at most once a day'),
  deleteSubscriber: ownerEndpoint('DELETE /newsletter/subscribers/{id}', 'Delete a subscriber')
    .input(byId)
    .output(z.object({ email: z.string() })),
  previewImport: ownerEndpoint('POST /newsletter/subscribers/import/preview', 'Preview an import of subscribers', {
    body: 'long_text',
  })
    .input(z.strictObject({ csv }))
    .output(importPreview),
  importSubscribers: ownerEndpoint(
    'POST /newsletter/subscribers/import',
    'Import subscribers; people who unsubscribed stay unsubscribed',
    {
      body: 'long_text',
    },
  )
    .input(z.strictObject({ csv, note: note.min(3, 'Enter how these people gave consent.') }))
    .output(importPreview),
};
