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
  quote: { from: ['requested', 'quoted'], to: 'quoted', actors: ['owner'], kinds: PLANNED },
  decline: { from: ['requested', 'quoted'], to: 'declined', actors: ['client', 'owner'], kinds: PLANNED },
  expire: { from: ['quoted'], to: 'expired', actors: ['site'], kinds: PLANNED },
  agree: { from: ['quoted'], to: 'agreed', actors: ['client', 'owner'], kinds: PLANNED, reasonRequiredFrom: ['owner'] },
  cancel: {
    from: ['requested', 'agreed'],
    to: 'cancelled',
    actors: ['client', 'owner'],
    kinds: ALL,
    reasonRequiredFrom: ['owner'],
  },
  payDeposit: { from: ['agreed'], to: 'deposit_paid', actors: ['site'], kinds: PLANNED },
  payInFull: { from: ['agreed'], to: 'paid', actors: ['site'], kinds: ['project'] },
  begin: { from: ['agreed'], to: 'in_progress', actors: ['site'], kinds: ['service'] },
  receiveContent: { from: ['deposit_paid'], to: 'content_received', actors: ['site'], kinds: PLANNED },
  start: { from: ['content_received'], to: 'in_progress', actors: ['owner'], kinds: PLANNED },
  startWithoutContent: {
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
  refundPurchase: {
    from: ['paid', 'delivered'],
    to: 'refunded',
    actors: ['client', 'owner'],
    kinds: ['project'],
    reasonRequiredFrom: ['owner'],
  },
  showForReview: { from: ['in_progress'], to: 'in_review', actors: ['owner'], kinds: PLANNED },
  // The owner requests one to grant it for free.
  requestRevision: { from: ['in_review'], to: 'in_progress', actors: ['client', 'owner'], kinds: PLANNED },
  complete: {
    from: ['in_review'],
    to: 'completed',
    actors: ['client', 'owner'],
    kinds: PLANNED,
    reasonRequiredFrom: ['owner'],
  },
  stop: {
    from: ['in_progress', 'in_review'],
    to: 'cancelled',
    actors: ['owner'],
    kinds: PLANNED,
    reasonRequiredFrom: ['owner'],
  },
  payBalance: { from: ['completed'], to: 'paid', actors: ['site'], kinds: PLANNED },
  deliver: { from: ['paid'], to: 'delivered', actors: ['owner', 'site'], kinds: [...PLANNED, 'project'] },
  // A canceled subscription runs to the end of the invoiced period; then the site closes it (term 14).
  end: { from: ['in_progress'], to: 'closed', actors: ['site'], kinds: ['service'] },
  close: { from: ['delivered'], to: 'closed', actors: ['owner', 'site'], kinds: [...PLANNED, 'project'] },
} as const satisfies Record<OrderTransition, TransitionRule>;

export { type OrderTransition, orderTransitions };

export const finalStatuses: ReadonlySet<OrderStatus> = new Set([
  'closed',
  'declined',
  'expired',
  'cancelled',
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
