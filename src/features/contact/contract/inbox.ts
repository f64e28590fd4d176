import { z } from 'zod';
import { orderStatuses } from '#features/orders/lifecycle/contract/enums.ts';
import {
  defineEndpoints,
  instant,
  searchTerm,
  singleLineText,
  createPageSchema,
  emptyInput,
  pagedBy,
  rowNumber,
  integerParam,
  idempotencyKey,
} from '#shared/contract.ts';
import { message } from './contact-form.ts';
import { spamChecks, inboxFilters, inboxSorts, messageTransitions, messageStates, spamReasons } from './states.ts';

const inboxLine = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  /** Beginning of the message. */
  excerpt: z.string(),
  state: z.enum(messageStates),
  spamCheck: z.enum(spamChecks),
  spamReason: z.enum(spamReasons).nullable(),
  receivedAt: instant,
  isUnread: z.boolean(),
  hasFile: z.boolean(),
});
export type InboxItem = z.infer<typeof inboxLine>;

const inboxMessage = inboxLine.omit({ excerpt: true, hasFile: true }).extend({
  budget: z.string(),
  body: z.string(),
  /** Whether the sender was signed in with this address; otherwise it is unverified. */
  isSignedIn: z.boolean(),
  repliedAt: instant.nullable(),
  /** The announced file; `sizeBytes` is null until it is uploaded. */
  file: z.object({ name: z.string(), sizeBytes: z.int().nullable() }).nullable(),
  replies: z.array(z.object({ id: z.int(), body: z.string(), sentAt: instant, emailId: z.string().nullable() })),
  /** Account with this address. */
  account: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Client with this address. */
  client: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The newest orders with this address. */
  orders: z.array(
    z.object({ number: z.int(), title: z.string(), state: z.enum(orderStatuses), hasDeposit: z.boolean() }),
  ),
  /** The newest other messages from this address. */
  otherMessages: z.array(z.object({ id: z.int(), subject: z.string(), receivedAt: instant })),
});
export type InboxMessage = z.infer<typeof inboxMessage>;

const inboxQuery = z.strictObject({
  search: searchTerm.optional(),
  state: z.enum(inboxFilters, `Choose one of: ${inboxFilters.join(', ')}.`).optional(),
  sort: z.enum(inboxSorts, `Sort by one of: ${inboxSorts.join(', ')}.`).prefault(inboxSorts[0]),
  ...pagedBy(rowNumber, 25),
});
export type InboxQuery = z.infer<typeof inboxQuery>;

const byId = z.strictObject({ id: integerParam });
const done = z.object({ id: z.int() });
const { ownerEndpoint } = defineEndpoints('contact');

export const inboxContract = {
  listMessages: ownerEndpoint('GET /contact-messages', 'List contact messages')
    .input(inboxQuery)
    .output(createPageSchema(inboxLine)),
  getInboxCounts: ownerEndpoint('GET /contact-messages/counts', 'Count unanswered messages')
    .input(emptyInput)
    .output(z.object({ pending: z.int(), unread: z.int(), names: z.array(z.string()) })),
  getMessage: ownerEndpoint('GET /contact-messages/{id}', 'Get a message with its replies')
    .input(byId)
    .output(inboxMessage),
  markMessageRead: ownerEndpoint('POST /contact-messages/{id}/read', 'Mark a message as read').input(byId).output(done),
  transitionMessage: ownerEndpoint(
    'POST /contact-messages/{id}/transitions',
    'Mark a message as replied, archived or spam, or undo that',
  )
    .input(byId.extend({ transition: z.enum(messageTransitions, `Choose one of: ${messageTransitions.join(', ')}.`) }))
    .output(
      done.extend({
        state: z.enum(messageStates),
        /** Number of the sender's other messages restored from spam. */
        restoredCount: z.int(),
      }),
    ),
  replyToMessage: ownerEndpoint('POST /contact-messages/{id}/replies', 'Reply by email, once per Idempotency-Key', {
    successStatus: 201,
  })
    .input(
      byId.extend({
        body: message,
        idempotencyKey,
      }),
    )
    .output(done),
  deleteMessage: ownerEndpoint(
    'DELETE /contact-messages/{id}',
    'Delete a message permanently, with its replies and file; confirm with the sender’s name',
  )
    .input(byId.extend({ name: singleLineText.trim().max(120, 'This isn’t the sender’s name.') }))
    .output(z.object({ deleted: z.literal(true) })),
};
