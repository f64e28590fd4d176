import {
  issueCreditNote,
  issueDocument,
  type IssueContext,
  findBillingDocument,
  getAmountCredited,
  listPayableDocuments,
  payableKinds,
} from '#features/billing/index.ts';
import { getInvoiceParties } from './invoice-parties.ts';
import {
  creditUndecided,
  createRefund,
  getPendingRefundAmount,
  getRefundableAmount,
  listConfirmedPayments,
  updateOwedReturning,
} from '#features/payments/index.ts';
import type { OrderTransition } from '../contract/enums.ts';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { MinorUnits } from '#shared/money.ts';
import { toMinorUnits, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { findOrderForUpdate, insertOrderEvent, type OrderRow } from '../queries/orders.ts';
import { findAutomaticTransition } from '../rules/automatic-transitions.ts';
import { hasNoDeposit } from '../rules/summary.ts';
import { dayOf } from '#shared/dates.ts';
import { buildInvoice, type IssuedPart } from '../rules/build-invoice.ts';
import { type PlannedInvoice, planBalanceInvoices } from '../rules/invoice-schedule.ts';
import { planMilestones } from '../rules/milestones.ts';
import { restOf } from '../rules/tax.ts';
import { listInvoiced, toIssuedPart } from './invoiced-parts.ts';
import { issueMilestones } from './milestones.ts';
import { type TransitionRequest, recordTransition, getOrderSnapshot } from './record-transition.ts';
import { notifyTransition } from './notifications.ts';
import { restartFirstPeriod } from './subscription-invoices.ts';
import { issueFirstInvoice } from './create-order.ts';

/**
 * Makes a transition with its consequences: invoices, credit notes, refunds and automatic transitions. Throws like
 * {@link recordTransition}.
 */
export async function transitionOrder(tx: Transaction, issuing: IssueContext, request: TransitionRequest) {
  const order = await recordTransition(tx, issuing, request);
  await applyEffects(tx, issuing, order, request);
  await notifyTransition(tx, issuing, order, request);
  await runAutomaticTransitions(tx, issuing, order.id);
}

/**
 * Makes automatic transitions until none is due, for example after a payment, an upload of content, or a change of day.
 */
export async function runAutomaticTransitions(
  tx: Transaction,
  issuing: IssueContext,
  orderId: number,
  last?: OrderTransition,
): Promise<void> {
  const order = await findOrderForUpdate(tx, orderId);
  if (!order) return;
  const facts = await getOrderSnapshot(tx, order, issuing.timeZone);
  const next = findAutomaticTransition(facts, issuing.now);
  // A replaced invoice has to be paid first.
  if (!next || (next === 'activate_subscription' && (await restartFirstPeriod(tx, issuing, order)) !== null)) return;
  const isWithoutDeposit = next === 'pay_deposit' && hasNoDeposit(facts);
  const details = isWithoutDeposit ? { details: { amount: ZERO } } : {};
  const transition = { orderId, transition: next, actor: 'system', actorId: null, ...details } as const;
  const updated = await recordTransition(tx, issuing, transition);
  // The email about the deposit says that all content is in.
  const isAnnounced = isWithoutDeposit || (next === 'receive_content' && last === 'pay_deposit');
  if (!isAnnounced) await notifyTransition(tx, issuing, updated, { transition: next, actor: 'system' });
  await runAutomaticTransitions(tx, issuing, orderId, isWithoutDeposit ? undefined : next);
}

async function applyEffects(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  { transition, actor, reason }: TransitionRequest,
) {
  switch (transition) {
    case 'accept_quote':
      return issueFirstInvoice(tx, issuing, order);
    case 'complete':
      return issueBalance(tx, issuing, order);
    case 'cancel':
    case 'cancel_work':
      return creditCancelled(tx, issuing, order);
    case 'refund':
    case 'refund_purchase':
      await updateOwedReturning(tx, order.id, toDate(issuing.now));
      await creditUndecided(tx, issuing, order.id);
      await creditInvoices(tx, issuing, order, 'Order refunded', async document => document.total);
      // The owner can also refund for other reasons than payment term 7.
      return refundPayments(tx, issuing, order, (actor === 'owner' && reason?.trim()) || FULL_REFUND);
    default:
  }
}

/** Credits the amounts due on a canceled order, including those that its pending refunds would make due again. */
async function creditCancelled(tx: Transaction, issuing: IssueContext, order: OrderRow): Promise<void> {
  const reason = 'Order canceled';
  // First, so no refund completes between the two reads of the amount owed.
  await updateOwedReturning(tx, order.id, toDate(issuing.now));
  await creditUndecided(tx, issuing, order.id);
  await creditInvoices(tx, issuing, order, reason, async ({ id, owed }) =>
    sumAmounts([owed, await getPendingRefundAmount(tx, id)]),
  );
}

/** Invoices the rest of the order: its milestones, or in one invoice or the chosen installments (terms 2 and 4). */
async function issueBalance(tx: Transaction, issuing: IssueContext, order: OrderRow): Promise<void> {
  let earlier: IssuedPart[] = await listInvoiced(tx, order.id);
  const today = dayOf(issuing.now, issuing.timeZone);
  const { installments, agreedTerms } = order;
  const servicePeriod = { from: today.toString(), until: today.toString() };
  const milestones = planMilestones(order.milestones, restOf(order, earlier));
  if (milestones.length > 0)
    earlier = await issueMilestones(tx, issuing, order, milestones, { earlier, servicePeriod });
  const due = planBalanceInvoices(restOf(order, earlier), installments, agreedTerms.settings, today);
  await issuePlannedInvoices(tx, issuing, order, due, { earlier, servicePeriod });
}

/** Issues the planned invoices of completed work, in order. `earlier` are the invoices so far. */
export async function issuePlannedInvoices(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  planned: readonly PlannedInvoice[],
  { earlier, servicePeriod }: { readonly earlier: readonly IssuedPart[] } & Pick<BillingDocument, 'servicePeriod'>,
): Promise<void> {
  const issued = [...earlier];
  const parties = await getInvoiceParties(tx, order);
  for (const [index, plan] of planned.entries()) {
    const part = { number: index + 1, of: planned.length };
    const invoice = buildInvoice(order, { ...plan, servicePeriod, part }, parties, issued);
    const { content } = await issueDocument(tx, issuing, invoice, { orderId: order.id });
    issued.push(toIssuedPart(content));
  }
}

/** Credits an amount of each invoice of an order, limited to the amount that can still be credited. */
async function creditInvoices(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  reason: string,
  amountOf: (document: { id: number; owed: MinorUnits; total: MinorUnits }) => Promise<MinorUnits>,
): Promise<void> {
  for (const document of await listPayableDocuments(tx, order.id, payableKinds)) {
    const invoice = await findBillingDocument(tx, document.id);
    const creditable = sumAmounts([document.total, await getAmountCredited(tx, document.id)]);
    const amount = toMinorUnits(Math.min(await amountOf(document), creditable));
    if (!invoice || amount <= 0) continue;
    await issueCreditNote(tx, issuing, { invoice, amount, reason });
  }
}

const FULL_REFUND = 'Full refund under payment term 7';

/** Starts refunds of all remaining payments of an order (term 7). */
async function refundPayments(tx: Transaction, issuing: IssueContext, order: OrderRow, reason: string): Promise<void> {
  for (const { payment, invoice } of await listConfirmedPayments(tx, order.id)) {
    const left = await getRefundableAmount(tx, payment);
    if (left <= 0) continue;
    await createRefund(tx, issuing, { paymentId: payment.id, amount: left, reason });
    const details = { amount: left, currency: order.currency, invoice, decision: 'credited' } as const;
    await insertOrderEvent(tx, issuing, { orderId: order.id, type: 'refunded', actor: 'system', reason, details });
  }
}
