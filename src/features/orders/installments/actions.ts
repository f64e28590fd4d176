import { issueCreditNote, type IssueContext, findBillingDocument } from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { insertOrderEvent, updateOrder } from '../lifecycle/queries/orders.ts';
import { formatOrderEvent } from '../lifecycle/rules/event-messages.ts';
import { dayOf, maxDate } from '#shared/dates.ts';
import { planInstallments } from '../lifecycle/rules/invoice-schedule.ts';
import { listInstallmentOptions, unpaidBalance } from '../lifecycle/rules/prices.ts';
import { restOf } from '../lifecycle/rules/tax.ts';
import { listInvoiced } from '../lifecycle/actions/invoiced-parts.ts';
import { issuePlannedInvoices } from '../lifecycle/actions/transition-order.ts';
import { notifyOrderUpdate } from '../lifecycle/actions/notifications.ts';
import { getLockedOrder } from '../lifecycle/actions/record-transition.ts';

/**
 * Sets the number of monthly installments for the balance (term 4); 1 for a single payment. An invoiced balance is
 * credited and invoiced again. Emails the owner. Throws CONFLICT if the total is below the minimum or the balance was
 * paid.
 */
export async function chooseInstallments(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, actorId, installments }: OrderActor & { readonly installments: number },
): Promise<void> {
  const { order, facts } = await getLockedOrder(tx, issuing, orderId);
  const choices = listInstallmentOptions(order, facts);
  if (choices.length === 0 || (installments !== 1 && !choices.includes(installments))) {
    throw new AppError('CONFLICT', 'You can’t pay this balance in that number of installments. (Payment term 4.)');
  }
  const chosen = installments === 1 ? null : installments;
  const balance = unpaidBalance(facts.documents);
  const invoice = balance && chosen !== null ? await findBillingDocument(tx, Number(balance.id)) : null;
  if (chosen === order.installments && !invoice) return;
  const updatedAt = toDate(issuing.now);
  await updateOrder(tx, orderId, { installments: chosen, updatedAt });
  const event = { type: 'installments_chosen', details: { installments: chosen } } as const;
  await insertOrderEvent(tx, issuing, { orderId, ...event, actor: 'client', actorId });
  await notifyOrderUpdate('owner', tx, issuing, order, {
    message: formatOrderEvent({ ...event, transition: null }),
    nextStep: `${describeChoice(order, chosen, invoice?.number)} You don’t need to do anything.`,
  });
  if (!balance || !invoice || chosen === null) return;
  const reason = `Replaced by ${chosen} monthly installments`;
  await issueCreditNote(tx, issuing, { invoice, amount: balance.total, reason });
  const earlier = (await listInvoiced(tx, order.id)).filter(({ id }) => id !== invoice.id);
  // The first installment keeps the due date of the balance: choosing late doesn't postpone it.
  const firstDueOn = maxDate(balance.dueOn, dayOf(issuing.now, issuing.timeZone));
  const planned = planInstallments(restOf(order, earlier), chosen, firstDueOn);
  await issuePlannedInvoices(tx, issuing, order, planned, { earlier, servicePeriod: invoice.content.servicePeriod });
}

/** Returns what a client's choice changes, as a sentence for the owner. `replaced` is the number of the credited invoice. */
function describeChoice({ clientName }: { readonly clientName: string }, chosen: number | null, replaced?: string) {
  if (chosen === null) return `${clientName} will pay the balance in one payment.`;
  if (replaced !== undefined) return `Invoice ${replaced} was replaced by ${chosen} installment invoices.`;
  return 'The installments are invoiced when the client accepts the work (payment term 4).';
}
