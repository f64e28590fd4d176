import { listPayableDocuments, listTaxTotals, payableKinds } from '#features/billing/index.ts';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import type { Db } from '#platform/database/database.ts';
import type { IssuedPart } from '../rules/build-invoice.ts';

/**
 * The payment term on credit notes that lower an order's price, of a declined surcharge; others credit the amount owed.
 */
export const PRICE_CUT_TERM = 16;

/** Returns the invoices for parts of an order's price and the credit notes that lowered it, oldest first. */
export async function listInvoiced(db: Db, orderId: number) {
  const documents = await listPayableDocuments(db, orderId, [...payableKinds, 'credit_note']);
  return documents.filter(isPartOfPrice);
}

/** Returns a new invoice as a part of an order's price. */
export function toIssuedPart(document: BillingDocument): IssuedPart {
  const { kind, number, issuedOn, total } = document;
  return { kind, number, issuedOn, total, owed: total, taxes: listTaxTotals(document) };
}

/** Returns whether a document is for a part of its order's price. */
export function isPartOfPrice({ kind, term }: Awaited<ReturnType<typeof listPayableDocuments>>[number]): boolean {
  return kind === 'credit_note' ? term === PRICE_CUT_TERM : payableKinds.includes(kind) && kind !== 'late_fee_invoice';
}
