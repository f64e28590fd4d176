import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { findOrderLocked, updateInstallments } from '../queries/orders.ts';
import { installmentChoices } from '../rules/prices.ts';

/**
 * Notes in how many monthly installments the client pays the balance, once it is asked for (term 4); 1 for at once. CONFLICT
 * where the total is below the threshold, or the balance was asked for already.
 */
export async function chooseInstallments(
  tx: Transaction,
  { now }: Pick<ApiContext, 'now'>,
  { orderId, installments }: { readonly orderId: number; readonly installments: number },
): Promise<void> {
  const order = await findOrderLocked(tx, orderId);
  if (!order || (installments !== 1 && !installmentChoices(order).includes(installments))) {
    throw new AppError(
      'CONFLICT',
      'The balance of this order cannot be paid in so many installments. (Payment term 4.)',
    );
  }
  const choice = { installments: installments === 1 ? null : installments, at: new Date(now().epochMilliseconds) };
  await updateInstallments(tx, orderId, choice);
}
