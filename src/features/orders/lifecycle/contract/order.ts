import { z } from 'zod';
import { billingDocumentKinds } from '#features/billing/contract/documents.ts';
import { lineUnits } from '#features/billing/contract/units.ts';
import { priceTax } from '#features/billing/contract/selling.ts';
import { taxCategories } from '#features/billing/contract/tax-categories.ts';
import { paymentStatuses } from '#features/payments/contract/enums.ts';
import { plainDate, instant, money } from '#shared/contract.ts';
import {
  eventActors,
  filePurposes,
  orderEventTypes,
  orderTransitions,
  orderKinds,
  orderStatuses,
  manualTransitions,
  milestoneStatuses,
  parties,
  subscriptionActions,
  subscriptionStatuses,
  supportStatuses,
  testimonialStatuses,
} from './enums.ts';

/** A reason shown to both parties, with the payment term that causes it, if any. */
const reasonSchema = z.object({ term: z.int().nullable(), message: z.string() });
export type Reason = Readonly<z.infer<typeof reasonSchema>>;

const amount = money.shape.minor;

const signedAmount = z.int().brand<'MinorUnits'>();

const category = z.enum(taxCategories).optional();

/** A tax, with its taxable amount; without a rate, the category says why. */
const orderTax = priceTax.extend({ category, taxableAmount: signedAmount, amount: signedAmount });
export type OrderTaxAmount = Readonly<z.infer<typeof orderTax>>;

const lineItem = z.object({
  description: z.string(),
  amount: signedAmount,
  /** Present if the lines have several taxes. */
  tax: z.object({ name: z.string(), basisPoints: z.int(), category }).optional(),
  /** Absent from a line with one price. */
  quantity: z.number().optional(),
  unit: z.enum(lineUnits).optional(),
  unitAmount: signedAmount.optional(),
  /** Subtracted from the amount; with basis points if it is a percentage. */
  discount: z.object({ amount, basisPoints: z.int().optional() }).optional(),
});

const contactSchema = z.object({ name: z.string(), email: z.string() });

/** An agreement as both parties see it (term 15). */
const agreement = z.object({
  kind: z.enum(['signed', 'recorded']),
  /** The parties' contact details and the time zone, as they were at the time of the agreement. */
  owner: contactSchema,
  client: contactSchema.extend({
    addressLines: z.array(z.string()).optional(),
    taxId: z.string().nullable().optional(),
  }),
  timeZone: z.string(),
  signature: z.string(),
  sha256: z.string(),
  text: z.string(),
  message: z.string().nullable(),
  /** When the owner recorded the message; null if the client signed. */
  recordedAt: instant.nullable(),
  ip: z.string().nullable(),
  agreedAt: instant,
  /** Path of the PDF. */
  pdfPath: z.string(),
});

/** A file of an order, as the client or the owner sees it. */
const orderFile = z.object({
  id: z.string(),
  purpose: z.enum(filePurposes),
  contentItem: z.int().nullable(),
  name: z.string(),
  sizeBytes: z.int(),
  uploadedBy: z.enum(parties),
  uploadedAt: instant,
  /** Download path; null while the viewer can't download the file (term 12). */
  downloadPath: z.string().nullable(),
  /** Whether it is one of the current files of the purchased project. */
  isOfProject: z.boolean(),
});
export type OrderFile = z.infer<typeof orderFile>;

const document = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(billingDocumentKinds),
  issuedOn: plainDate,
  dueOn: plainDate.nullable(),
  total: signedAmount,
  /** Amount due; 0 for documents that don't ask for money. */
  amountDue: amount,
  /** Refunded or disputed, and not due until the owner decides. */
  held: amount,
  /** Page to view, print and pay it. */
  path: z.string(),
  lateFee: z.enum(['none', 'applied', 'waived']),
});

const payment = z.object({
  id: z.int(),
  document: z.string(),
  method: z.string(),
  amount,
  currency: z.string(),
  /** Refunded, disputed, or being refunded. */
  refunded: amount,
  /** Parts of it. */
  disputed: amount,
  pendingRefund: amount,
  settledAt: instant,
});

