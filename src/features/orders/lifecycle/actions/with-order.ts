import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { type OrderAccess, authorizeOrder } from './access.ts';

/** Runs an action on an order that the caller may open, in one transaction. Returns the order number. */
export function withOrder(
  context: ApiContext,
  reference: string,
  act: (tx: Transaction, open: OrderAccess) => Promise<unknown>,
): Promise<{ number: number }> {
  return context.db.transaction(async tx => {
    const open = await authorizeOrder(tx, context, reference);
    await act(tx, open);
    return { number: open.order.id };
  });
}

/** Like {@link withOrder}, for the owner only. Throws FORBIDDEN for others. */
export function withOrderAsOwner(
  context: ApiContext,
  reference: string,
  act: (tx: Transaction, open: OrderAccess) => Promise<unknown>,
): Promise<{ number: number }> {
  return withOrder(context, reference, (tx, open) => {
    if (open.party !== 'owner') throw new AppError('FORBIDDEN', 'Only the owner can do this.');
    return act(tx, open);
  });
}

/** Like {@link withOrder}, for the client only. Throws FORBIDDEN for others. */
export function withOrderAsClient(
  context: ApiContext,
  reference: string,
  act: (tx: Transaction, open: OrderAccess) => Promise<unknown>,
): Promise<{ number: number }> {
  return withOrder(context, reference, (tx, open) => {
    if (open.party !== 'client') throw new AppError('FORBIDDEN', 'Only the client can do this.');
    return act(tx, open);
  });
}
