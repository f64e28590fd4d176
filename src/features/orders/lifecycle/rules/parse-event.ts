import type { EventActor, OrderTransition } from '../contract/enums.ts';
import type { OrderEventDetails } from '../contract/snapshots.ts';
import type { OrderEvent } from './events.ts';

/** A row of an order's history. */
export interface OrderEventRecord {
  readonly what: OrderEvent['what'];
  readonly move: OrderTransition | null;
  readonly actor: EventActor;
  readonly reason: string | null;
  readonly details: OrderEventDetails;
  readonly at: Date;
}

/** Parses a stored history entry. Throws if a field that its type requires is missing. */
export function parseOrderEvent(entry: OrderEventRecord): OrderEvent {
  const { what, move, actor: by, reason, details } = entry;
  const at = Temporal.Instant.fromEpochMilliseconds(entry.at.getTime());
  const said = <Value>(value: Value | null | undefined): Value => {
    if (value === null || value === undefined) throw new Error(`An entry "${what}" of an order's log is not whole.`);
    return value;
  };
  switch (what) {
    case 'moved':
      return { what, at, by, move: said(move), ...(reason === null ? {} : { reason }) };
    case 'revision':
      return { what, at, by, size: said(details.size) };
    case 'change quoted': {
      const { quote, amount, days } = details;
      return { what, at, by, quote: said(quote), amount: said(amount), days: said(days) };
    }
    case 'change answered':
      return { what, at, by, quote: said(details.quote), accepted: said(details.accepted) };
    case 'support requested':
      return { what, at, by, request: said(details.request), included: said(details.included) };
    case 'support quoted': {
      const { request, quote, amount } = details;
      return { what, at, by, request: said(request), quote: said(quote), amount: said(amount) };
    }
    case 'support answered': {
      const { request, quote, accepted } = details;
      return { what, at, by, request: said(request), quote: said(quote), accepted: said(accepted) };
    }
    case 'support done':
    case 'support reopened':
      return { what, at, by, request: said(details.request) };
    case 'subscription paused':
    case 'subscription resumed':
    case 'subscription ending':
      return { what, at, by, day: said(details.day) };
    default:
      return { what, at, by };
  }
}