/** Summary of an order at a point in time, as one party sees it. */
const summary = z.object({
  status: z.enum(orderStatuses),
  nextAction: z.object({ by: z.enum(['client', 'owner', 'none']), message: z.string() }),
  /** Whether a payment waits for the owner's confirmation, or its provider checks it. */
  hasPaymentInReview: z.boolean(),
  nextPayment: z
    .object({
      document: z.string(),
      amount,
      dueOn: plainDate,
      path: z.string(),
      /** When the saved card is charged; null if the client has to pay. */
      automaticChargeOn: plainDate.nullable(),
    })
    .nullable(),
  amountDue: amount,
  expectedDelivery: z
    .object({
      originalDate: plainDate,
      date: plainDate,
      delays: z.array(z.object({ days: z.int(), reason: reasonSchema })),
    })
    .nullable(),
  revisions: z.object({ included: z.int(), used: z.int(), left: z.int() }),
  refund: z.object({ isAllowed: z.boolean(), reason: reasonSchema.nullable() }),
  lateFees: z.array(z.object({ document: z.string(), documentId: z.int(), amount, dueFrom: plainDate })),
  support: z.object({ isIncluded: z.boolean(), until: plainDate.nullable() }),
  downloadBlockedReason: reasonSchema.nullable(),
  /** Next invoice of a monthly service and the viewer's possible changes; null for other kinds. */
  subscription: z
    .object({
      status: z.enum(subscriptionStatuses),
      nextInvoice: z.object({ issuesOn: plainDate, periodStart: plainDate, periodEnd: plainDate, amount }).nullable(),
      pausedFrom: plainDate.nullable(),
      endsOn: plainDate.nullable(),
      actions: z.array(z.object({ name: z.enum(subscriptionActions), blockedReason: reasonSchema.nullable() })),
    })
    .nullable(),
});

/** The price of a change or of support. */
const quotedPrice = {
  lineItems: z.array(lineItem.pick({ description: true, amount: true, tax: true })),
  /** The first of `taxes` with a rate. */
  tax: priceTax.extend({ amount: signedAmount }).nullable(),
  taxes: z.array(orderTax),
  total: amount,
};

const change = z.object({
  id: z.int(),
  ...quotedPrice,
  extraDays: z.int(),
  createdAt: instant,
  /** Null until the client answers. */
  isAccepted: z.boolean().nullable(),
  isWithdrawn: z.boolean(),
});

/** A request for support after delivery (term 13). */
const supportRequest = z.object({
  id: z.int(),
  /** Text of the request; null once its message is deleted. */
  body: z.string().nullable(),
  createdAt: instant,
  /** Whether the price includes it. */
  isIncluded: z.boolean(),
  status: z.enum(supportStatuses),
  quote: z.object(quotedPrice).nullable(),
  /** Whether the client can reopen it. */
  canReopen: z.boolean(),
});

const event = z.object({
  type: z.enum(orderEventTypes),
  transition: z.enum(orderTransitions).nullable(),
  actor: z.enum(eventActors),
  reason: z.string().nullable(),
  message: z.string(),
  /** For a quote: its version, total and exact text. */
  quote: z.object({ version: z.int(), total: amount, text: z.string() }).nullable(),
  occurredAt: instant,
});

/** A part of the balance with its own due date. */
const milestone = z.object({
  description: z.string(),
  /** Including tax; for the last one that isn't invoiced, the rest. */
  amount,
  dueOn: plainDate,
  status: z.enum(milestoneStatuses),
  /** When its invoice is sent at the latest. */
  invoiceOn: plainDate,
  /** The invoice: its number and path; null until then. */
  invoice: z.object({ number: z.string(), path: z.string() }).nullable(),
});
export type OrderMilestone = z.infer<typeof milestone>;

/** The quote that is open for acceptance or has expired. */
const quote = z.object({
  version: z.int(),
  /** Last day to accept the quote. */
  expiresOn: plainDate,
  note: z.string(),
  /** Lines that the client can add; chosen ones are part of the order's lines and total. */
  options: z.array(lineItem.extend({ isChosen: z.boolean() })),
  deposit: amount,
  balance: amount,
  allowsInstallments: z.boolean(),
  /** When milestones are invoiced, as in the agreement; null without milestones. */
  milestoneRules: z.string().nullable(),
  deliveryDays: z.int(),
  supportDays: z.int(),
  /** Exact text the client agrees to by accepting, and its SHA-256, which is sent with the acceptance. */
  agreement: z.string(),
  agreementHash: z.string(),
});

const writtenTestimonial = z.object({
  id: z.int(),
  body: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  status: z.enum(testimonialStatuses),
  /** Version of the text; sent back with a decision so it applies to the text that was read. */
  version: z.int(),
  /** The owner's note on a declined testimonial; may be empty. */
  ownerNote: z.string(),
  writtenAt: instant,
});
export type ClientTestimonial = z.infer<typeof writtenTestimonial>;

