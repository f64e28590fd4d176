import { type EventActor, type OrderTransition, orderTransitions } from '#features/orders/lifecycle/contract/enums.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { OrderEvent } from '#features/orders/lifecycle/rules/events.ts';
import type { OrderInvoice } from '#features/orders/lifecycle/rules/late-fees.ts';
import { getTransitionRule } from '#features/orders/lifecycle/rules/transitions.ts';
import { findTransitionBlock, type OrderSnapshot } from '#features/orders/lifecycle/rules/summary.ts';
import type { orders } from '#features/orders/lifecycle/tables.ts';
import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';

/** The payment terms of a new site. */
export const DEFAULT_PAYMENT_TERMS: PaymentTermSettings = {
  depositPercent: 50,
  balanceDueDays: 7,
  installmentMinimum: { minor: toMinorUnits(100_000), currency: 'USD' },
  lateFeeAfterDays: 7,
  lateFeePercent: 5,
  lateFeeMode: 'manual',
  refundAfterDays: 7,
  includedRevisions: 3,
  urgentSurchargePercent: 25,
};

/** Returns noon UTC of a date. */
export function toNoon(on: string): Temporal.Instant {
  return Temporal.Instant.from(`${on}T12:00:00Z`);
}

export function toPlainDate(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/** Returns a transition at noon UTC of a date. */
export function createTransitionEvent(
  on: string,
  transition: OrderTransition,
  actor: EventActor = getTransitionRule(transition).actors[0] ?? 'system',
): OrderEvent {
  return { type: 'transitioned', transition, at: toNoon(on), actor };
}

/** Returns the client's request for a revision at noon UTC of a date. */
export function createRevisionEvent(on: string, size: 'minor' | 'major' = 'minor'): OrderEvent {
  return { type: 'revision_requested', size, at: toNoon(on), actor: 'client' };
}

/** Returns the owner's quote for the change order `a`, of 50.00, at noon UTC of a date. */
export function createChangeQuoteEvent(on: string): OrderEvent {
  const changeOrder = { changeOrderId: 'a', amount: toMinorUnits(5000), days: 0 };
  return { type: 'change_order_quoted', ...changeOrder, at: toNoon(on), actor: 'owner' };
}

/** Returns the client's request for included support at noon UTC of a date. */
export function createSupportEvent(on: string) {
  return {
    type: 'support_requested',
    supportRequestId: '1',
    included: true,
    at: toNoon(on),
    actor: 'client',
  } satisfies OrderEvent;
}

/** Facts of an active service at 150.00 a month. */
export const ACTIVE_SERVICE = {
  kind: 'service',
  status: 'in_progress',
  subscription: {
    monthlyAmount: toMinorUnits(15_000),
    nextInvoiceOn: toPlainDate('2027-06-01'),
    pausedFrom: null,
    endsOn: null,
  },
} as const satisfies Partial<OrderSnapshot>;

/** Returns the facts of a plan on the day it was ordered. */
export function createOrderFacts(facts: Partial<OrderSnapshot> = {}): OrderSnapshot {
  return {
    kind: 'plan',
    status: 'agreed',
    settings: DEFAULT_PAYMENT_TERMS,
    total: toMinorUnits(10_000),
    timeZone: 'UTC',
    history: [],
    content: [],
    deliveryDays: 14,
    supportDays: 14,
    quoteUntil: null,
    documents: [],
    hasPaymentInReview: false,
    isPaymentProcessing: false,
    hasFiles: true,
    subscription: null,
    ...facts,
  };
}

/** Returns the database row of an order for a plan at 100.00. */
export function createOrderRow(row: Partial<typeof orders.$inferInsert> = {}): typeof orders.$inferInsert {
  const createdAt = new Date('2026-11-20T12:00:00Z');
  return {
    kind: 'plan',
    status: 'agreed',
    clientName: 'Noor Haddad',
    clientEmail: 'noor@example.com',
    title: 'Growth',
    offerSnapshot: { id: 'growth', features: ['Up to 8 pages'], deliveryDays: 14, supportDays: 14 },
    agreedTerms: { settings: DEFAULT_PAYMENT_TERMS, texts: [] },
    lineItems: [{ description: 'Growth', amount: toMinorUnits(10_000), term: null }],
    tax: { behavior: 'inclusive', name: 'VAT', basisPoints: 0 },
    currency: 'USD',
    total: toMinorUnits(10_000),
    createdAt,
    updatedAt: createdAt,
    ...row,
  };
}

/** Returns an open invoice for 100.00. */
export function createUnpaidInvoice(document: Partial<OrderInvoice> & Pick<OrderInvoice, 'dueOn'>): OrderInvoice {
  return {
    id: '1',
    number: '2026-0001',
    total: toMinorUnits(10_000),
    amountSettled: ZERO,
    issuedOn: document.dueOn.subtract({ days: 7 }),
    isBalance: false,
    isInstallment: false,
    held: toMinorUnits(0),
    isLateFee: false,
    isSupport: false,
    lateFee: 'none',
    ...document,
  };
}

/** Returns the transitions that an actor may make at a time. */
export function listAllowedTransitions(actor: EventActor, facts: OrderSnapshot, now: Temporal.Instant) {
  return orderTransitions.filter(name => findTransitionBlock(name, actor, facts, now) === null);
}
