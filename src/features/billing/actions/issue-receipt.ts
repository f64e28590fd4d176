import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { type BillingDocumentRow, findBillingDocument, findReceiptByPayment } from '../queries/documents.ts';
import { isPayable } from '../rules/documents.ts';
import { buildReceipt } from '../rules/build-receipt.ts';
import { getIssuer } from './issuer.ts';
import { issueDocument, type IssueContext } from './issue-document.ts';

/** A payment that arrived for an invoice. */
export interface ReceivedPayment {
  readonly invoiceId: number;
  /** Where it is named, it has one receipt, however often that is asked for. */
  readonly paymentId?: number;
  /** In minor units of the invoice's currency. */
  readonly amount: MinorUnits;
  /** By what it was paid, as clients know it, such as "Bank transfer". */
  readonly method: string;
  /** As the provider, or the client's bank or wallet, calls it. */
  readonly reference: string | null;
  /** The formatted amount that was sent in another currency. */
  readonly sent?: string;
}

/**
 * Issues the receipt for a payment, which goes out by mail as every document does; answers the one that is there where it
 * was issued before. Throws NOT_FOUND for an invoice that is none, and CONFLICT for an amount that is none.
 */
export async function issueReceipt(
  tx: Transaction,
  issuing: IssueContext,
  received: ReceivedPayment,
): Promise<BillingDocumentRow> {
  const invoice = await findBillingDocument(tx, received.invoiceId);
  if (!invoice || !isPayable(invoice.kind)) throw new AppError('NOT_FOUND', 'There is no such invoice.');
  if (received.amount <= 0) throw new AppError('CONFLICT', 'A receipt is for money that arrived.');
  const { paymentId } = received;
  const before = paymentId === undefined ? null : await findReceiptByPayment(tx, paymentId);
  if (before) return before;
  const { issuer } = await getIssuer(tx);
  return issueDocument(tx, issuing, buildReceipt(invoice.content, received, issuer), {
    orderId: invoice.orderId,
    bookingId: invoice.bookingId,
    referenceId: invoice.id,
    ...(paymentId === undefined ? {} : { paymentId }),
  });
}
