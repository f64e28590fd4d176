import type { EventActor, OrderEventType, OrderKind, OrderStatus, OrderTransition } from '../contract/enums.ts';
import type { OrderEventDetails } from '../contract/snapshots.ts';

/** Details that each type of history entry requires; other types have none. */
const requiredDetails = {
  revision_requested: ['size'],
  change_order_quoted: ['changeOrderId', 'amount', 'days'],
  change_order_answered: ['changeOrderId', 'accepted'],
  change_order_withdrawn: ['changeOrderId'],
  support_requested: ['supportRequestId', 'included'],
  support_quoted: ['supportRequestId', 'changeOrderId', 'amount'],
  support_quote_answered: ['supportRequestId', 'changeOrderId', 'accepted'],
  support_quote_withdrawn: ['supportRequestId'],
  support_resolved: ['supportRequestId'],
  support_reopened: ['supportRequestId'],
  subscription_paused: ['day'],
  subscription_resumed: ['day'],
  subscription_canceled: ['day'],
} as const satisfies Partial<Record<OrderEventType, readonly (keyof OrderEventDetails)[]>>;

type DetailsOf<Type> = Type extends keyof typeof requiredDetails
  ? Required<Pick<OrderEventDetails, (typeof requiredDetails)[Type][number]>>
  : unknown;

/** An entry of an order's history, which both parties see and from which the payment terms are evaluated. */
export type OrderEvent = { readonly at: Temporal.Instant; readonly actor: EventActor } & (
  | { readonly type: 'transitioned'; readonly transition: OrderTransition; readonly reason?: string }
  | { [Type in Exclude<OrderEventType, 'transitioned'>]: { readonly type: Type } & DetailsOf<Type> }[Exclude<
      OrderEventType,
      'transitioned'
    >]
);

export type OrderHistory = readonly OrderEvent[];

/** A row of an order's history. */
export interface OrderEventRecord {
  readonly type: OrderEventType;
  readonly transition: OrderTransition | null;
  readonly actor: EventActor;
  readonly reason: string | null;
  readonly details: OrderEventDetails;
  readonly occurredAt: Date;
}

/** Parses a stored history entry. Throws if a detail that its type requires is missing. */
export function parseOrderEvent(record: OrderEventRecord): OrderEvent {
  const { type, transition, actor, reason, details, occurredAt } = record;
  const names: readonly (keyof OrderEventDetails)[] =
    type in requiredDetails ? requiredDetails[type as keyof typeof requiredDetails] : [];
  if (names.some(name => details[name] === undefined) || (type === 'transitioned' && transition === null)) {
    throw new Error(`Incomplete order history entry of type "${type}"`);
  }
  return {
    type,
    at: Temporal.Instant.fromEpochMilliseconds(occurredAt.getTime()),
    actor,
    ...(type === 'transitioned' && { transition, ...(reason !== null && { reason }) }),
    ...Object.fromEntries(names.map(name => [name, details[name]])),
  } as OrderEvent;
}

/** Returns the initial status for a kind of order; one with a fixed price is agreed when it is placed. */
export function getInitialStatus(kind: OrderKind, isQuoted: boolean): OrderStatus {
  return kind === 'custom' || (kind === 'plan' && isQuoted) ? 'requested' : 'agreed';
}

/** Returns when the client first downloaded the files of a project; undefined before that. */
export function findFirstDownload(history: OrderHistory): Temporal.Instant | undefined {
  return history.find(({ type }) => type === 'downloaded')?.at;
}

/** Returns when an order first made one of these transitions; undefined if it has not. */
export function findTransitionTime(history: OrderHistory, ...names: readonly OrderTransition[]) {
  return history.find(it => it.type === 'transitioned' && names.includes(it.transition))?.at;
}
