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
} from './contract/life.ts';
import type {
  AgreedTerms,
  OrderEventDetails,
  OfferSnapshot,
  OrderTax,
  CustomRequest,
  LineItem,
} from './contract/snapshots.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What somebody bought, as it was when it was placed. */
export const orders = pgTable('orders', {
  /** Also its number, as both sides say it. */
  id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  kind: text({ enum: orderKinds }).notNull(),
  state: text({ enum: orderStatuses }).notNull(),
  /** Null for whoever ordered by e-mail alone, and once the account is gone. */
  clientId: text('client_id').references(() => users.id, { onDelete: 'set null' }),
  clientName: text('client_name').notNull(),
  clientEmail: citext('client_email').notNull(),
  /** Of the secret link by which somebody without an account opens the order: a new one ends the old link. */
  linkVersion: integer('link_version').notNull().default(1),
  title: text().notNull(),
  /** What was bought, word for word. */
  subject: jsonb().$type<OfferSnapshot>().notNull(),
  /** The payment terms as they were. */
  terms: jsonb().$type<AgreedTerms>().notNull(),
  brief: text().notNull().default(''),
  /** Of a custom package; null for what is offered as it is. */
  wish: jsonb().$type<CustomRequest>(),
  lines: jsonb().$type<LineItem[]>().notNull(),
  tax: jsonb().$type<OrderTax>().notNull(),
  currency: text().notNull(),
  /** As it stands now: changes that were accepted are in it. */
  total: bigint({ mode: 'number' }).$type<MinorUnits>().notNull(),
  isUrgent: boolean('is_urgent').notNull().default(false),
  installments: smallint(),
  /** The last day on which the quote holds, in the owner's time zone. */
  quoteUntil: date('quote_until'),
  /** What the owner wrote beside the lines of the quote: a part of what is agreed to. */
  quoteNote: text('quote_note').notNull().default(''),
  /** The project of the showcase that was begun from it. */
  projectId: text('project_id').references(() => projects.id, { onDelete: 'set null', onUpdate: 'cascade' }),
  /** The purchased project, whose files the client downloads. */
  boughtProjectId: text('bought_project_id').references(() => projects.id, {
    onDelete: 'set null',
    onUpdate: 'cascade',
  }),
  /** Whose turn it is, as `getOrderSummary` last said; `refreshTurns` keeps it current. */
  turn: text({ enum: ['client', 'owner', 'nobody'] })
    .notNull()
    .default('nobody'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** What happened with an order, one row a thing. */
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
 * What is quoted beside an order's own price: a change, whose lines are part of the order once it is accepted (term 11),
 * or support after delivery, which is then invoiced by itself (term 13).
 */
export const changeOrders = pgTable('change_quotes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  lines: jsonb().$type<LineItem[]>().notNull(),
  total: bigint({ mode: 'number' }).$type<MinorUnits>().notNull(),
  /** What the change adds to the time until delivery. */
  days: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  accepted: boolean(),
  answeredAt: instant('answered_at'),
  /** The request that it is for; null for a change. */
  supportRequestId: integer('support_request_id').references((): AnyPgColumn => supportRequests.id),
  /** What asks for it, once support was accepted. */
  invoiceId: integer('invoice_id').references(() => billingDocuments.id),
});

/** What a client agreed to (term 15): the database refuses to change it. */
export const orderAgreements = pgTable('order_agreements', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  /** Signed by the client, or recorded by the owner from a message. */
  kind: text({ enum: ['signed', 'recorded'] }).notNull(),
  agreedText: text('agreed_text').notNull(),
  /** Of the text, in hex. */
  sha256: text().notNull(),
  signature: text().notNull(),
  ip: text(),
  message: text(),
  at: instant('at').notNull(),
  /** As they were then; null for what was agreed to before they were kept. */
  parties: jsonb().$type<AgreementParties>(),
});

/** Agreements whose mails were written. */
export const agreementEmails = pgTable('agreement_mails', {
  agreementId: integer('agreement_id')
    .primaryKey()
    .references(() => orderAgreements.id),
  at: instant('at').notNull(),
});

/** Files of an order; they lie in the store under their id. */
export const orderFiles = pgTable('order_files', {
  id: text().primaryKey(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  purpose: text({ enum: filePurposes }).notNull(),
  /** The item of content that it belongs to. */
  item: smallint(),
  name: text().notNull(),
  mediaType: text('media_type').notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  sender: text({ enum: parties }).notNull(),
  sentAt: instant('sent_at').notNull(),
});

/** What the two sides write to each other. */
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

/** Support that was asked for after delivery (term 13); what became of it stands in the log. */
export const supportRequests = pgTable('support_requests', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id),
  /** What it is about; null once what was written is gone. */
  messageId: bigint('message_id', { mode: 'number' }).references(() => orderMessages.id, { onDelete: 'set null' }),
  /** By whom something is to be done; null for nobody. Lists are narrowed by it. */
  waitsFor: text('waits_for', { enum: parties }),
  createdAt: instant('created_at').notNull(),
});

/** What somebody typed into the form of an order before they went to sign in. */
export const checkoutDrafts = pgTable('order_drafts', {
  tokenSha256: text('token_sha256').primaryKey(),
  typed: jsonb().$type<Record<string, string>>().notNull(),
  endsAt: instant('ends_at').notNull(),
});

/** What is invoiced each month (term 14): one row an order of the kind `service`. */
export const subscriptions = pgTable('subscriptions', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  perMonth: bigint('per_month', { mode: 'number' }).$type<MinorUnits>().notNull(),
  currency: text().notNull(),
  /** The first day that no invoice covers: on it the next one is issued, unless it is paused or ends. */
  nextInvoiceOn: date('next_invoice_on').notNull(),
  /** From this day on nothing is invoiced, until it is resumed. */
  pausedFrom: date('paused_from'),
  /** Its last day, once somebody has ended it. */
  endsOn: date('ends_on'),
});

/** What was invoiced of a subscription: no month twice. */
export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => subscriptions.orderId),
    fromDay: date('from_day').notNull(),
    untilDay: date('until_day').notNull(),
    /** Of the invoice. */
    documentId: integer('document_id')
      .notNull()
      .references(() => billingDocuments.id),
  },
  table => [primaryKey({ columns: [table.orderId, table.untilDay] })],
);

/** What people were reminded of, each thing once. */
export const orderReminders = pgTable(
  'order_reminders',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: reminderKinds }).notNull(),
    /** Which of its kind: a document, a day, the beginning of a wait. */
    about: text().notNull(),
    at: instant('at').notNull(),
  },
  table => [primaryKey({ columns: [table.orderId, table.kind, table.about] })],
);

/** What clients say of what was delivered to them. */
export const testimonials = pgTable('testimonials', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Null for what came from another site, whose orders are not here. */
  orderId: integer('order_id').references(() => orders.id),
  words: text().notNull(),
  name: text().notNull(),
  role: text().notNull().default(''),
  company: text().notNull().default(''),
  state: text({ enum: testimonialStatuses }).notNull(),
  /** Counts the changes of the words, so that nobody approves what they have not read. */
  version: integer().notNull().default(1),
  /** What the owner says beside a no. */
  note: text().notNull().default(''),
  /** Among those that are shown, the lowest first. */
  place: integer().notNull().default(0),
  /** Also when the client agreed that it is shown. */
  writtenAt: instant('written_at').notNull(),
  decidedAt: instant('decided_at'),
});
