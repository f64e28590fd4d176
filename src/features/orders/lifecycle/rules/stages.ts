import { type orderStages, type OrderStatus, orderStatuses } from '../contract/enums.ts';
import { finalStatuses } from './transitions.ts';

/** Returns the statuses of finished orders, or of all others. */
export function listStatusesInStage(stage: Extract<(typeof orderStages)[number], 'open' | 'closed'>) {
  return orderStatuses.filter(state => finalStatuses.has(state) === (stage === 'closed'));
}

/** Statuses that don't count as ordered: requests, quotes, and orders that were declined, canceled or refunded. */
export const NOT_ORDERED: readonly OrderStatus[] = [
  'requested',
  'quoted',
  'declined',
  'expired',
  'canceled',
  'refunded',
];

export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
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
  canceled: 'Canceled',
  refunded: 'Refunded',
};
