import { z } from 'zod';
import { email, personName } from '#features/auth/contract.ts';
import { freeText } from '#features/orders/contract/placing.ts';
import { endpoint, fileBody, instant, line, nothing, webAddress } from '#shared/contract.ts';
import { LONGEST_BUDGET, LONGEST_MESSAGE, LONGEST_SUBJECT } from './limits.ts';

const contactForm = z.object({
  /** How else the owner can be reached. What is not known is empty. */
  owner: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    country: z.string(),
    timeZone: z.string(),
    links: z.array(z.object({ label: z.string(), link: webAddress })),
  }),
  /** The site's, in which a budget is best named. */
  currency: z.string(),
  now: instant,
  /** Who is signed in. */
  client: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** When the form was asked for, signed by this site; it is sent along with the message. */
  opened: z.string(),
});
export type ContactForm = z.infer<typeof contactForm>;

const parameters = z.object({
  algorithm: z.string(),
  cost: z.int(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  keyLength: z.int(),
  keyPrefix: z.string(),
  keySignature: z.string(),
  nonce: z.string(),
  salt: z.string(),
});

/** A challenge by ALTCHA's scheme (its version 2). */
const challenge = z.object({ parameters, signature: z.string() });

export const subject = line
  .trim()
  .min(1, 'Say in a few words what it is about.')
  .max(LONGEST_SUBJECT, `A subject has at most ${LONGEST_SUBJECT} characters.`);

/** What is written to somebody: plain text with its line breaks. */
export const message = freeText(LONGEST_MESSAGE).pipe(z.string().min(1, 'Write your message.'));

const sending = z.strictObject({
  name: personName,
  email,
  subject,
  budget: line.trim().max(LONGEST_BUDGET, `At most ${LONGEST_BUDGET} characters.`).prefault(''),
  message,
  /** Stays empty: people do not see the field, and programs fill it in. */
  website: z.string().max(2000, 'Leave this empty.').prefault(''),
  /** As the form had it. */
  opened: z.string().max(200, 'This is not what the form had.').prefault(''),
  /** The challenge with its solution, as base64 of JSON. Without one the sender gets no confirmation by mail. */
  proof: z.string().max(4000, 'This is no proof of work.').prefault(''),
  /** The file that follows. */
  file: z
    .strictObject({
      name: z.string().min(1, 'Name the file.').max(255, 'This name is too long.'),
      bytes: z.int('Give the size in bytes.').min(0, 'Give the size in bytes.'),
    })
    .optional(),
  /** What a form calls itself, in place of the header `Idempotency-Key`. */
  submission: line.max(64, 'At most 64 characters.').optional(),
});
export type Sending = z.output<typeof sending>;

const tags = ['contact'];

export const sendingContract = {
  form: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/contact', tags, summary: 'How to reach the owner, and what a message needs' })
    .input(nothing)
    .output(contactForm),
  challenge: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/contact/challenges',
      successStatus: 201,
      tags,
      summary: 'Ask for a challenge for a proof of work (ALTCHA), good once and for two hours',
    })
    .input(nothing)
    .output(challenge),
  send: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/contact',
      successStatus: 201,
      tags,
      summary: 'Write to the owner, once for each Idempotency-Key',
    })
    .input(sending)
    .output(
      z.object({
        received: z.literal(true),
        /** Names the message where its file is sent, for an hour. */
        upload: z.string(),
      }),
    ),
  addFile: endpoint
    .meta({ access: 'everyone', takes: 'enclosure' })
    .route({
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      method: 'POST',
      path: '/contact/{upload}/file',
      successStatus: 201,
      tags,
      inputStructure: 'detailed',
      summary: 'Send the file that a message announced: the body is the file itself, of at most 10 MiB',
    })
    .input(
      z.object({
        params: z.strictObject({ upload: z.string().max(200, 'This names no message.') }),
        query: nothing,
        body: z.file('Send the file itself.'),
      }),
    )
    .output(z.object({ received: z.literal(true) })),
};
