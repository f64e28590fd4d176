import { date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { billingDocuments } from '#features/billing/index.ts';
import { amount, instant } from '#platform/database/columns.ts';
import {
  cardStatuses,
  paymentMethods,
  paymentStatuses,
  refundDecisions,
  refundOrigins,
  refundStatuses,
} from './contract/enums.ts';

/** Cards that clients agreed to have charged automatically. The provider keeps the card itself. */
export const savedCards = pgTable('saved_cards', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** References `orders` without a foreign key here: that feature depends on this one. */
  orderId: integer('order_id').notNull(),
  status: text({ enum: cardStatuses }).notNull(),
  /** Idempotency key of the card at its provider. */
  idempotencyKey: uuid('idempotency_key').notNull().defaultRandom(),
  /** The text that the client agreed to. */
  consentText: text('consent_text').notNull(),
  /** The maximum amount that may be charged at a time. */
  maxAmount: amount('max_amount').notNull(),
  currency: text().notNull(),
  consentedAt: instant('consented_at').notNull(),
  consentIp: text('consent_ip'),
  /** The provider's session that saves the card, and its URL; null if a payment saves it. */
  setupReference: text('setup_reference'),
  setupUrl: text('setup_url'),
  customerId: text('customer_id'),
  methodId: text('method_id'),
  brand: text(),
  last4: text(),
  expMonth: smallint('exp_month'),
  expYear: smallint('exp_year'),
  createdAt: instant('created_at').notNull(),
  savedAt: instant('saved_at'),
  removedAt: instant('removed_at'),
  detachedAt: instant('detached_at'),
  expiryNotifiedAt: instant('expiry_notified_at'),
});

export const payments = pgTable('payments', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  billingDocumentId: integer('billing_document_id')
    .notNull()
    .references(() => billingDocuments.id),
  method: text({ enum: paymentMethods }).notNull(),
  status: text({ enum: paymentStatuses }).notNull(),
  amount: amount('amount').notNull(),
  currency: text().notNull(),
  /** Assigned by the provider, or by the client's bank or wallet. */
  reference: text(),
  /** Sender of a manual payment, as entered by the client. */
  sender: text(),
  /** Why the owner rejected or voided it, or why it failed. */
  failureReason: text('failure_reason'),
  /** Why its provider holds the money, for the owner. */
  processingReason: text('processing_reason'),
  /** Idempotency key of the payment at its provider. */
  idempotencyKey: uuid('idempotency_key').notNull().defaultRandom(),
  /** Checkout URL. */
  checkoutUrl: text('checkout_url'),
  /** The provider's id for the money that arrived. */
  providerChargeId: text('provider_charge_id'),
  providerCheckedAt: instant('provider_checked_at'),
  /** The received amount, if it differs from the requested one. */
  receivedAmount: amount('received_amount'),
  receivedCurrency: text('received_currency'),
  acknowledgedAt: instant('acknowledged_at'),
  /** The amount sent in another currency, at the owner's rate; all null otherwise. */
  sentAmount: amount('sent_amount'),
  sentCurrency: text('sent_currency'),
  exchangeRate: text('exchange_rate'),
  exchangeOn: date('exchange_on'),
  /** The card that the payment saves; with an `attempt`, the card that is charged. */
  savedCardId: integer('saved_card_id').references(() => savedCards.id),
  /** The day it arrived, if the owner recorded it. */
  receivedOn: date('received_on'),
  /** Number of the automatic charge of the document; null if the client pays. */
  attempt: smallint(),
  /** Why an automatic charge failed, as the provider names it. */
  failureCode: text('failure_code'),
  createdAt: instant('created_at').notNull(),
  settledAt: instant('settled_at'),
});

export const refunds = pgTable('refunds', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: integer('payment_id')
    .notNull()
    .references(() => payments.id),
  status: text({ enum: refundStatuses }).notNull(),
  amount: amount('amount').notNull(),
  reference: text(),
  reason: text().notNull(),
  /** Who caused it: the site, the provider or a dispute. */
  origin: text({ enum: refundOrigins }).notNull().default('system'),
  /** Idempotency key of the refund at the payment's provider. */
  idempotencyKey: uuid('idempotency_key').notNull().defaultRandom(),
  /** Why the provider refused it in the last attempt. */
  providerError: text('provider_error'),
  /** When the owner acknowledged a refund or dispute at the provider. */
  acknowledgedAt: instant('acknowledged_at'),
  /** The owner's decision; `pending` while the ledger holds the amount, null if nothing is due again. */
  decision: text({ enum: ['pending', ...refundDecisions] }),
  decidedAt: instant('decided_at'),
  createdAt: instant('created_at').notNull(),
  settledAt: instant('settled_at'),
  disputeLostAt: instant('dispute_lost_at'),
});

/** Ids of processed events, stored permanently. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text().notNull(),
    eventId: text('event_id').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  table => [primaryKey({ columns: [table.provider, table.eventId] })],
);

/** Whether the client may pay a part of an invoice, if it differs from the billing settings. */
export const partialPayments = pgTable('partial_payments', {
  billingDocumentId: integer('billing_document_id')
    .primaryKey()
    .references(() => billingDocuments.id),
  /** The smallest part; null if the client pays in full. */
  minAmount: amount('min_amount'),
});

export const paymentProofs = pgTable('payment_proofs', {
  id: text().primaryKey(),
  billingDocumentId: integer('billing_document_id')
    .notNull()
    .references(() => billingDocuments.id),
  /** Null until the payment is reported. */
  paymentId: integer('payment_id').references(() => payments.id),
  createdAt: instant('created_at').notNull(),
});
