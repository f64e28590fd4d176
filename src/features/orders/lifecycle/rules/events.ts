import type { MinorUnits } from '#shared/money.ts';
import type { EventActor, OrderKind, OrderStatus } from '../contract/enums.ts';
import { type OrderTransition, getTransitionRule } from './transitions.ts';

interface At {
  readonly at: Temporal.Instant;
  readonly actor: EventActor;
}

/** An entry of an order's history, which both parties see and from which the payment terms are evaluated. */
export type OrderEvent = At &
  (
    | { readonly type: 'placed' }
    | { readonly type: 'transitioned'; readonly move: OrderTransition; readonly reason?: string }
    | { readonly type: 'revision_requested'; readonly size: 'minor' | 'major' }
    | {
        readonly type: 'change_order_quoted';
        readonly changeOrderId: string;
        readonly amount: MinorUnits;
        readonly days: number;
      }
    | { readonly type: 'change_order_answered'; readonly changeOrderId: string; readonly accepted: boolean }
    | { readonly type: 'urgent_delivery_declined' }
    | { readonly type: 'support_requested'; readonly supportRequestId: string; readonly included: boolean }
    | {
        readonly type: 'support_quoted';
        readonly supportRequestId: string;
        readonly changeOrderId: string;
        readonly amount: MinorUnits;
      }
    | {
        readonly type: 'support_quote_answered';
        readonly supportRequestId: string;
        readonly changeOrderId: string;
        readonly accepted: boolean;
      }
    | { readonly type: 'support_resolved' | 'support_reopened'; readonly supportRequestId: string }
    /** `day` is an ISO date: first day of the pause or resumption, or last day of the subscription. */
    | {
        readonly type: 'subscription_paused' | 'subscription_resumed' | 'subscription_canceled';
        readonly day: string;
      }
    | { readonly type: 'subscription_cancellation_undone' }
    /** The client's first download of a project's files. */
    | { readonly type: 'downloaded' }
    | { readonly type: 'revision_granted' }
    | { readonly type: 'refunded' | 'refund_decided' | 'disputed' | 'dispute_won' }
  );

export type OrderHistory = readonly OrderEvent[];

/** Returns the initial status for a kind of order; one with a fixed price is agreed as it is placed. */
export function getInitialStatus(kind: OrderKind, isQuoted: boolean): OrderStatus {
  return kind === 'custom' || (kind === 'plan' && isQuoted) ? 'requested' : 'agreed';
}

/** Returns the status after all transitions in a history. */
export function replayStatus(history: OrderHistory, first: OrderStatus): OrderStatus {
  return history.reduce((state, it) => (it.type === 'transitioned' ? getTransitionRule(it.move).to : state), first);
}

/** Returns when the client first downloaded the files of a project; undefined before that. */
export function firstDownload(history: OrderHistory): Temporal.Instant | undefined {
  return history.find(({ type }) => type === 'downloaded')?.at;
}

/** Returns when an order first made one of these transitions; undefined if it has not. */
export function findTransitionTime(
  history: OrderHistory,
  ...names: readonly OrderTransition[]
): Temporal.Instant | undefined {
  return history.find(it => it.type === 'transitioned' && names.includes(it.move))?.at;
}
