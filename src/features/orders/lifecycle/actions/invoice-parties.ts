import { getIssuer, type TaxBuyer } from '#features/billing/index.ts';
import { findTaxBuyer, getDocumentClient, saveBuyer } from '#features/clients/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { type OrderRow, updateOrder } from '../queries/orders.ts';
import type { IssueContext } from '#features/billing/index.ts';
import type { OpenOrder } from './access.ts';

/** Returns what new invoices of an order say about the owner and the client, with the client's current details. */
export async function getInvoiceParties(tx: Transaction, order: OrderRow) {
  const { clientName: name, clientEmail: email, billingDetails } = order;
  return { ...(await getIssuer(tx)), client: await getDocumentClient(tx, { name, email }, billingDetails) };
}

/** Returns what the tax of a new price depends on; null if the client's country isn't known. */
export async function findOrderBuyer(db: Db, order: OrderRow): Promise<TaxBuyer | null> {
  const { clientName: name, clientEmail: email, billingDetails } = order;
  return findTaxBuyer(db, { name, email }, billingDetails);
}

/**
 * Uses the client's billing details for new invoices of an order, after saving those of the order to the client or
 * discarding them. Does nothing if the order has none.
 */
export async function resolveBillingDetails(
  tx: Transaction,
  issuing: IssueContext,
  { order, orderId, decision }: OpenOrder & { readonly decision: 'save' | 'discard' },
): Promise<{ number: number }> {
  const { clientName: name, clientEmail: email, billingDetails: details } = order;
  if (details && decision === 'save') await saveBuyer(tx, issuing.now, { name, email, details, isVerified: true });
  if (details) await updateOrder(tx, orderId, { billingDetails: null });
  return { number: orderId };
}
