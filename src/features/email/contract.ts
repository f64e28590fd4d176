import { z } from 'zod';
import { endpoint, instant, createPageSchema, emptyInput, pagedBy } from '#shared/contract.ts';

/** Waiting to be delivered, taken by the mail server, or given up. */
export const emailStates = ['waiting', 'sent', 'failed'] as const;

/** What is to be done with a calendar entry (RFC 5546, 1.4): entered or changed, or taken out. */
export const calendarMethods = ['REQUEST', 'CANCEL'] as const;

const mailLine = z.object({
  id: z.uuid(),
  to: z.object({ name: z.string(), address: z.string() }),
  template: z.string(),
  subject: z.string(),
  state: z.enum(emailStates),
  /** How often it was handed to the mail server. */
  tries: z.int(),
  /** What the last try ended in, where it failed. */
  lastError: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** Whether its content was erased, because it held a code or link. */
  erased: z.boolean(),
});
export type EmailSummary = z.infer<typeof mailLine>;

const mail = mailLine.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Whom answers go to, where that is not the site. */
  replyTo: z.object({ name: z.string(), address: z.string() }).nullable(),
  /** The calendar entry that goes with it (RFC 5545); erased with its content. */
  calendar: z.object({ method: z.enum(calendarMethods), content: z.string() }).nullable(),
  /** What goes with it, in its order; erased with its content. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.int() })),
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
  state: z.enum(emailStates, 'Choose waiting, sent or failed.').optional(),
  ...pagedBy(z.uuid('This is not the number of a mail.'), 20),
});
export type EmailQuery = z.infer<typeof mailQuery>;

const byId = z.strictObject({ id: z.uuid('This is not the number of a mail.') });
const tags = ['mail'];

export const emailContract = {
  list: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/mails',
      tags,
      summary: 'Mails that the site wrote, newest first, a page at a time',
    })
    .input(mailQuery)
    .output(createPageSchema(mailLine)),
  byId: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/mails/{id}', tags, summary: 'A mail with its content' })
    .input(byId)
    .output(mail),
  resend: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/mails/{id}/resend', tags, summary: 'Deliver a mail again' })
    .input(byId)
    .output(mailLine),
  delivery: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/mail-delivery',
      tags,
      summary: 'Whether emails are delivered, judged by the last attempts',
    })
    .input(emptyInput)
    .output(delivery),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    mail: typeof emailContract;
  }
}
