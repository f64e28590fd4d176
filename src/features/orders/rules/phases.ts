import { type OrderState, orderStates } from '../contract/life.ts';
import type { orderPhases } from '../contract/reading.ts';
import { endStates } from './moves.ts';

/** Returns the states of the orders that are over, or of those that are not. */
export function statesIn(phase: Extract<(typeof orderPhases)[number], 'open' | 'over'>): readonly OrderState[] {
  if (phase === 'over') return orderStates.filter(state => endStates.has(state));
  return orderStates.filter(state => !endStates.has(state));
}

/** The states of orders that count as not ordered: merely asked for, or called off. */
export const NOT_ORDERED: readonly OrderState[] = [
  'requested',
  'quoted',
  'declined',
  'expired',
  'cancelled',
  'refunded',
];

/** A state in a word or two, as both sides read it. */
export const stateLabels: Readonly<Record<OrderState, string>> = {
  requested: 'Requested',
  quoted: 'Quoted',
  agreed: 'Agreed',
  deposit_paid: 'Deposit paid',
  content_received: 'Ready to start',
  in_progress: 'In progress',
  in_review: 'In review',
  completed: 'Completed',
  paid: 'Paid',
  delivered: 'Delivered',
  closed: 'Closed',
  declined: 'Declined',
  expired: 'Expired',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
};
