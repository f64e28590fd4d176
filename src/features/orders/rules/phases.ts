import { type OrderState, orderStates } from '../contract/life.ts';
import type { orderPhases } from '../contract/reading.ts';
import { endStates } from './moves.ts';
import { turns } from './standing.ts';

/** The states that a list of orders is narrowed to. */
export function statesIn(phase: (typeof orderPhases)[number]): readonly OrderState[] {
  if (phase === 'over') return orderStates.filter(state => endStates.has(state));
  if (phase === 'open') return orderStates.filter(state => !endStates.has(state));
  return orderStates.filter(state => turns[state].of === phase);
}

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
