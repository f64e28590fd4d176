import type { EventActor, OrderEventType, OrderTransition } from '../contract/enums.ts';
import type { OrderEventDetails } from '../contract/snapshots.ts';
import { type OrderEvent, requiredDetails } from './events.ts';

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
export function parseOrderEvent({
  type,
  transition,
  actor,
  reason,
  details,
  occurredAt,
}: OrderEventRecord): OrderEvent {
  const names: readonly (keyof OrderEventDetails)[] =
    type in requiredDetails ? requiredDetails[type as keyof typeof requiredDetails] : [];
  if (names.some(name => details[name] === undefined) || (type === 'transitioned' && transition === null)) {
    throw new Error(`An entry "${type}" of an order's log is not whole.`);
  }
  return {
    type,
    at: Temporal.Instant.fromEpochMilliseconds(occurredAt.getTime()),
    actor,
    ...(type === 'transitioned' && { move: transition, ...(reason !== null && { reason }) }),
    ...Object.fromEntries(names.map(name => [name, details[name]])),
  } as OrderEvent;
}
