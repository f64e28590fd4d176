import { z } from 'zod';
import { email, userName } from '#features/auth/contract.ts';
import {
  defineEndpoints,
  fileBody,
  instant,
  singleLineText,
  emptyInput,
  httpUrl,
  multilineText,
  idempotencyKey,
} from '#shared/contract.ts';
import { MAX_BUDGET_LENGTH, MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from './limits.ts';

const contactForm = z.object({
  /** Contact details of the owner; unknown ones are empty. */
  owner: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    country: z.string(),
    timeZone: z.string(),
    links: z.array(z.object({ label: z.string(), link: httpUrl })),
  }),
  /** The site's currency, suggested for the budget. */
  currency: z.string(),
  now: instant,
  /** The signed-in user. */
  user: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** When the form was requested, signed by this site; it is submitted with the message. */
  formToken: z.string(),
});
export type ContactFormData = z.infer<typeof contactForm>;

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

/** ALTCHA challenge (version 2). */
const challenge = z.object({ parameters, signature: z.string() });

export const subject = singleLineText
  .trim()
  .min(1, 'Enter a subject.')
  .max(MAX_SUBJECT_LENGTH, `Enter a subject of at most ${MAX_SUBJECT_LENGTH} characters.`);

/** Plain text with line breaks. */
export const message = multilineText(MAX_MESSAGE_LENGTH).pipe(z.string().min(1, 'Enter a message.'));

const sending = z.strictObject({
  name: userName,
  email,
  subject,
  budget: singleLineText.trim().max(MAX_BUDGET_LENGTH).prefault(''),
  message,
  /** Honeypot: people don't see the field, bots fill it in. */
  website: z.string().max(2000, 'Leave this field empty.').prefault(''),
  /** The signed time from the form. */
  formToken: z.string().max(200, 'This form is no longer valid. Reload the page and try again.').prefault(''),
  /** The challenge with its solution, as base64 of JSON. Without it, the sender gets no confirmation email. */
  proofOfWork: z.string().max(4000, 'The spam check failed. Reload the page and try again.').prefault(''),
  /** Announces the file that is uploaded next. */
  file: z
    .strictObject({
      name: z
        .string()
        .min(1, 'Enter a file name.')
        .max(255, 'This file name is too long. Shorten it to at most 255 characters.'),
      sizeBytes: z.int('Enter the file size in bytes.').min(0, 'Enter the file size in bytes.'),
    })
    .optional(),
  idempotencyKey,
});
export type ContactMessageInput = z.output<typeof sending>;

const { publicEndpoint } = defineEndpoints('contact');

export const contactFormContract = {
  getForm: publicEndpoint('GET /contact', 'Get the contact form and the owner’s contact details')
    .input(emptyInput)
    .output(contactForm),
  createChallenge: publicEndpoint(
    'POST /contact/challenges',
    'Create a proof-of-work challenge (ALTCHA), valid once and for two hours',
    { successStatus: 201 },
  )
    .input(emptyInput)
    .output(challenge),
  sendMessage: publicEndpoint('POST /contact', 'Send a message to the owner, once per Idempotency-Key', {
    successStatus: 201,
  })
    .input(sending)
    .output(
      z.object({
        received: z.literal(true),
        /** Token for uploading the file, valid for an hour. */
        uploadToken: z.string(),
      }),
    ),
  uploadFile: publicEndpoint(
    'POST /contact/{upload}/file',
    'Upload the attachment of a message; the request body is the file, up to 10 MiB',
    {
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      successStatus: 201,
      inputStructure: 'detailed',
    },
  )
    .input(
      z.object({
        params: z.strictObject({ upload: z.string().max(200, 'This upload link is invalid.') }),
        query: emptyInput,
        body: z.file('Send the file as the request body.'),
      }),
    )
    .output(z.object({ received: z.literal(true) })),
};
