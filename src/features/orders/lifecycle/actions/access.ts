import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import type { Party } from '../contract/enums.ts';
import { findOrder, type OrderRow } from '../queries/orders.ts';

/** Returns the secret link that opens an order without signing in; every email about the order contains it. */
export function buildOrderUrl(
  { encryption, siteUrl }: Pick<ApiServices, 'encryption' | 'siteUrl'>,
  order: OrderRow,
): string {
  return `${siteUrl}${sellingPaths.order(createOrderReference(encryption, order))}`;
}

/** Returns the order number with its link token. */
export function createOrderReference(
  encryption: ApiServices['encryption'],
  { id, accessLinkVersion }: OrderRow,
): string {
  return `${id}.${encryption.deriveToken(`order ${id} ${accessLinkVersion}`)}`;
}

/** An order, and the caller's party. */
export interface OrderAccess {
  readonly order: OrderRow;
  readonly party: Party;
  /** The caller's account; null without one. */
  readonly actorId: string | null;
}

/**
 * Opens an order by number (its client and the owner) or by secret link. Throws UNAUTHORIZED if a visitor gives only a
 * number, and NOT_FOUND both for unknown orders and for those of others.
 */
export async function authorizeOrder(
  db: Db,
  { actor, encryption }: Pick<ApiContext, 'actor' | 'encryption'>,
  reference: string,
): Promise<OrderAccess> {
  const [number = '', token] = reference.split('.');
  if (token === undefined && actor.role === 'visitor') {
    throw new AppError('UNAUTHORIZED', 'Sign in to see this order, or open the link that you were sent.');
  }
  const order = /^\d{1,9}$/.test(number) ? await findOrder(db, Number(number)) : null;
  const actorId = actor.role === 'visitor' ? null : actor.userId;
  if (order && actor.role === 'owner') return { order, party: 'owner', actorId };
  const isOpen =
    token === undefined
      ? actor.role !== 'visitor' && isClient(actor, order)
      : order !== null && isEqualConstantTime(reference, createOrderReference(encryption, order));
  if (!order || !isOpen) throw new AppError('NOT_FOUND', 'This order doesn’t exist.');
  return { order, party: 'client', actorId };
}

/**
 * Matches by account or, for orders placed without one, by email address. An order with an account ignores the address,
 * which may belong to someone else by now.
 */
function isClient({ userId, email }: { userId: string; email: string }, order: OrderRow | null): boolean {
  if (!order) return false;
  return order.clientId === null ? order.clientEmail.toLowerCase() === email.toLowerCase() : order.clientId === userId;
}
