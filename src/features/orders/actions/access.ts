import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import type { Party } from '../contract/life.ts';
import { findOrder, type OrderRow } from '../queries/orders.ts';

/** The secret link by which a client opens an order without signing in; every mail about it carries it. */
export function buildOrderUrl(
  { encryption, siteUrl }: Pick<ApiServices, 'encryption' | 'siteUrl'>,
  order: OrderRow,
): string {
  return `${siteUrl}${sellingPaths.order(createOrderReference(encryption, order))}`;
}

/** The number of an order with the token that goes with it. */
export function createOrderReference(encryption: ApiServices['encryption'], { id, linkVersion }: OrderRow): string {
  return `${id}.${encryption.deriveToken(`order ${id} ${linkVersion}`)}`;
}

/** An order, and from which side whoever calls looks at it. */
export interface OrderAccess {
  readonly order: OrderRow;
  readonly party: Party;
  /** The account of whoever calls; null without one. */
  readonly actorId: string | null;
}

/**
 * Opens an order by its number, for its client and for the owner, or by its secret link, for whoever has that. Throws
 * UNAUTHORIZED to a visitor who names a number alone, and NOT_FOUND alike for what there is not and what is another's.
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
  if (!order || !isOpen) throw new AppError('NOT_FOUND', 'There is no such order.');
  return { order, party: 'client', actorId };
}

/**
 * Whether somebody who is signed in ordered it: with their account or, where it was ordered without one, with their
 * address. An order that has an account is that account's alone: its address may be another's by now.
 */
function isClient({ userId, email }: { userId: string; email: string }, order: OrderRow | null): boolean {
  if (!order) return false;
  return order.clientId === null ? order.clientEmail.toLowerCase() === email.toLowerCase() : order.clientId === userId;
}
