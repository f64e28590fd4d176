import { issueDocument, type IssueContext, findBillingDocument, insertLateFeeWaiver } from '#features/billing/index.ts';
import { getInvoiceParties } from '../lifecycle/actions/invoice-parties.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderRow } from '../lifecycle/queries/orders.ts';
import { dayOf } from '#shared/dates.ts';
import { buildLateFeeInvoice } from '../lifecycle/rules/build-invoice.ts';
import type { LateFee } from '../lifecycle/rules/late-fees.ts';
import { getOrderSummary } from '../lifecycle/rules/summary.ts';
import { getLockedOrder } from '../lifecycle/actions/record-transition.ts';

/** Locks an order and returns the late fees that may be charged now (term 6). */
async function getDueFees(tx: Transaction, issuing: IssueContext, orderId: number) {
  const { order, facts } = await getLockedOrder(tx, issuing, orderId);
  return { order, fees: getOrderSummary(issuing.now, facts).lateFees };
}

async function issueLateFee(tx: Transaction, issuing: IssueContext, order: OrderRow, fee: LateFee): Promise<void> {
  const referenceId = Number(fee.document.id);
  const invoice = await findBillingDocument(tx, referenceId);
  if (!invoice) throw new AppError('NOT_FOUND', 'This invoice doesn’t exist.');
  const dueOn = dayOf(issuing.now, issuing.timeZone).add({ days: order.agreedTerms.settings.balanceDueDays });
  const charge = { amount: fee.amount, dueOn };
  const draft = buildLateFeeInvoice(invoice.content, charge, order.agreedTerms, await getInvoiceParties(tx, order));
  await issueDocument(tx, issuing, draft, { orderId: order.id, referenceId });
}

/** Charges the late fee of a document, or waives it permanently (term 6). Throws CONFLICT if none is due. */
export async function resolveLateFee(
  tx: Transaction,
  issuing: IssueContext,
  {
    orderId,
    invoice: invoiceId,
    decision,
    reason,
  }: {
    readonly orderId: number;
    readonly invoice: number;
    readonly decision: 'apply' | 'waive';
    readonly reason?: string | undefined;
  },
): Promise<void> {
  const { order, fees } = await getDueFees(tx, issuing, orderId);
  const fee = fees.find(({ document }) => document.id === String(invoiceId));
  if (!fee) throw new AppError('CONFLICT', 'No late fee is due on this invoice. (Payment term 6.)');
  if (decision === 'apply') return issueLateFee(tx, issuing, order, fee);
  const waivedAt = new Date(issuing.now.epochMilliseconds);
  await insertLateFeeWaiver(tx, { invoiceId, reason: reason || null, waivedAt });
}

/**
 * Charges all due late fees of an order if its terms make them automatic. Returns the number charged. Idempotent, and
 * catches up on missed days (term 6).
 */
export async function applyAutomaticLateFees(tx: Transaction, issuing: IssueContext, orderId: number): Promise<number> {
  const { order, fees } = await getDueFees(tx, issuing, orderId);
  if (order.agreedTerms.settings.lateFeeMode !== 'automatic') return 0;
  for (const fee of fees) await issueLateFee(tx, issuing, order, fee);
  return fees.length;
}
