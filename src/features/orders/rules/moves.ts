import {
  type EventActor,
  type OrderTransition,
  orderTransitions,
  type OrderKind,
  type OrderStatus,
} from '../contract/life.ts';

/** One way from state to state. */
export interface TransitionRule {
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  readonly by: readonly EventActor[];
  /** The kinds of order that can go this way. */
  readonly kinds: readonly OrderKind[];
  /** Who has to say why. */
  readonly reasonOf?: readonly EventActor[];
}

const PLANNED = ['plan', 'custom'] as const;
const ALL = ['plan', 'custom', 'service', 'project'] as const;

/**
 * Every move that an order can make (domain, "An order's life"). The page asks this table which buttons there are, the
 * action whether it is allowed, and the statement that writes it names the state it leads from.
 */
export const transitionRules = {
  quote: { from: ['requested', 'quoted'], to: 'quoted', by: ['owner'], kinds: PLANNED },
  decline: { from: ['requested', 'quoted'], to: 'declined', by: ['client', 'owner'], kinds: PLANNED },
  expire: { from: ['quoted'], to: 'expired', by: ['site'], kinds: PLANNED },
  agree: { from: ['quoted'], to: 'agreed', by: ['client', 'owner'], kinds: PLANNED, reasonOf: ['owner'] },
  cancel: { from: ['requested', 'agreed'], to: 'cancelled', by: ['client', 'owner'], kinds: ALL, reasonOf: ['owner'] },
  payDeposit: { from: ['agreed'], to: 'deposit_paid', by: ['site'], kinds: PLANNED },
  payInFull: { from: ['agreed'], to: 'paid', by: ['site'], kinds: ['project'] },
  begin: { from: ['agreed'], to: 'in_progress', by: ['site'], kinds: ['service'] },
  receiveContent: { from: ['deposit_paid'], to: 'content_received', by: ['site'], kinds: PLANNED },
  start: { from: ['content_received'], to: 'in_progress', by: ['owner'], kinds: PLANNED },
  startWithoutContent: {
    from: ['deposit_paid'],
    to: 'in_progress',
    by: ['owner'],
    kinds: PLANNED,
    reasonOf: ['owner'],
  },
  refund: {
    from: ['deposit_paid', 'content_received'],
    to: 'refunded',
    by: ['client', 'owner'],
    kinds: PLANNED,
    reasonOf: ['owner'],
  },
  // Until the client has downloaded the files (term 7).
  refundPurchase: {
    from: ['paid', 'delivered'],
    to: 'refunded',
    by: ['client', 'owner'],
    kinds: ['project'],
    reasonOf: ['owner'],
  },
  showForReview: { from: ['in_progress'], to: 'in_review', by: ['owner'], kinds: PLANNED },
  // The owner starts one that they make free.
  requestRevision: { from: ['in_review'], to: 'in_progress', by: ['client', 'owner'], kinds: PLANNED },
  complete: { from: ['in_review'], to: 'completed', by: ['client', 'owner'], kinds: PLANNED, reasonOf: ['owner'] },
  stop: { from: ['in_progress', 'in_review'], to: 'cancelled', by: ['owner'], kinds: PLANNED, reasonOf: ['owner'] },
  payBalance: { from: ['completed'], to: 'paid', by: ['site'], kinds: PLANNED },
  deliver: { from: ['paid'], to: 'delivered', by: ['owner', 'site'], kinds: [...PLANNED, 'project'] },
  // People end a subscription with the period that was invoiced; the site closes it then (term 14).
  end: { from: ['in_progress'], to: 'closed', by: ['site'], kinds: ['service'] },
  close: { from: ['delivered'], to: 'closed', by: ['owner', 'site'], kinds: [...PLANNED, 'project'] },
} as const satisfies Record<OrderTransition, TransitionRule>;

export { type OrderTransition, orderTransitions };

/** The states in which an order is over. */
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

/** Whether somebody may make a move with an order of this kind where it stands, the terms apart. */
export function canTransition(
  name: OrderTransition,
  actor: EventActor,
  order: { kind: OrderKind; state: OrderStatus },
): boolean {
  const move = getTransitionRule(name);
  return move.kinds.includes(order.kind) && move.from.includes(order.state) && move.by.includes(actor);
}

/** Whether somebody has to say why they make a move. */
export function requiresReason(name: OrderTransition, actor: EventActor): boolean {
  return getTransitionRule(name).reasonOf?.includes(actor) ?? false;
}
