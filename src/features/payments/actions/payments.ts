import type { ExchangeRate } from '#features/billing/contract/exchange.ts';
import { findBillingDocument } from '#features/billing/queries/documents.ts';
import { getAmountDue, insertLedgerEntry } from '#features/billing/queries/ledger.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits } from '#shared/money-arithmetic.ts';
import type { PaymentMethod, PaymentStatus } from '../contract/enums.ts';
import {
  findResumablePayment,
  insertPayment,
  insertProviderEvent,
  type PaymentRow,
  updatePaymentStatus,
} from '../queries/payments.ts';
import { isManualMethod } from '../rules/methods.ts';
import { sentFor } from '../rules/sent.ts';

/** A payment that a client tells of, or that begins at a provider. */
export interface NewPayment {
  readonly documentId: number;
  readonly method: PaymentMethod;
  /** As the provider, or the client's bank or wallet, calls it. */
  readonly reference: string | null;
  readonly sender?: string;
  /** The rate for sending it in BDT; without one it is sent in the document's currency. */
  readonly exchange?: Omit<ExchangeRate, 'currency'>;
}

/** As long as this a client may go on with a payment that they began at a provider. */
const GOES_ON = Temporal.Duration.from({ hours: 12 });

/**
 * Takes in a payment of all that is owed on a document. What is paid by hand waits for the owner (term 3); one that was
 * begun at a provider shortly before goes on. Refuses one of a document that is unknown (NOT_FOUND) or paid (CONFLICT),
 * and a reference that was told before (CONFLICT).
 */
export async function insertPendingPayment(
  tx: Transaction,
  now: Temporal.Instant,
  payment: NewPayment,
): Promise<PaymentRow> {
  const document = await findBillingDocument(tx, payment.documentId);
  if (!document) throw new AppError('NOT_FOUND', 'There is no such document.');
  const owed = await getAmountDue(tx, document.id);
  if (owed <= 0) throw new AppError('CONFLICT', `Nothing is owed on ${document.number}.`);
  const { method } = payment;
  if (!isManualMethod(method) && payment.reference === null) {
    const since = new Date(now.subtract(GOES_ON).epochMilliseconds);
    const begun = await findResumablePayment(tx, { documentId: document.id, method, amount: owed, since });
    if (begun) return begun;
  }
  const sent = payment.exchange && sentFor({ minor: owed, currency: document.currency }, payment.exchange);
  const row = await insertPayment(tx, {
    documentId: document.id,
    method,
    state: isManualMethod(method) ? 'in_review' : 'started',
    amount: owed,
    currency: document.currency,
    reference: payment.reference,
    sender: payment.sender ?? null,
    ...(sent
      ? { sentAmount: sent.amount, sentCurrency: sent.currency, exchangeRate: sent.rate, exchangeOn: sent.on }
      : {}),
    createdAt: new Date(now.epochMilliseconds),
  });
  if (row) return row;
  throw new AppError('CONFLICT', 'This reference was told before.', {
    reference: 'A payment with this reference was told before. Look it up in your bank or wallet again.',
  });
}

/** What is known once a payment arrived. */
export interface ReceivedAmount {
  readonly amount: MinorUnits;
  readonly currency: string;
  /** How its provider calls the money. */
  readonly charge?: string;
}

/** What a provider says has arrived counts also where the payment seemed to have failed before. */
const arrivable: readonly PaymentStatus[] = ['started', 'in_review', 'failed'];

/**
 * Confirms a payment, once: false where it is settled already. Refuses one whose amount or currency is not what was asked
 * for (CONFLICT).
 */
export async function confirmPayment(
  tx: Transaction,
  now: Temporal.Instant,
  paymentId: number,
  arrived?: ReceivedAmount,
): Promise<boolean> {
  const at = new Date(now.epochMilliseconds);
  const settled = { state: 'confirmed', at, ...(arrived?.charge ? { charge: arrived.charge } : {}) } as const;
  const payment = await updatePaymentStatus(tx, paymentId, settled, arrived ? arrivable : undefined);
  if (!payment) return false;
  if (arrived && (arrived.amount !== payment.amount || arrived.currency !== payment.currency)) {
    const asked = formatMoney({ minor: payment.amount, currency: payment.currency }, { exact: true });
    throw new AppError('CONFLICT', `What arrived is not the ${asked} that was asked for.`);
  }
  const amount = subtractAmounts(toMinorUnits(0), payment.amount);
  await insertLedgerEntry(tx, { documentId: payment.documentId, kind: 'paid', amount, paymentId, at });
  return true;
}

/** Rejects a payment that waits for the owner, with a reason for the client; false where it is settled already. */
export async function rejectPayment(
  tx: Transaction,
  now: Temporal.Instant,
  paymentId: number,
  reason: string,
): Promise<boolean> {
  const at = new Date(now.epochMilliseconds);
  return (await updatePaymentStatus(tx, paymentId, { state: 'rejected', at, reason })) !== null;
}

/** Takes in what a provider told; false where it told the same before, so that nothing is to be done. */
export function recordProviderEvent(
  tx: Transaction,
  now: Temporal.Instant,
  event: { readonly provider: string; readonly eventId: string },
): Promise<boolean> {
  return insertProviderEvent(tx, { ...event, receivedAt: new Date(now.epochMilliseconds) });
}
