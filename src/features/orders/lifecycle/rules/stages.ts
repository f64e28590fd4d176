import { type OrderKind, type orderStages, type OrderStatus, orderStatuses } from '../contract/enums.ts';
import type { Order } from '../contract/order.ts';
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

/** The label of each kind of order, in lists, exports and on its page. */
export const orderKindLabels: Readonly<Record<OrderKind, string>> = {
  plan: 'Plan',
  custom: 'Custom plan',
  service: 'Monthly service',
  project: 'Project',
};

const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
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

/** An order's status; `hasDeposit` is false with a deposit of 0% or a price of 0. */
export interface LabeledStatus {
  readonly status: OrderStatus;
  readonly hasDeposit: boolean;
}

/** Returns the label of an order's status. Without a deposit, an agreed order is `deposit_paid` immediately. */
export function getOrderStatusLabel({ status, hasDeposit }: LabeledStatus): string {
  return orderStatusLabels[status === 'deposit_paid' && !hasDeposit ? 'agreed' : status];
}

type StepsSource = Pick<Order, 'kind' | 'status' | 'events' | 'contentItems' | 'balance'> &
  Partial<Pick<Order, 'quote'>> & {
    readonly billingDocuments: readonly Pick<Order['billingDocuments'][number], 'kind'>[];
  };

/** Returns the steps from the order to its delivery; none for a monthly service, or after an early ending. */
export function listOrderSteps({ kind, status, events, contentItems, balance, billingDocuments, quote }: StepsSource) {
  const rank = orderStatuses.indexOf(status);
  if (kind === 'service' || rank > orderStatuses.indexOf('closed')) return [];
  const isQuoted = status === 'requested' || events.some(({ transition }) => transition === 'send_quote');
  const hasBalance =
    balance > 0 ||
    billingDocuments.some(document => ['balance_invoice', 'installment_invoice'].includes(document.kind));
  const hasDeposit =
    billingDocuments.some(document => document.kind === 'deposit_invoice') ||
    (rank <= orderStatuses.indexOf('agreed') && quote?.deposit !== 0);
  // Work can start without all content; the step is then skipped, not done.
  const hasContentStep =
    contentItems.length > 0 &&
    (rank <= orderStatuses.indexOf('deposit_paid') || contentItems.every(({ suppliedAt }) => suppliedAt !== null));
  // Each step with the last status before it is done.
  const steps: readonly (false | readonly [label: string, last: OrderStatus])[] =
    kind === 'project'
      ? [
          ['Payment', 'agreed'],
          ['Delivery', 'paid'],
        ]
      : [
          isQuoted && ['Quote', 'quoted'],
          hasDeposit && ['Deposit', 'agreed'],
          hasContentStep && ['Content', 'deposit_paid'],
          ['Work', 'in_progress'],
          ['Review', 'in_review'],
          hasBalance && ['Balance', 'completed'],
          ['Delivery', 'paid'],
        ];
  const shown = steps.filter(step => step !== false);
  const current = shown.findIndex(([, last]) => rank <= orderStatuses.indexOf(last));
  return shown.map(
    ([label], index) =>
      ({
        label,
        state: current === -1 || index < current ? 'done' : index === current ? 'current' : 'upcoming',
      }) as const,
  );
}
