import type { EventActor, OrderTransition } from '../contract/enums.ts';
import type { OrderEventDetails } from '../contract/snapshots.ts';
import type { OrderEvent } from './events.ts';

/** A row of an order's history. */
export interface OrderEventRecord {
  readonly type: OrderEvent['type'];
  readonly transition: OrderTransition | null;
  readonly actor: EventActor;
  readonly reason: string | null;
  readonly details: OrderEventDetails;
  readonly occurredAt: Date;
}

/** Parses a stored history entry. Throws if a field that its type requires is missing. */
export function parseOrderEvent(entry: OrderEventRecord): OrderEvent {
  const { type, transition, actor, reason, details } = entry;
  const at = Temporal.Instant.fromEpochMilliseconds(entry.occurredAt.getTime());
  const said = <Value>(value: Value | null | undefined): Value => {
    if (value === null || value === undefined) throw new Error(`An entry "${type}" of an order's log is not whole.`);
    return value;
  };
  switch (type) {
    case 'transitioned':
      return { type, at, actor, move: said(transition), ...(reason === null ? {} : { reason }) };
    case 'revision_requested':
      return { type, at, actor, size: said(details.size) };
    case 'change_order_quoted': {
      const { changeOrderId, amount, days } = details;
      return { type, at, actor, changeOrderId: said(changeOrderId), amount: said(amount), days: said(days) };
    }
    case 'change_order_answered':
      return { type, at, actor, changeOrderId: said(details.changeOrderId), accepted: said(details.accepted) };
    case 'support_requested':
      return { type, at, actor, supportRequestId: said(details.supportRequestId), included: said(details.included) };
    case 'support_quoted': {
      const { supportRequestId, changeOrderId, amount } = details;
      return {
        type,
        at,
        actor,
        supportRequestId: said(supportRequestId),
        changeOrderId: said(changeOrderId),
        amount: said(amount),
      };
    }
    case 'support_quote_answered': {
      const { supportRequestId, changeOrderId, accepted } = details;
      return {
        type,
        at,
        actor,
        supportRequestId: said(supportRequestId),
        changeOrderId: said(changeOrderId),
        accepted: said(accepted),
      };
    }
    case 'support_resolved':
    case 'support_reopened':
      return { type, at, actor, supportRequestId: said(details.supportRequestId) };
    case 'subscription_paused':
    case 'subscription_resumed':
    case 'subscription_canceled':
      return { type, at, actor, day: said(details.day) };
    default:
      return { type, at, actor };
  }
}
