import {
  type EventActor,
  type OrderTransition,
  type OrderKind,
  orderKinds,
  type OrderStatus,
  parties,
} from '../contract/enums.ts';

interface TransitionRule {
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  readonly actors: readonly EventActor[];
  readonly kinds: readonly OrderKind[];
}

const PLANNED = ['plan', 'custom'] as const;
const DELIVERED = [...PLANNED, 'project'] as const;

/**
 * All transitions of an order (domain, "An order's life"). Pages derive their buttons from it, actions their permission
 * check, and the update its expected status.
 */
const transitionRules: Readonly<Record<OrderTransition, TransitionRule>> = {
  send_quote: { from: ['requested', 'quoted'], to: 'quoted', actors: ['owner'], kinds: PLANNED },
  decline: { from: ['requested', 'quoted'], to: 'declined', actors: parties, kinds: PLANNED },
  expire: { from: ['quoted'], to: 'expired', actors: ['system'], kinds: PLANNED },
  accept_quote: { from: ['quoted'], to: 'agreed', actors: parties, kinds: PLANNED },
  // After `agreed` only without a payment; a deposit is refunded instead (term 7).
  cancel: {
    from: ['requested', 'agreed', 'deposit_paid', 'content_received'],
    to: 'canceled',
    actors: parties,
    kinds: orderKinds,
  },
  pay_deposit: { from: ['agreed'], to: 'deposit_paid', actors: ['system'], kinds: PLANNED },
  pay_in_full: { from: ['agreed'], to: 'paid', actors: ['system'], kinds: ['project'] },
  activate_subscription: { from: ['agreed'], to: 'in_progress', actors: ['system'], kinds: ['service'] },
  receive_content: { from: ['deposit_paid'], to: 'content_received', actors: ['system'], kinds: PLANNED },
  start_work: { from: ['content_received'], to: 'in_progress', actors: ['owner'], kinds: PLANNED },
  start_without_content: { from: ['deposit_paid'], to: 'in_progress', actors: ['owner'], kinds: PLANNED },
  refund: { from: ['deposit_paid', 'content_received'], to: 'refunded', actors: parties, kinds: PLANNED },
  // Until the client has downloaded the files (term 7).
  refund_purchase: { from: ['paid', 'delivered'], to: 'refunded', actors: parties, kinds: ['project'] },
  submit_for_review: { from: ['in_progress'], to: 'in_review', actors: ['owner'], kinds: PLANNED },
  // The owner requests one to grant it for free.
  request_revision: { from: ['in_review'], to: 'in_progress', actors: parties, kinds: PLANNED },
  complete: { from: ['in_review'], to: 'completed', actors: parties, kinds: PLANNED },
  cancel_work: { from: ['in_progress', 'in_review'], to: 'canceled', actors: ['owner'], kinds: PLANNED },
  pay_balance: { from: ['completed'], to: 'paid', actors: ['system'], kinds: PLANNED },
  deliver: { from: ['paid'], to: 'delivered', actors: ['owner', 'system'], kinds: DELIVERED },
  // A canceled subscription runs to the end of the invoiced period; then the site closes it (term 14).
  end_subscription: { from: ['in_progress'], to: 'closed', actors: ['system'], kinds: ['service'] },
  close: { from: ['delivered'], to: 'closed', actors: ['owner', 'system'], kinds: DELIVERED },
};

export const finalStatuses: ReadonlySet<OrderStatus> = new Set([
  'closed',
  'declined',
  'expired',
  'canceled',
  'refunded',
] as const);

export function getTransitionRule(name: OrderTransition): TransitionRule {
  return transitionRules[name];
}

/** Returns whether an actor may make a transition, not considering the payment terms. */
export function canTransition(
  name: OrderTransition,
  actor: EventActor,
  order: { kind: OrderKind; status: OrderStatus },
): boolean {
  const rule = getTransitionRule(name);
  return rule.kinds.includes(order.kind) && rule.from.includes(order.status) && rule.actors.includes(actor);
}

const ownerReasonRequired: ReadonlySet<OrderTransition> = new Set([
  'accept_quote',
  'cancel',
  'start_without_content',
  'refund',
  'refund_purchase',
  'complete',
  'cancel_work',
] as const);

/** Returns whether an actor has to give a reason for a transition; only the owner ever has to. */
export function requiresReason(name: OrderTransition, actor: EventActor): boolean {
  return actor === 'owner' && ownerReasonRequired.has(name);
}
