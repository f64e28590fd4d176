import { createIssueContext, type IssueContext } from '#features/billing/index.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import type { Party } from '../contract/enums.ts';
import { findOrder, type OrderRow } from '../queries/orders.ts';

/** Returns the secret link that opens an order without signing in; every email about the order contains it. */
export function buildOrderUrl({ encryption, siteUrl }: Pick<ApiServices, 'encryption' | 'siteUrl'>, order: OrderRow) {
  return `${siteUrl}${sellingPaths.order(createOrderReference(encryption, order))}`;
}

/** Returns the order number with its link token. */
export function createOrderReference(encryption: ApiServices['encryption'], { id, accessLinkVersion }: OrderRow) {
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
    throw new AppError('UNAUTHORIZED', 'Sign in to see this order, or open it with the link in your email.');
  }
  const order = /^\d{1,9}$/.test(number) ? await findOrder(db, Number(number)) : null;
  const actorId = actor.role === 'visitor' ? null : actor.userId;
  if (order && actor.role === 'owner') return { order, party: 'owner', actorId };
  const isOpen =
    token === undefined
      ? actor.role !== 'visitor' && isClient(actor, order)
      : order !== null && isEqualConstantTime(reference, createOrderReference(encryption, order));
  if (!order || !isOpen) {
    throw new AppError(
      'NOT_FOUND',
      token === undefined
        ? 'This order doesn’t exist.'
        : 'This link is incomplete, or was replaced by a newer one. Open the link in the latest email about this order.',
    );
  }
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

/** An order opened for an action. */
export interface OpenOrder extends OrderAccess {
  readonly orderId: number;
  readonly issuing: IssueContext;
}

/** The person who acts on an order; `actorId` is null without an account. */
export type OrderActor = Pick<OpenOrder, 'orderId' | 'actorId'>;

type OrderAction<Result> = (tx: Transaction, open: OpenOrder) => Promise<Result>;

/**
 * Runs an action on an order that the caller may open, in one transaction. Returns the order number and the action's
 * result. Throws FORBIDDEN if the action is for the other party.
 */
export function withOrder<Result extends object | void>(
  context: ApiContext,
  reference: string,
  act: OrderAction<Result>,
  allowed?: Party,
) {
  return context.db.transaction(async tx => {
    const open = await authorizeOrder(tx, context, reference);
    if (allowed && open.party !== allowed) throw new AppError('FORBIDDEN', `Only the ${allowed} can do this.`);
    const { id: orderId } = open.order;
    const issuing = await createIssueContext(tx, context);
    return { number: orderId, ...(await act(tx, { ...open, orderId, issuing })) };
  });
}

/** Like {@link withOrder}, for the client only. */
export const withOrderAsClient = <Result extends object | void>(
  context: ApiContext,
  reference: string,
  act: OrderAction<Result>,
) => withOrder(context, reference, act, 'client');
