import type { MinorUnits } from '#shared/money.ts';
import type { EventActor, OrderKind, OrderStatus } from '../contract/enums.ts';
import { type OrderTransition, getTransitionRule } from './transitions.ts';

interface At {
  readonly at: Temporal.Instant;
  readonly by: EventActor;
}

/** An entry of an order's history, which both parties see and from which the payment terms are evaluated. */
export type OrderEvent = At &
  (
    | { readonly what: 'placed' }
    | { readonly what: 'moved'; readonly move: OrderTransition; readonly reason?: string }
    | { readonly what: 'revision'; readonly size: 'minor' | 'major' }
    | { readonly what: 'change quoted'; readonly quote: string; readonly amount: MinorUnits; readonly days: number }
    | { readonly what: 'change answered'; readonly quote: string; readonly accepted: boolean }
    | { readonly what: 'urgency refused' }
    | { readonly what: 'support requested'; readonly request: string; readonly included: boolean }
    | {
        readonly what: 'support quoted';
        readonly request: string;
        readonly quote: string;
        readonly amount: MinorUnits;
      }
    | {
        readonly what: 'support answered';
        readonly request: string;
        readonly quote: string;
        readonly accepted: boolean;
      }
    | { readonly what: 'support done' | 'support reopened'; readonly request: string }
    /** `day` is an ISO date: first day of the pause or resumption, or last day of the subscription. */
    | {
        readonly what: 'subscription paused' | 'subscription resumed' | 'subscription ending';
        readonly day: string;
      }
    | { readonly what: 'subscription kept' }
    /** The client's first download of a project's files. */
    | { readonly what: 'downloaded' }
    | { readonly what: 'revision_granted' }
    | { readonly what: 'refunded' | 'refund_decided' | 'disputed' | 'dispute_won' }
  );

export type OrderHistory = readonly OrderEvent[];

/** Returns the initial status for a kind of order; one with a fixed price is agreed as it is placed. */
export function getInitialStatus(kind: OrderKind, isQuoted: boolean): OrderStatus {
  return kind === 'custom' || (kind === 'plan' && isQuoted) ? 'requested' : 'agreed';
}

/** Returns the status after all transitions in a history. */
export function replayStatus(history: OrderHistory, first: OrderStatus): OrderStatus {
  return history.reduce((state, it) => (it.what === 'moved' ? getTransitionRule(it.move).to : state), first);
}

/** Returns when the client first downloaded the files of a project; undefined before that. */
export function firstDownload(history: OrderHistory): Temporal.Instant | undefined {
  return history.find(({ what }) => what === 'downloaded')?.at;
}

/** Returns when an order first made one of these transitions; undefined if it has not. */
export function findTransitionTime(
  history: OrderHistory,
  ...names: readonly OrderTransition[]
): Temporal.Instant | undefined {
  return history.find(it => it.what === 'moved' && names.includes(it.move))?.at;
}
