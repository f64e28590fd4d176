import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import type { AgreementParties } from '#features/billing/contract/agreement-document.ts';
import { billingDocuments } from '#features/billing/index.ts';
import type { BillingDetails } from '#features/clients/contract/constants.ts';
import { projects } from '#features/projects/index.ts';
import { citext, instant } from '#platform/database/columns.ts';
import type { MinorUnits } from '#shared/money.ts';
import {
  eventActors,
  filePurposes,
  orderEventTypes,
  orderTransitions,
  orderKinds,
  orderStatuses,
  reminderKinds,
  parties,
} from './contract/enums.ts';
import type {
  AgreedTerms,
  OrderEventDetails,
  OfferSnapshot,
  OrderTax,
  CustomRequest,
  LineItem,
  QuoteLines,
  Milestone,
} from './contract/snapshots.ts';

/** The order that a row belongs to. */
const orderReference = () =>
  integer('order_id')
    .notNull()
    .references((): AnyPgColumn => orders.id);

/** A project may be deleted, or renamed with its slug. */
const projectReference = (name: string) =>
  text(name).references(() => projects.id, { onDelete: 'set null', onUpdate: 'cascade' });

export const orders = pgTable('orders', {
  /** Also the order number. */
  id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  kind: text({ enum: orderKinds }).notNull(),
  status: text({ enum: orderStatuses }).notNull(),
  /** Null if the client has no account or has deleted it. */
  clientId: text('client_id').references(() => users.id, { onDelete: 'set null' }),
  clientName: text('client_name').notNull(),
  clientEmail: citext('client_email').notNull(),
  /** Billing details that differ from the client's; null if they are the same. */
  billingDetails: jsonb('billing_details').$type<BillingDetails>(),
  /** Version of the secret link for clients without an account; incrementing it revokes the old link. */
  accessLinkVersion: integer('access_link_version').notNull().default(1),
  title: text().notNull(),
  /** The offer as it was ordered. */
  offerSnapshot: jsonb('offer_snapshot').$type<OfferSnapshot>().notNull(),
  /** The payment terms at the time of the order. */
  agreedTerms: jsonb('agreed_terms').$type<AgreedTerms>().notNull(),
  brief: text().notNull().default(''),
  /** Only for custom plans. */
  request: jsonb().$type<CustomRequest>(),
  lineItems: jsonb('line_items').$type<LineItem[]>().notNull(),
  /** The open quote, if it has options or a discount on all lines; `lineItems` are those without options. */
  quoteLines: jsonb('quote_lines').$type<QuoteLines>(),
  tax: jsonb().$type<OrderTax>().notNull(),
  currency: text().notNull(),
  /** Current total, including accepted change orders. */
  total: bigint({ mode: 'number' }).$type<MinorUnits>().notNull(),
  isUrgent: boolean('is_urgent').notNull().default(false),
  installments: smallint(),
  /** Agreed parts of the balance; null for one payment or equal installments. */
  milestones: jsonb().$type<Milestone[]>(),
  /** Last day to accept the quote, in the owner's time zone. */
  quoteExpiresOn: date('quote_expires_on'),
  /** The owner's note on the quote; part of the agreement. */
  quoteNote: text('quote_note').notNull().default(''),
  /** Showcase project created from this order. */
  showcaseProjectId: projectReference('showcase_project_id'),
  /** The purchased project, whose files the client downloads. */
  boughtProjectId: projectReference('bought_project_id'),
  /** `nextAction.by` of the last `getOrderSummary`; `refreshTurns` keeps it current. */
  turn: text({ enum: ['client', 'owner', 'none'] })
    .notNull()
    .default('none'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** One row per event. */
export const orderEvents = pgTable('order_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: orderReference(),
  type: text({ enum: orderEventTypes }).notNull(),
  transition: text({ enum: orderTransitions }),
  fromStatus: text('from_status', { enum: orderStatuses }),
  toStatus: text('to_status', { enum: orderStatuses }),
  actor: text({ enum: eventActors }).notNull(),
  actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
  reason: text(),
  details: jsonb().$type<OrderEventDetails>().notNull().default({}),
  occurredAt: instant('occurred_at').notNull(),
});

/** The content that the client has to supply before work starts (term 9). */
export const orderContentItems = pgTable(
  'order_content_items',
  {
    orderId: orderReference(),
    position: smallint().notNull(),
    label: text().notNull(),
    suppliedAt: instant('supplied_at'),
  },
  table => [primaryKey({ columns: [table.orderId, table.position] })],
);

/**
 * Quotes in addition to the order's price: change orders, whose lines join the order on acceptance (term 11), and
 * support after delivery, which is invoiced separately (term 13).
 */
export const changeOrders = pgTable('change_orders', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: orderReference(),
  lineItems: jsonb('line_items').$type<LineItem[]>().notNull(),
  total: bigint({ mode: 'number' }).$type<MinorUnits>().notNull(),
  /** Days that the change adds to the delivery time. */
  extraDays: integer('extra_days').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  isAccepted: boolean('is_accepted'),
  answeredAt: instant('answered_at'),
  /** The quoted support request; null for a change order. */
  supportRequestId: integer('support_request_id').references((): AnyPgColumn => supportRequests.id),
  /** Invoice of accepted support. */
  invoiceId: integer('invoice_id').references(() => billingDocuments.id),
});

/** The texts that clients agreed to (term 15). The database rejects updates. */
export const orderAgreements = pgTable('order_agreements', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: orderReference(),
  /** Signed by the client, or recorded by the owner from a message. */
  source: text({ enum: ['signed', 'recorded'] }).notNull(),
  agreedText: text('agreed_text').notNull(),
  /** SHA-256 of the text, in hex. */
  textSha256: text('text_sha256').notNull(),
  signature: text().notNull(),
  ip: text(),
  confirmationMessage: text('confirmation_message'),
  agreedAt: instant('agreed_at').notNull(),
  /** Contact details at the time; null for agreements made before these were stored. */
  parties: jsonb().$type<AgreementParties>(),
});

