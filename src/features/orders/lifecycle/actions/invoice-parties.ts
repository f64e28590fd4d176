import { getIssuer, getTaxChoice, type TaxBuyer, toDocumentTax, toTaxOption } from '#features/billing/index.ts';
import { findTaxBuyer, getDocumentClient, saveBuyer } from '#features/clients/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { type OrderRow, updateOrder } from '../queries/orders.ts';
import type { IssueContext } from '#features/billing/index.ts';
import type { OpenOrder } from './access.ts';

/** Returns the blocks of the owner and the client on new invoices of an order, with the client's current details. */
export async function getInvoiceParties(tx: Transaction, order: OrderRow) {
  const { clientName: name, clientEmail: email, billingDetails } = order;
  return { ...(await getIssuer(tx)), client: await getDocumentClient(tx, { name, email }, billingDetails) };
}

/** Returns the buyer for the tax of a new price; null if the client's country isn't known. */
export async function findOrderBuyer(db: Db, order: OrderRow): Promise<TaxBuyer | null> {
  const { clientName: name, clientEmail: email, billingDetails } = order;
  return findTaxBuyer(db, { name, email }, billingDetails);
}

/** Returns the taxes that an order's lines can have on a day, the proposed one first, and their requirements. */
export async function getLineTaxes(db: Db, order: OrderRow, today: string) {
  const { options: taxes, reason } = await getTaxChoice(db, await findOrderBuyer(db, order), today);
  const { clientName: name, clientEmail: email, billingDetails } = order;
  const { name: clientName, taxId } = await getDocumentClient(db, { name, email }, billingDetails);
  return { taxes, taxReason: reason, client: { name: clientName, hasTaxId: taxId !== null } };
}

/** Returns the taxes that lines of a change order can have on a day: the order's own first. */
export async function getChangeTaxes(db: Db, order: OrderRow, today: string) {
  const { taxes, client } = await getLineTaxes(db, order, today);
  const own = toTaxOption(toDocumentTax(order.tax));
  return { taxes: [own, ...taxes.filter(({ key }) => key !== own.key)], client };
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
