/** What can be ordered. A custom plan and a plan whose price is only the least are quoted first. */
export const orderKinds = ['plan', 'custom', 'service', 'project'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Where an order can stand (domain, "An order's life"): first the way through, then the ways out. */
export const orderStates = [
  'requested',
  'quoted',
  'agreed',
  'deposit_paid',
  'content_received',
  'in_progress',
  'in_review',
  'completed',
  'paid',
  'delivered',
  'closed',
  'declined',
  'expired',
  'cancelled',
  'refunded',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Who moves an order: a person on either side, or the site by itself, by a payment or by the calendar. */
export const actors = ['client', 'owner', 'site'] as const;
export type Actor = (typeof actors)[number];

/** The number of a payment term (specification, point 9). */
export type TermNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;
