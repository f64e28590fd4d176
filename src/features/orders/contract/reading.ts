import { z } from 'zod';
import { priceTax } from '#features/billing/contract/selling.ts';
import {
  plainDate,
  endpoint,
  instant,
  singleLineText,
  createPageSchema,
  money,
  pagedBy,
  rowNumber,
  streamedFile,
} from '#shared/contract.ts';
import { agreement, contactSchema } from './agreements.ts';
import { orderFile } from './files.ts';
import {
  eventActors,
  orderEventTypes,
  orderTransitions,
  orderKinds,
  orderStatuses,
  manualTransitions,
  parties,
  subscriptionActions,
  subscriptionStatuses,
  supportStatuses,
  testimonialStatuses,
} from './life.ts';

const amount = money.shape.minor;

const signedAmount = z.int().brand<'MinorUnits'>();

const why = z.object({ term: z.int().nullable(), message: z.string() });
export type ReasonDto = z.infer<typeof why>;

/** By what an order is opened: its number, for who is signed in, or number and token of its secret link. */
export const orderReferenceSchema = z.strictObject({
  order: z
    .string()
    .regex(/^\d{1,9}(?:\.[\w-]{20,100})?$/, 'There is no such order.')
    .describe('The number of an order, or number and token of its link'),
});

const document = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.string(),
  issuedOn: plainDate,
  dueOn: plainDate.nullable(),
  total: signedAmount,
  /** What is still owed on it; 0 for what asks for nothing. */
  owed: amount,
  /** Where it is read, printed and paid. */
  path: z.string(),
  lateFee: z.enum(['none', 'applied', 'waived']),
});

const payment = z.object({
  id: z.int(),
  document: z.string(),
  method: z.string(),
  amount,
  currency: z.string(),
  /** Refunded or disputed, or on its way back. */
  refunded: amount,
  settledAt: instant,
});

/** Where an order stands at a time, in the words of both sides. */
const standing = z.object({
  state: z.enum(orderStatuses),
  turn: z.object({ of: z.enum(['client', 'owner', 'nobody']), sentence: z.string() }),
  nextPayment: z.object({ document: z.string(), amount, dueOn: plainDate, path: z.string() }).nullable(),
  owed: amount,
  expected: z.object({ first: plainDate, on: plainDate, delays: z.array(z.object({ days: z.int(), why })) }).nullable(),
  revisions: z.object({ included: z.int(), used: z.int(), left: z.int() }),
  refund: z.object({ allowed: z.boolean(), why: why.nullable() }),
  lateFees: z.array(z.object({ document: z.string(), documentId: z.int(), amount, since: plainDate })),
  support: z.object({ included: z.boolean(), until: plainDate.nullable() }),
  lock: why.nullable(),
  /** Of a monthly service: what is invoiced next, and what whoever asks can change; null for all else. */
  subscription: z
    .object({
      phase: z.enum(subscriptionStatuses),
      nextInvoice: z.object({ on: plainDate, from: plainDate, until: plainDate, amount }).nullable(),
      pausedFrom: plainDate.nullable(),
      endsOn: plainDate.nullable(),
      changes: z.array(z.object({ name: z.enum(subscriptionActions), refusal: why.nullable() })),
    })
    .nullable(),
});
export type OrderSummaryDto = z.infer<typeof standing>;

const change = z.object({
  id: z.int(),
  lines: z.array(z.object({ description: z.string(), amount: signedAmount })),
  tax: priceTax.extend({ amount: signedAmount }).nullable(),
  total: amount,
  days: z.int(),
  createdAt: instant,
  accepted: z.boolean().nullable(),
});

/** Support that was asked for after delivery (term 13). */
const supportRequest = z.object({
  id: z.int(),
  /** What it is about; null once what was written is gone. */
  body: z.string().nullable(),
  askedAt: instant,
  /** Whether it is part of the price. */
  included: z.boolean(),
  state: z.enum(supportStatuses),
  quote: z
    .object({
      lines: z.array(z.object({ description: z.string(), amount: signedAmount })),
      tax: priceTax.extend({ amount: signedAmount }).nullable(),
      total: amount,
    })
    .nullable(),
  /** Whether the client can open it again. */
  canReopen: z.boolean(),
});

const event = z.object({
  what: z.enum(orderEventTypes),
  move: z.enum(orderTransitions).nullable(),
  actor: z.enum(eventActors),
  reason: z.string().nullable(),
  sentence: z.string(),
  /** Of a quote: which one it was, what it came to, and what it said word for word. */
  quote: z.object({ version: z.int(), total: amount, text: z.string() }).nullable(),
  at: instant,
});

/** The quote that waits for an answer, or ran out without one. */
const quote = z.object({
  version: z.int(),
  /** The last day on which it can be accepted. */
  until: plainDate,
  note: z.string(),
  deposit: amount,
  balance: amount,
  allowsInstallments: z.boolean(),
  deliveryDays: z.int(),
  supportDays: z.int(),
  /** What is agreed to by accepting it, word for word, and its SHA-256, which is sent along. */
  agreement: z.string(),
  agreementHash: z.string(),
});

/** What the client says of what was delivered. */
const writtenTestimonial = z.object({
  id: z.int(),
  words: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  state: z.enum(testimonialStatuses),
  /** Of the words; to be given back when they are decided about. */
  version: z.int(),
  /** What the owner says beside a no; may be empty. */
  note: z.string(),
  writtenAt: instant,
});
export type ClientTestimonial = z.infer<typeof writtenTestimonial>;