/** An order with its related data, as one party sees it. */
export const orderSchema = z.object({
  number: z.int(),
  party: z.enum(parties),
  kind: z.enum(orderKinds),
  title: z.string(),
  status: z.enum(orderStatuses),
  /** Whether the terms and the price include a deposit; without one, `deposit_paid` means that the order is agreed. */
  hasDeposit: z.boolean(),
  placedAt: instant,
  client: contactSchema,
  /** The client's block on new invoices, and whether it applies to this order only. */
  billedTo: z.object({
    name: z.string(),
    addressLines: z.array(z.string()),
    taxId: z.string().nullable(),
    isForOrderOnly: z.boolean(),
  }),
  /** The client's record; only shown to the owner. */
  clientRecord: z.int().nullable(),
  /** Whether the client has no account and opens the order by its link only. */
  isGuest: z.boolean(),
  /** Path of the client's secret link. */
  guestPath: z.string(),
  brief: z.string(),
  /** The custom plan as it was requested. */
  request: z
    .object({
      services: z.array(z.object({ id: z.string(), title: z.string(), quantity: z.int() })),
      budget: amount.nullable(),
      deadline: plainDate.nullable(),
    })
    .nullable(),
  /** The ordered plan, service or project; null for a custom plan. */
  offerId: z.string().nullable(),
  /** The purchased project; only shown to the owner. */
  boughtProjectId: z.string().nullable(),
  /** Showcase project created from this order; only shown to the owner. */
  projectId: z.string().nullable(),
  isUrgent: z.boolean(),
  features: z.array(z.string()),
  currency: z.string(),
  /** In an open quote, with the options asked for, which are `isOptional`. */
  lineItems: z.array(lineItem.extend({ term: z.int().nullable(), isOptional: z.literal(true).optional() })),
  /** The first of `taxes` with a rate. */
  tax: priceTax.extend({ amount }).nullable(),
  /** In the order of the lines. */
  taxes: z.array(orderTax),
  /** Why there is no tax, as on the invoices; null if no note is needed. */
  taxNote: z.string().nullable(),
  total: amount,
  installments: z.int().nullable(),
  /** Numbers of installments that can be chosen now; empty if none (term 4). */
  installmentChoices: z.array(z.int()),
  /** The agreed parts of the balance; empty if it isn't split or is paid in equal installments. */
  milestones: z.array(milestone),
  balance: amount,
  quoteExpiresOn: plainDate.nullable(),
  quote: quote.nullable(),
  terms: z.array(z.object({ number: z.int(), text: z.string() })),
  /** The day the summary is calculated for, in the owner's time zone; null for now. */
  asOf: plainDate.nullable(),
  /** The same day, or today in the owner's time zone. */
  today: plainDate,
  timeZone: z.string(),
  summary,
  /** Transitions open to the viewer, and those that a payment term blocks, with the reason. */
  transitions: z.array(
    z.object({ name: z.enum(manualTransitions), requiresReason: z.boolean(), blockedReason: reasonSchema.nullable() }),
  ),
  contentItems: z.array(z.object({ position: z.int(), label: z.string(), suppliedAt: instant.nullable() })),
  files: z.array(orderFile),
  messages: z.array(z.object({ sender: z.enum(parties), senderName: z.string(), body: z.string(), sentAt: instant })),
  changeOrders: z.array(change),
  /** The taxes to choose from for a change order, the order's own first; empty if the viewer can't add one. */
  changeTaxes: z.array(z.object({ key: z.string(), label: z.string() })),
  supportRequests: z.array(supportRequest),
  billingDocuments: z.array(document),
  payments: z.array(payment),
  /** The card that is charged automatically; null if none is saved. */
  card: z.object({ label: z.string(), expires: z.string(), consent: z.string(), consentedAt: instant }).nullable(),
  /** The provider's page on which the client is changing the card. */
  cardSetupUrl: z.string().nullable(),
  /** Automatic charges, newest first, each with the day of the next attempt. */
  cardCharges: z.array(
    z.object({
      document: z.string(),
      amount,
      status: z.enum(paymentStatuses),
      reason: z.string().nullable(),
      createdAt: instant,
      retryOn: plainDate.nullable(),
    }),
  ),
  agreements: z.array(agreement),
  events: z.array(event),
  testimonial: z.object({
    /** Why the client can't write or edit one; null if they can. */
    blockedReason: reasonSchema.nullable(),
    current: writtenTestimonial.nullable(),
  }),
});
export type Order = z.infer<typeof orderSchema>;
