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
  timestamp,
} from 'drizzle-orm/pg-core';
import { users } from '#features/auth/tables.ts';
import type { AgreementParties } from '#features/billing/contract/agreement-document.ts';
import { billingDocuments } from '#features/billing/tables.ts';
import { projects } from '#features/projects/tables.ts';
import { citext } from '#platform/database/columns.ts';
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
  testimonialStatuses,
} from './contract/enums.ts';
import type {
  AgreedTerms,
  OrderEventDetails,
  OfferSnapshot,
  OrderTax,
  CustomRequest,
  LineItem,
} from './contract/snapshots.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const orders = pgTable('orders', {
  /** Also the order number. */
  id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  kind: text({ enum: orderKinds }).notNull(),
  state: text({ enum: orderStatuses }).notNull(),
  /** Null if the client has no account or has deleted it. */
  clientId: text('client_id').references(() => users.id, { onDelete: 'set null' }),
  clientName: text('client_name').notNull(),
  clientEmail: citext('client_email').notNull(),
  /** Version of the secret link for clients without an account; incrementing it revokes the old link. */
  linkVersion: integer('link_version').notNull().default(1),
  title: text().notNull(),
  /** The offer as it was ordered. */
  subject: jsonb().$type<OfferSnapshot>().notNull(),
  /** The payment terms at the time of the order. */
  terms: jsonb().$type<AgreedTerms>().notNull(),
  brief: text().notNull().default(''),
  /** Only for custom plans. */
  wish: jsonb().$type<CustomRequest>(),
  lines: jsonb().$type<LineItem[]>().notNull(),
  tax: jsonb().$type<OrderTax>().notNull(),
  currency: text().notNull(),
  /** Current total, including accepted change orders. */
  total: bigint({ mode: 'number' }).$type<MinorUnits>().notNull(),
  isUrgent: boolean('is_urgent').notNull().default(false),
  installments: smallint(),
  /** Last day to accept the quote, in the owner's time zone. */
  quoteUntil: date('quote_until'),
  /** The owner's note on the quote; part of the agreement. */
  quoteNote: text('quote_note').notNull().default(''),
  /** Showcase project created from this order. */
  projectId: text('project_id').references(() => projects.id, { onDelete: 'set null', onUpdate: 'cascade' }),
  /** The purchased project, whose files the client downloads. */
  boughtProjectId: text('bought_project_id').references(() => projects.id, {
    onDelete: 'set null',
    onUpdate: 'cascade',
  }),
  /** `nextAction.of` of the last `getOrderSummary`; `refreshTurns` keeps it current. */
  turn: text({ enum: ['client', 'owner', 'nobody'] })
    .notNull()
    .default('nobody'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** One row per event. */
export const orderEvents = pgTable('order_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  what: text({ enum: orderEventTypes }).notNull(),
  move: text({ enum: orderTransitions }),
  fromState: text('from_state', { enum: orderStatuses }),
  toState: text('to_state', { enum: orderStatuses }),
  actor: text({ enum: eventActors }).notNull(),
  actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
  reason: text(),
  details: jsonb().$type<OrderEventDetails>().notNull().default({}),
  at: instant('at').notNull(),
});

/** What the client has to supply before work starts (term 9). */
export const orderContentItems = pgTable(
  'order_content_items',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
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
export const changeOrders = pgTable('change_quotes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  lines: jsonb().$type<LineItem[]>().notNull(),
  total: bigint({ mode: 'number' }).$type<MinorUnits>().notNull(),
  /** Days that the change adds to the delivery time. */
  days: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  accepted: boolean(),
  answeredAt: instant('answered_at'),
  /** The quoted support request; null for a change order. */
  supportRequestId: integer('support_request_id').references((): AnyPgColumn => supportRequests.id),
  /** Invoice of accepted support. */
  invoiceId: integer('invoice_id').references(() => billingDocuments.id),
});

