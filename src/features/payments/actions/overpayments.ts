import { issuingNow } from '#features/billing/actions/issue-document.ts';
import { findDocument } from '#features/billing/queries/documents.ts';
import { getOwed } from '#features/billing/queries/ledger.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { difference, minorUnits, sumOf } from '#shared/money-arithmetic.ts';
import { listConfirmedOf, type PaymentRow } from '../queries/payments.ts';
import { getRefunded, getReturning } from '../queries/refunds.ts';
import { recordRefund } from './refund-history.ts';
import { startRefund } from './refunds.ts';
import { tellOfExcess } from './notifications.ts';

/**
 * Two ways at once, a credited invoice, a lost slot, a dispute that was won after all: what is not owed goes back. It is
 * taken from the payment that it came by, and where nothing is left there, from the others for the same document.
 */
export async function giveBackExcess(
  tx: Transaction,
  services: ApiServices,
  { id, documentId }: Pick<PaymentRow, 'id' | 'documentId'>,
): Promise<void> {
  const issuing = await issuingNow(tx, services);
  const owed = await getOwed(tx, documentId);
  let surplus = 0 - owed - (await getReturning(tx, documentId));
  const given = [];
  const others = await listConfirmedOf(tx, documentId);
  for (const payment of others.toSorted((one, other) => Number(other.id === id) - Number(one.id === id))) {
    const left = difference(payment.amount, await getRefunded(tx, payment.id));
    const amount = minorUnits(Math.min(surplus, left));
    if (amount <= 0) continue;
    surplus -= amount;
    given.push(amount);
    const reason = 'More arrived than was asked for.';
    await startRefund(tx, issuing, { paymentId: payment.id, amount, reason });
    await recordRefund(tx, services, payment, { what: 'refunded', amount, reason });
  }
  const document = given.length > 0 ? await findDocument(tx, documentId) : null;
  if (document) await tellOfExcess(tx, services, document, sumOf(given));
}
