import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { type BillingDocumentRow, findBillingDocument, findReceiptByPayment } from '../queries/documents.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { isPayable, type UnissuedDocument } from '../rules/documents.ts';
import { formatDocumentTitle } from '../rules/labels.ts';
import { getIssuer } from './issuer.ts';
import { issueDocument, type IssueContext } from './issue-document.ts';

/** A payment received for an invoice. */
export interface ReceivedPayment {
  readonly invoiceId: number;
  /** If set, the payment gets only one receipt, however often it is requested. */
  readonly paymentId?: number;
  /** In minor units of the invoice's currency. */
  readonly amount: MinorUnits;
  /** Payment method as clients know it, such as "Bank transfer". */
  readonly method: string;
  /** Reference of the provider, or of the client's bank or wallet. */
  readonly reference: string | null;
  /** The formatted amount if sent in another currency. */
  readonly sent?: string;
}

/**
 * Issues the receipt for a payment and emails it; returns the existing one if it was issued before. Throws NOT_FOUND
 * for an unknown invoice, and CONFLICT for an invalid amount.
 */
export async function issueReceipt(
  tx: Transaction,
  issuing: IssueContext,
  received: ReceivedPayment,
): Promise<BillingDocumentRow> {
  const invoice = await findBillingDocument(tx, received.invoiceId);
  if (!invoice || !isPayable(invoice.kind)) throw new AppError('NOT_FOUND', 'This invoice doesn’t exist.');
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

/** Returns an unissued receipt for a payment of an invoice. The tax stays on the invoice and is not repeated. */
function buildReceipt(
  { kind, number, issuedOn, client, order, tax, currency }: BillingDocument,
  { amount, method, reference, sent }: ReceivedPayment,
  issuer: UnissuedDocument['issuer'],
): Omit<UnissuedDocument, 'paymentUrl'> {
  const parts = [method, reference !== null && `reference ${reference}`, sent !== undefined && `sent as ${sent}`];
  const detail = parts.filter(Boolean).join(', ');
  const description = `Payment of ${formatDocumentTitle({ kind, number })}`;
  return {
    kind: 'receipt',
    dueOn: null,
    issuer,
    client,
    order,
    lineItems: [{ description, detail, quantity: 1, unitAmount: amount, term: null }],
    taxBehavior: 'inclusive',
    tax: { name: tax.name, basisPoints: 0 },
    amountPaid: amount,
    currency,
    reference: { kind, number, issuedOn },
    paymentInstructions: [],
    terms: [],
  };
}