/** What the client agreed to (term 15). The database rejects updates. */
export const orderAgreements = pgTable('order_agreements', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  /** Signed by the client, or recorded by the owner from a message. */
  kind: text({ enum: ['signed', 'recorded'] }).notNull(),
  agreedText: text('agreed_text').notNull(),
  /** SHA-256 of the text, in hex. */
  sha256: text().notNull(),
  signature: text().notNull(),
  ip: text(),
  message: text(),
  at: instant('at').notNull(),
  /** Contact details at the time; null for agreements made before these were stored. */
  parties: jsonb().$type<AgreementParties>(),
});

/** Agreements whose emails have been queued. */
export const agreementEmails = pgTable('agreement_mails', {
  agreementId: integer('agreement_id')
    .primaryKey()
    .references(() => orderAgreements.id),
  at: instant('at').notNull(),
});

/** Files of an order; the file store uses the same ID. */
export const orderFiles = pgTable('order_files', {
  id: text().primaryKey(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  purpose: text({ enum: filePurposes }).notNull(),
  /** The content item that the file supplies. */
  item: smallint(),
  name: text().notNull(),
  mediaType: text('media_type').notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  sender: text({ enum: parties }).notNull(),
  sentAt: instant('sent_at').notNull(),
});

export const orderMessages = pgTable('order_messages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  sender: text({ enum: parties }).notNull(),
  senderName: text('sender_name').notNull(),
  body: text().notNull(),
  sentAt: instant('sent_at').notNull(),
});

/** Requests for support after delivery (term 13); `orderEvents` holds their progress. */
export const supportRequests = pgTable('support_requests', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  /** Text of the request; null once the message is deleted. */
  messageId: bigint('message_id', { mode: 'number' }).references(() => orderMessages.id, { onDelete: 'set null' }),
  /** The party that has to act next; null if neither. Lists filter by it. */
  waitsFor: text('waits_for', { enum: parties }),
  createdAt: instant('created_at').notNull(),
});

/** Values entered in the order form before the client left to sign in. */
export const checkoutDrafts = pgTable('order_drafts', {
  tokenSha256: text('token_sha256').primaryKey(),
  typed: jsonb().$type<Record<string, string>>().notNull(),
  endsAt: instant('ends_at').notNull(),
});

/** Monthly billing (term 14); one row per order of kind `service`. */
export const subscriptions = pgTable('subscriptions', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  perMonth: bigint('per_month', { mode: 'number' }).$type<MinorUnits>().notNull(),
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
    fromDay: date('from_day').notNull(),
    untilDay: date('until_day').notNull(),
    /** The invoice. */
    documentId: integer('document_id')
      .notNull()
      .references(() => billingDocuments.id),
  },
  table => [primaryKey({ columns: [table.orderId, table.untilDay] })],
);

/** Reminders sent, each once. */
export const orderReminders = pgTable(
  'order_reminders',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: reminderKinds }).notNull(),
    /** Dedupe key within the kind: a document, a day, or the start of a wait. */
    about: text().notNull(),
    at: instant('at').notNull(),
  },
  table => [primaryKey({ columns: [table.orderId, table.kind, table.about] })],
);

export const testimonials = pgTable('testimonials', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Null for a testimonial imported from another site, whose orders don't exist here. */
  orderId: integer('order_id').references(() => orders.id),
  words: text().notNull(),
  name: text().notNull(),
  role: text().notNull().default(''),
  company: text().notNull().default(''),
  state: text({ enum: testimonialStatuses }).notNull(),
  /** Counts changes of the text, so that the owner can't approve a version they have not read. */
  version: integer().notNull().default(1),
  /** The owner's note on a declined testimonial. */
  note: text().notNull().default(''),
  /** Display order, lowest first. */
  place: integer().notNull().default(0),
  /** Also the time of the client's consent to publish. */
  writtenAt: instant('written_at').notNull(),
  decidedAt: instant('decided_at'),
});
