import type { MinorUnits } from '#shared/money.ts';
import type { EventActor, OrderKind, OrderStatus } from '../contract/life.ts';
import { type OrderTransition, getTransitionRule } from './moves.ts';

interface At {
  readonly at: Temporal.Instant;
  readonly by: EventActor;
}

/** What happened with an order, one entry a thing: the log that both sides read, and all that the terms are reckoned from. */
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
    /** With the day from which it is paused or resumed, or with which it ends (`2027-03-31`). */
    | {
        readonly what: 'subscription paused' | 'subscription resumed' | 'subscription ending';
        readonly day: string;
      }
    | { readonly what: 'subscription kept' }
    /** A project's files, for the first time, by the client. */
    | { readonly what: 'downloaded' }
    | { readonly what: 'revision_granted' }
    | { readonly what: 'refunded' | 'refund_decided' | 'disputed' | 'dispute_won' }
  );

export type OrderHistory = readonly OrderEvent[];

/** The state that an order of a kind begins in: what has a fixed price is agreed on as it is placed. */
export function getInitialStatus(kind: OrderKind, isQuoted: boolean): OrderStatus {
  return kind === 'custom' || (kind === 'plan' && isQuoted) ? 'requested' : 'agreed';
}

/** The state that a history leads to. */
export function replayStatus(history: OrderHistory, first: OrderStatus): OrderStatus {
  return history.reduce((state, it) => (it.what === 'moved' ? getTransitionRule(it.move).to : state), first);
}

/** Returns when the client first downloaded the files of a project; undefined before that. */
export function firstDownload(history: OrderHistory): Temporal.Instant | undefined {
  return history.find(({ what }) => what === 'downloaded')?.at;
}

/** When an order first made one of these moves; undefined while it has not. */
export function findTransitionTime(
  history: OrderHistory,
  ...names: readonly OrderTransition[]
): Temporal.Instant | undefined {
  return history.find(it => it.what === 'moved' && names.includes(it.move))?.at;
}
