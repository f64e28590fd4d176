import { issueCreditNote, type IssueContext, findBillingDocument } from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { updateOrder } from '../lifecycle/queries/orders.ts';
import { dayOf, maxDate } from '#shared/dates.ts';
import { planInstallments } from '../lifecycle/rules/invoice-schedule.ts';
import { listInstallmentOptions, unpaidBalance } from '../lifecycle/rules/prices.ts';
import { restOf } from '../lifecycle/rules/tax.ts';
import { listInvoiced } from '../lifecycle/actions/invoiced-parts.ts';
import { issuePlannedInvoices } from '../lifecycle/actions/transition-order.ts';
import { getLockedOrder } from '../lifecycle/actions/record-transition.ts';

/**
 * Sets the number of monthly installments for the balance (term 4); 1 for a single payment. An invoiced balance is
 * credited and invoiced again. Throws CONFLICT if the total is below the minimum or the balance was paid.
 */
export async function chooseInstallments(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, installments }: { readonly orderId: number; readonly installments: number },
): Promise<void> {
  const { order, facts } = await getLockedOrder(tx, issuing, orderId);
  const choices = listInstallmentOptions(order, facts);
  if (choices.length === 0 || (installments !== 1 && !choices.includes(installments))) {
    throw new AppError('CONFLICT', 'You can’t pay this balance in that number of installments. (Payment term 4.)');
  }
  const updatedAt = new Date(issuing.now.epochMilliseconds);
  await updateOrder(tx, orderId, { installments: installments === 1 ? null : installments, updatedAt });
  const balance = unpaidBalance(facts.documents);
  const invoice = balance && installments !== 1 ? await findBillingDocument(tx, Number(balance.id)) : null;
  if (!balance || !invoice) return;
  const reason = `Replaced by ${installments} monthly installments`;
  await issueCreditNote(tx, issuing, { invoice, amount: balance.total, reason });
  const earlier = (await listInvoiced(tx, order.id)).filter(({ id }) => id !== invoice.id);
  // The first installment keeps the due date of the balance: choosing late doesn't postpone it.
  const firstDueOn = maxDate(balance.dueOn, dayOf(issuing.now, issuing.timeZone));
  const planned = planInstallments(restOf(order, earlier), installments, firstDueOn);
  await issuePlannedInvoices(tx, issuing, order, planned, { earlier, servicePeriod: invoice.content.servicePeriod });
}
