import { issueDocument, type IssueContext, findBillingDocument, insertLateFeeWaiver } from '#features/billing/index.ts';
import { getInvoiceParties } from '../lifecycle/actions/invoice-parties.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { EventActor, OrderEventType } from '../lifecycle/contract/enums.ts';
import { insertOrderEvent, type OrderRow } from '../lifecycle/queries/orders.ts';
import { dayOf } from '#shared/dates.ts';
import { buildLateFeeInvoice } from '../lifecycle/rules/build-invoice.ts';
import type { LateFee } from '../lifecycle/rules/late-fees.ts';
import { getOrderSummary } from '../lifecycle/rules/summary.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { getLockedOrder } from '../lifecycle/actions/record-transition.ts';

/** Locks an order and returns the late fees that may be charged now (term 6). */
async function getDueFees(tx: Transaction, issuing: IssueContext, orderId: number) {
  const { order, facts } = await getLockedOrder(tx, issuing, orderId);
  return { order, fees: getOrderSummary(issuing.now, facts).lateFees };
}

/** Who decided on a late fee, and why. */
interface LateFeeAuthor {
  readonly actor: EventActor;
  readonly actorId: string | null;
  readonly reason?: string | null;
}

function recordLateFee(
  tx: Transaction,
  issuing: IssueContext,
  { id: orderId, currency }: OrderRow,
  { amount, document }: LateFee,
  event: LateFeeAuthor & { readonly type: Extract<OrderEventType, `late_fee_${string}`> },
): Promise<void> {
  return insertOrderEvent(tx, issuing, { orderId, ...event, details: { amount, currency, invoice: document.number } });
}

async function issueLateFee(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  fee: LateFee,
  author: LateFeeAuthor,
): Promise<void> {
  const referenceId = Number(fee.document.id);
  const invoice = await findBillingDocument(tx, referenceId);
  if (!invoice) throw new AppError('NOT_FOUND', 'This invoice doesn’t exist.');
  const dueOn = dayOf(issuing.now, issuing.timeZone).add({ days: order.agreedTerms.settings.balanceDueDays });
  const charge = { amount: fee.amount, dueOn };
  const draft = buildLateFeeInvoice(invoice.content, charge, order.agreedTerms, await getInvoiceParties(tx, order));
  await issueDocument(tx, issuing, draft, { orderId: order.id, referenceId });
  await recordLateFee(tx, issuing, order, fee, { type: 'late_fee_charged', ...author });
}

/** Charges the late fee of a document, or waives it permanently (term 6). Throws CONFLICT if none is due. */
export async function resolveLateFee(
  tx: Transaction,
  issuing: IssueContext,
  {
    orderId,
    actorId,
    invoice: invoiceId,
    decision,
    reason,
  }: OrderActor & {
    readonly invoice: number;
    readonly decision: 'apply' | 'waive';
    readonly reason?: string | undefined;
  },
): Promise<void> {
  const { order, fees } = await getDueFees(tx, issuing, orderId);
  const fee = fees.find(({ document }) => document.id === String(invoiceId));
  if (!fee) throw new AppError('CONFLICT', 'No late fee is due on this invoice. (Payment term 6.)');
  const author = { actor: 'owner', actorId, reason: reason || null } as const;
  if (decision === 'apply') return issueLateFee(tx, issuing, order, fee, author);
  const waivedAt = toDate(issuing.now);
  await insertLateFeeWaiver(tx, { invoiceId, reason: author.reason, waivedAt });
  await recordLateFee(tx, issuing, order, fee, { type: 'late_fee_waived', ...author });
}

/**
 * Charges all due late fees of an order if its terms make them automatic. Returns the number charged. Idempotent, and
 * catches up on missed days (term 6).
 */
export async function applyAutomaticLateFees(tx: Transaction, issuing: IssueContext, orderId: number): Promise<number> {
  const { order, fees } = await getDueFees(tx, issuing, orderId);
  if (order.agreedTerms.settings.lateFeeMode !== 'automatic') return 0;
  for (const fee of fees) await issueLateFee(tx, issuing, order, fee, { actor: 'system', actorId: null });
  return fees.length;
}