/** Agreements whose emails have been queued. */
export const agreementEmails = pgTable('agreement_emails', {
  agreementId: integer('agreement_id')
    .primaryKey()
    .references(() => orderAgreements.id),
  queuedAt: instant('queued_at').notNull(),
});

/** Files of an order; the file store uses the same ID. */
export const orderFiles = pgTable('order_files', {
  id: text().primaryKey(),
  orderId: orderReference(),
  purpose: text({ enum: filePurposes }).notNull(),
  /** The content item that the file supplies. */
  contentItemPosition: smallint('content_item_position'),
  name: text().notNull(),
  mediaType: text('media_type').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  uploadedBy: text('uploaded_by', { enum: parties }).notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
});

export const orderMessages = pgTable('order_messages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: orderReference(),
  sender: text({ enum: parties }).notNull(),
  senderName: text('sender_name').notNull(),
  body: text().notNull(),
  sentAt: instant('sent_at').notNull(),
});

/** Requests for support after delivery (term 13); `orderEvents` holds their progress. */
export const supportRequests = pgTable('support_requests', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: orderReference(),
  /** Text of the request; null once the message is deleted. */
  messageId: bigint('message_id', { mode: 'number' }).references(() => orderMessages.id, { onDelete: 'set null' }),
  /** The party that has to act next; null if neither. Lists filter by it. */
  nextActionBy: text('next_action_by', { enum: parties }),
  createdAt: instant('created_at').notNull(),
});

/** Values entered in the order form before the client left to sign in. */
export const checkoutDrafts = pgTable('checkout_drafts', {
  tokenHash: text('token_hash').primaryKey(),
  formValues: jsonb('form_values').$type<Record<string, string>>().notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Monthly billing (term 14); one row per order of kind `service`. */
export const subscriptions = pgTable('subscriptions', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  monthlyAmount: bigint('monthly_amount', { mode: 'number' }).$type<MinorUnits>().notNull(),
  currency: text().notNull(),
  /** First day not yet invoiced; the next invoice is issued on it, unless the subscription is paused or ends. */
  nextInvoiceOn: date('next_invoice_on').notNull(),
  /** No invoices from this day until the subscription is resumed. */
  pausedFrom: date('paused_from'),
  /** Last day of a canceled subscription. */
  endsOn: date('ends_on'),
});

/** Invoiced periods; the primary key prevents invoicing a month twice. */
export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => subscriptions.orderId),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    /** The invoice. */
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => billingDocuments.id),
  },
  table => [primaryKey({ columns: [table.orderId, table.endsOn] })],
);

/** Reminders sent, each once. */
export const orderReminders = pgTable(
  'order_reminders',
  {
    orderId: orderReference(),
    kind: text({ enum: reminderKinds }).notNull(),
    /** Dedupe key within the kind: a document, a day, or the start of a wait. */
    dedupeKey: text('dedupe_key').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  table => [primaryKey({ columns: [table.orderId, table.kind, table.dedupeKey] })],
);

/** Reminders sent of invoices without an order, each once. */
export const invoiceReminders = pgTable(
  'invoice_reminders',
  {
    billingDocumentId: integer('billing_document_id')
      .notNull()
      .references(() => billingDocuments.id),
    kind: text({ enum: reminderKinds }).notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  table => [primaryKey({ columns: [table.billingDocumentId, table.kind, table.dedupeKey] })],
);

/** When clients are reminded of their invoices, in a single row. */
export const paymentReminderSettings = pgTable('payment_reminder_settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  daysBefore: integer('days_before').default(2),
  isOnDueDate: boolean('is_on_due_date').notNull().default(false),
  daysAfter: jsonb('days_after')
    .$type<[number | null, number | null, number | null]>()
    .notNull()
    .default([1, null, null]),
  warnsOfLateFee: boolean('warns_of_late_fee').notNull().default(true),
  changedOn: date('changed_on'),
});
