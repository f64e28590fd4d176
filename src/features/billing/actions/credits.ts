import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { sumAmounts } from '#shared/money-arithmetic.ts';
import { type BillingDocumentRow, getNoted } from '../queries/documents.ts';
import { creditOf } from '../rules/credit-notes.ts';
import { issueDocument, type IssueContext } from './issue-document.ts';

/**
 * Issues a credit note for `amount` of an invoice including its tax, in minor units; `why` is shown to the client.
 * Throws CONFLICT if it exceeds the uncredited rest of the invoice.
 */
export async function issueCreditNote(
  tx: Transaction,
  issuing: IssueContext,
  { invoice, amount, why }: { readonly invoice: BillingDocumentRow; readonly amount: MinorUnits; readonly why: string },
): Promise<BillingDocumentRow> {
  const { id: referenceId, orderId, bookingId, content } = invoice;
  const noted = await getNoted(tx, referenceId);
  const left = {
    subtotal: sumAmounts([content.subtotal, noted.subtotal]),
    total: sumAmounts([content.total, noted.total]),
  };
  return issueDocument(tx, issuing, creditOf(content, amount, why, left), { orderId, bookingId, referenceId });
}
