import {
  type EventActor,
  type OrderTransition,
  orderTransitions,
  type OrderKind,
  type OrderStatus,
} from '../contract/enums.ts';

export interface TransitionRule {
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  readonly actors: readonly EventActor[];
  readonly kinds: readonly OrderKind[];
  /** Who has to give a reason. */
  readonly reasonRequiredFrom?: readonly EventActor[];
}

const PLANNED = ['plan', 'custom'] as const;
const ALL = ['plan', 'custom', 'service', 'project'] as const;

/**
 * All transitions of an order (domain, "An order's life"). Pages derive their buttons from it, actions their permission
 * check, and the update its expected status.
 */
export const transitionRules = {
  send_quote: { from: ['requested', 'quoted'], to: 'quoted', actors: ['owner'], kinds: PLANNED },
  decline: { from: ['requested', 'quoted'], to: 'declined', actors: ['client', 'owner'], kinds: PLANNED },
  expire: { from: ['quoted'], to: 'expired', actors: ['system'], kinds: PLANNED },
  accept_quote: {
    from: ['quoted'],
    to: 'agreed',
    actors: ['client', 'owner'],
    kinds: PLANNED,
    reasonRequiredFrom: ['owner'],
  },
  cancel: {
    from: ['requested', 'agreed'],
    to: 'canceled',
    actors: ['client', 'owner'],
    kinds: ALL,
    reasonRequiredFrom: ['owner'],
  },
  pay_deposit: { from: ['agreed'], to: 'deposit_paid', actors: ['system'], kinds: PLANNED },
  pay_in_full: { from: ['agreed'], to: 'paid', actors: ['system'], kinds: ['project'] },
  activate_subscription: { from: ['agreed'], to: 'in_progress', actors: ['system'], kinds: ['service'] },
  receive_content: { from: ['deposit_paid'], to: 'content_received', actors: ['system'], kinds: PLANNED },
  start_work: { from: ['content_received'], to: 'in_progress', actors: ['owner'], kinds: PLANNED },
  start_without_content: {
    from: ['deposit_paid'],
    to: 'in_progress',
    actors: ['owner'],
    kinds: PLANNED,
    reasonRequiredFrom: ['owner'],
  },
  refund: {
    from: ['deposit_paid', 'content_received'],
    to: 'refunded',
    actors: ['client', 'owner'],
    kinds: PLANNED,
    reasonRequiredFrom: ['owner'],
  },
  // Until the client has downloaded the files (term 7).
  refund_purchase: {
    from: ['paid', 'delivered'],
    to: 'refunded',
    actors: ['client', 'owner'],
    kinds: ['project'],
    reasonRequiredFrom: ['owner'],
  },
  submit_for_review: { from: ['in_progress'], to: 'in_review', actors: ['owner'], kinds: PLANNED },
  // The owner requests one to grant it for free.
  request_revision: { from: ['in_review'], to: 'in_progress', actors: ['client', 'owner'], kinds: PLANNED },
  complete: {
    from: ['in_review'],
    to: 'completed',
    actors: ['client', 'owner'],
    kinds: PLANNED,
    reasonRequiredFrom: ['owner'],
  },
  cancel_work: {
    from: ['in_progress', 'in_review'],
    to: 'canceled',
    actors: ['owner'],
    kinds: PLANNED,
    reasonRequiredFrom: ['owner'],
  },
  pay_balance: { from: ['completed'], to: 'paid', actors: ['system'], kinds: PLANNED },
  deliver: { from: ['paid'], to: 'delivered', actors: ['owner', 'system'], kinds: [...PLANNED, 'project'] },
  // A canceled subscription runs to the end of the invoiced period; then the site closes it (term 14).
  end_subscription: { from: ['in_progress'], to: 'closed', actors: ['system'], kinds: ['service'] },
  close: { from: ['delivered'], to: 'closed', actors: ['owner', 'system'], kinds: [...PLANNED, 'project'] },
} as const satisfies Record<OrderTransition, TransitionRule>;

export { type OrderTransition, orderTransitions };

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

/** Whether an actor may make a transition, not considering the payment terms. */
export function canTransition(
  name: OrderTransition,
  actor: EventActor,
  order: { kind: OrderKind; status: OrderStatus },
): boolean {
  const move = getTransitionRule(name);
  return move.kinds.includes(order.kind) && move.from.includes(order.status) && move.actors.includes(actor);
}

export function requiresReason(name: OrderTransition, actor: EventActor): boolean {
  return getTransitionRule(name).reasonRequiredFrom?.includes(actor) ?? false;
}
