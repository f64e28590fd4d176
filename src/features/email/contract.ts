import { z } from 'zod';
import { defineEndpoints, instant, createPageSchema, emptyInput, pagedBy } from '#shared/contract.ts';

/** `queued`: waiting; `sent`: accepted by the mail server; `failed`: given up. */
export const emailStates = ['queued', 'sent', 'failed'] as const;

export const calendarMethods = ['REQUEST', 'CANCEL'] as const;

const mailLine = z.object({
  id: z.uuid(),
  to: z.object({ name: z.string(), email: z.string() }),
  template: z.string(),
  subject: z.string(),
  state: z.enum(emailStates),
  /** Number of delivery attempts. */
  attempts: z.int(),
  /** Error of the last attempt, if it failed. */
  lastError: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** Whether its content was deleted because it contained a code or link. */
  isContentDeleted: z.boolean(),
});
export type EmailSummary = z.infer<typeof mailLine>;

const mail = mailLine.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Reply-to address, if it is not the site's. */
  replyTo: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Calendar entry (RFC 5545); deleted with the content. */
  calendarInvite: z.object({ method: z.enum(calendarMethods), content: z.string() }).nullable(),
  /** In order; deleted with the content. */
  attachments: z.array(z.object({ name: z.string(), contentType: z.string(), sizeBytes: z.int() })),
});
export type Email = z.infer<typeof mail>;

/** Whether a mail server is set, was not contacted yet, accepted the last email, or fails. */
export const deliveryStatuses = ['not_configured', 'untested', 'working', 'failing'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const delivery = z.object({
  status: z.enum(deliveryStatuses),
  /** When the mail server last accepted an email. */
  lastSentAt: instant.nullable(),
  /** While failing: the first failed attempt since then. */
  failingSince: instant.nullable(),
  /** While failing: the error of the last attempt, such as "ECONNREFUSED" or "535". */
  lastError: z.string().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

const mailQuery = z.strictObject({
  state: z.enum(emailStates, 'Choose queued, sent or failed.').optional(),
  ...pagedBy(z.uuid('Enter a valid email ID.'), 20),
});
export type EmailQuery = z.infer<typeof mailQuery>;

const byId = z.strictObject({ id: z.uuid('Enter a valid email ID.') });
const { ownerEndpoint } = defineEndpoints('email');

export const emailContract = {
  list: ownerEndpoint('GET /emails', 'List waiting, sent and failed emails, newest first')
    .input(mailQuery)
    .output(createPageSchema(mailLine)),
  get: ownerEndpoint('GET /emails/{id}', 'Get an email with its content').input(byId).output(mail),
  resend: ownerEndpoint('POST /emails/{id}/resend', 'Resend an email').input(byId).output(mailLine),
  sendTest: ownerEndpoint('POST /emails/test', 'Send a test email to your own address', { successStatus: 202 })
    .input(emptyInput)
    .output(z.object({ email: z.string() })),
  getDeliveryStatus: ownerEndpoint('GET /email-delivery', 'Get the email delivery status')
    .input(emptyInput)
    .output(delivery),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    email: typeof emailContract;
  }
}
