import type { Actor, MoveName } from '#features/orders/contract/life.ts';
import type { SellingFigures } from '#features/pricing/contract/payment-terms.ts';
import type { Happening } from '#features/orders/rules/history.ts';
import type { OwedDocument } from '#features/orders/rules/late-fees.ts';
import { moveOf } from '#features/orders/rules/moves.ts';
import type { OrderFacts } from '#features/orders/rules/standing.ts';
import type { orders } from '#features/orders/tables.ts';
import { minorUnits, NOTHING } from '#shared/money-arithmetic.ts';

/** The figures that a new site begins with. */
export const figures: SellingFigures = {
  depositPercent: 50,
  balanceDays: 7,
  installmentsFrom: { minor: minorUnits(100_000), currency: 'USD' },
  lateDays: 7,
  lateFeePercent: 5,
  lateFees: 'proposed',
  refundDays: 7,
  minorRevisions: 3,
  urgentPercent: 25,
};

/** Noon in UTC of a day. */
export function noon(on: string): Temporal.Instant {
  return Temporal.Instant.from(`${on}T12:00:00Z`);
}

export function day(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/** A move at noon of a day, by who may make it. */
export function moved(on: string, move: MoveName, by: Actor = moveOf(move).by[0] ?? 'site'): Happening {
  return { what: 'moved', move, at: noon(on), by };
}

/** A plan that was ordered, as it is on the day it was placed. */
export function orderFacts(facts: Partial<OrderFacts> = {}): OrderFacts {
  return {
    kind: 'plan',
    state: 'agreed',
    figures,
    timeZone: 'UTC',
    history: [],
    content: [],
    deliveryDays: 14,
    supportDays: 14,
    quoteUntil: null,
    documents: [],
    hasPaymentInReview: false,
    hasFiles: true,
    subscription: null,
    ...facts,
  };
}

/** A plan over 100.00 that was ordered, as a row of the database. */
export function orderRow(row: Partial<typeof orders.$inferInsert> = {}): typeof orders.$inferInsert {
  const at = new Date('2026-11-20T12:00:00Z');
  return {
    kind: 'plan',
    state: 'agreed',
    clientName: 'Noor Haddad',
    clientEmail: 'noor@example.com',
    title: 'Growth',
    subject: { id: 'growth', features: ['Up to 8 pages'], deliveryDays: 14, supportDays: 14 },
    terms: { figures, texts: [] },
    lines: [{ description: 'Growth', amount: minorUnits(10_000), term: null }],
    tax: { prices: 'gross', name: 'VAT', basisPoints: 0 },
    currency: 'USD',
    total: minorUnits(10_000),
    createdAt: at,
    updatedAt: at,
    ...row,
  };
}

/** An invoice over 100.00 that is due on a day. */
export function owed(document: Partial<OwedDocument> & Pick<OwedDocument, 'dueOn'>): OwedDocument {
  return {
    id: '1',
    number: '2026-0001',
    total: minorUnits(10_000),
    settled: NOTHING,
    issuedOn: document.dueOn.subtract({ days: 7 }),
    isBalance: false,
    isInstallment: false,
    held: minorUnits(0),
    isLateFee: false,
    isSupport: false,
    lateFee: 'none',
    ...document,
  };
}