/** An order with all that belongs to it, as one of its sides sees it. */
const order = z.object({
  number: z.int(),
  side: z.enum(parties),
  kind: z.enum(orderKinds),
  title: z.string(),
  state: z.enum(orderStatuses),
  placedAt: instant,
  client: contactSchema,
  /** Whether the client has no account, and opens it by its link alone. */
  isByLink: z.boolean(),
  /** The path of the client's secret link. */
  linkPath: z.string(),
  brief: z.string(),
  /** Of a custom package, as it was sent. */
  wish: z
    .object({
      services: z.array(z.object({ id: z.string(), title: z.string(), quantity: z.int() })),
      budget: amount.nullable(),
      deadline: plainDate.nullable(),
    })
    .nullable(),
  /** The plan, service or project that was ordered; null for a custom package. */
  offerId: z.string().nullable(),
  /** The purchased project; for the owner only. */
  boughtProjectId: z.string().nullable(),
  /** To the owner: the project of the showcase that was begun from it. */
  projectId: z.string().nullable(),
  isUrgent: z.boolean(),
  features: z.array(z.string()),
  currency: z.string(),
  lines: z.array(z.object({ description: z.string(), amount: signedAmount, term: z.int().nullable() })),
  tax: priceTax.extend({ amount }).nullable(),
  total: amount,
  installments: z.int().nullable(),
  /** The numbers of installments that can be chosen now; empty where they cannot (term 4). */
  installmentChoices: z.array(z.int()),
  balance: amount,
  quoteUntil: plainDate.nullable(),
  quote: quote.nullable(),
  terms: z.array(z.object({ number: z.int(), text: z.string() })),
  /** The day that the standing is reckoned for, in the owner's time zone; null for now. */
  on: plainDate.nullable(),
  timeZone: z.string(),
  standing,
  /** What whoever asks can do now, and what a payment term keeps them from, with the reason. */
  moves: z.array(z.object({ name: z.enum(manualTransitions), needsReason: z.boolean(), refusal: why.nullable() })),
  content: z.array(z.object({ position: z.int(), label: z.string(), suppliedAt: instant.nullable() })),
  files: z.array(orderFile),
  messages: z.array(z.object({ sender: z.enum(parties), senderName: z.string(), body: z.string(), sentAt: instant })),
  changes: z.array(change),
  supportRequests: z.array(supportRequest),
  documents: z.array(document),
  payments: z.array(payment),
  agreements: z.array(agreement),
  events: z.array(event),
  testimonial: z.object({
    /** Why the client cannot write one, or change it; null where they can. */
    refusal: why.nullable(),
    written: writtenTestimonial.nullable(),
  }),
});
export type Order = z.infer<typeof order>;

/** The orders of the list; the first is the default. */
export const orderSorts = ['newest', 'oldest', 'total', 'total-down', 'client', 'client-down'] as const;

/** Which orders a list can be narrowed to: those that go on, those that wait for either side, and those that are over. */
export const orderStages = ['open', 'owner', 'client', 'over'] as const;

export const orderFilter = z.strictObject({
  search: singleLineText.trim().max(120, 'Search for at most 120 characters.').optional(),
  phase: z.enum(orderStages, `Choose one of: ${orderStages.join(', ')}.`).optional(),
  kind: z.enum(orderKinds, `Choose one of: ${orderKinds.join(', ')}.`).optional(),
  sort: z.enum(orderSorts, `Sort by one of: ${orderSorts.join(', ')}.`).prefault('newest'),
});
export type OrderFilter = z.infer<typeof orderFilter>;
const orderQuery = orderFilter.extend({
  ...pagedBy(rowNumber, 25),
  /** `omit` leaves the sums out, which cost as much as the list. */
  totals: z.enum(['include', 'omit'], 'Choose include or omit.').default('include'),
});
export type OrderQuery = z.infer<typeof orderQuery>;

const orderRow = z.object({
  number: z.int(),
  title: z.string(),
  kind: z.enum(orderKinds),
  state: z.enum(orderStatuses),
  clientName: z.string(),
  clientEmail: z.string(),
  isUrgent: z.boolean(),
  currency: z.string(),
  total: amount,
  /** Of what was asked for, what is not paid. */
  owed: amount,
  placedAt: instant,
});
export type OrderListItem = z.infer<typeof orderRow>;

/** What orders come to, in one currency. */
const totals = z.object({ currency: z.string(), total: amount, paid: amount, owed: amount });
export type OrderTotals = z.infer<typeof totals>;

const tags = ['orders'];

export const ordersReadContract = {
  list: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/orders',
      tags,
      summary: 'Your orders, or everybody’s to the owner, a page at a time, with what they come to in each currency',
    })
    .input(orderQuery)
    .output(createPageSchema(orderRow).extend({ totals: z.array(totals) })),
  export: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/orders.csv',
      tags,
      summary: 'The orders that the filters leave, as a table for a spreadsheet',
      outputStructure: 'detailed',
    })
    .input(orderFilter)
    .output(streamedFile),
  get: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/orders/{order}',
      tags,
      summary:
        'An order with all that belongs to it, to its client and the owner; as it would stand on a later day with “on”',
    })
    .input(orderReferenceSchema.extend({ on: plainDate.optional() }))
    .output(order),
};
