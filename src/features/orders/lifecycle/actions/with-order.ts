import { createIssueContext, type IssueContext } from '#features/billing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Party } from '../contract/enums.ts';
import { type OrderAccess, authorizeOrder } from './access.ts';

/** Acts on an open order; what it returns is added to the response. */
type OrderAction<Result> = (
  tx: Transaction,
  open: OrderAccess & { readonly orderId: number; readonly issuing: IssueContext },
) => Promise<Result>;

/**
 * Runs an action on an order that the caller may open, in one transaction. Returns the order number. Throws FORBIDDEN
 * if the action is for the other party.
 */
export function withOrder<Result extends object | void>(
  context: ApiContext,
  reference: string,
  act: OrderAction<Result>,
  only?: Party,
) {
  return context.db.transaction(async tx => {
    const open = await authorizeOrder(tx, context, reference);
    if (only && open.party !== only) throw new AppError('FORBIDDEN', `Only the ${only} can do this.`);
    const { id: orderId } = open.order;
    const issuing = await createIssueContext(tx, context);
    return { number: orderId, ...(await act(tx, { ...open, orderId, issuing })) };
  });
}

/** Like {@link withOrder}, for the owner only. */
export const withOrderAsOwner = <Result extends object | void>(
  context: ApiContext,
  reference: string,
  act: OrderAction<Result>,
) => withOrder(context, reference, act, 'owner');

/** Like {@link withOrder}, for the client only. */
export const withOrderAsClient = <Result extends object | void>(
  context: ApiContext,
  reference: string,
  act: OrderAction<Result>,
) => withOrder(context, reference, act, 'client');
