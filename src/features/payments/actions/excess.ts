import { issuingNow } from '#features/billing/actions/issuing.ts';
import { findDocument } from '#features/billing/queries/documents.ts';
import { getOwed } from '#features/billing/queries/ledger.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { difference, minorUnits } from '#shared/money-arithmetic.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { getRefunded, getReturning } from '../queries/refunds.ts';
import { startRefund } from './refunds.ts';
import { tellOfExcess } from './telling.ts';

/** Two ways at once, a credited invoice, a lost slot, a dispute that was won after all: what is not owed goes back. */
export async function giveBackExcess(tx: Transaction, services: ApiServices, payment: PaymentRow): Promise<void> {
  const issuing = await issuingNow(tx, services);
  const owed = await getOwed(tx, payment.documentId);
  const returning = await getReturning(tx, payment.documentId);
  const surplus = 0 - owed - returning;
  const left = difference(payment.amount, await getRefunded(tx, payment.id));
  const excess = minorUnits(Math.min(surplus, left));
  if (excess <= 0) return;
  const reason = 'More arrived than was asked for.';
  await startRefund(tx, issuing, { paymentId: payment.id, amount: excess, reason });
  const document = await findDocument(tx, payment.documentId);
  if (document) await tellOfExcess(tx, services, document, excess);
}
