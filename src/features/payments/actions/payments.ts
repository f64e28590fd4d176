import type { ExchangeRate } from '#features/billing/contract/exchange.ts';
import {
  type BillingDocumentRow,
  findBillingDocument,
  getAmountDue,
  insertLedgerEntry,
} from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { isManualMethod, type PaymentMethod, type PaymentStatus } from '../contract/enums.ts';
import {
  findPayment,
  findPaymentForUpdate,
  findProcessingPayment,
  findResumablePayment,
  insertPayment,
  lockDocument,
  type PaymentRow,
  updateDueForRefresh,
  updatePaymentStatus,
} from '../queries/payments.ts';
import { listPaymentListeners } from '../rules/payment-listener.ts';
import { refreshPaymentQueue } from '../rules/queues.ts';
import { sentFor } from '../rules/sent.ts';

/**
 * Locks the order or booking, then the document, then the payment, so payments of a document count one at a time. All
 * transactions use this order. Returns undefined if the payment doesn't exist.
 */
export async function lockPayment(tx: Transaction, services: Pick<ApiServices, 'features'>, id: number) {
  const payment = await findPayment(tx, id);
  const document = payment && (await findBillingDocument(tx, payment.billingDocumentId));
  if (!document) return undefined;
  await lockSubject(tx, services, document);
  return findPaymentForUpdate(tx, id);
}

/** Locks the order or booking of a document, then the document. */
export async function lockSubject(
  tx: Transaction,
  services: Pick<ApiServices, 'features'>,
  document: BillingDocumentRow,
): Promise<void> {
  for (const { lockForPayment } of listPaymentListeners(services)) await lockForPayment(tx, document);
  await lockDocument(tx, document.id);
}

/** Throws CONFLICT while a provider holds the money of a payment, so the client doesn't pay a document twice. */
export async function refuseWhileProcessing(db: Db, documentId: number): Promise<void> {
  if (!(await findProcessingPayment(db, documentId))) return;
  const message =
    'Your payment for this invoice is still being checked. You’ll get a receipt by email once it’s complete.';
  throw new AppError('CONFLICT', message);
}

/** How long a client can resume a payment started at a provider. */
const RESUMABLE_FOR = Temporal.Duration.from({ hours: 12 });

/**
 * Inserts a payment of the amount due on a document, or of a part of it, or resumes a recent one at a provider. Manual
 * payments wait for the owner (term 3). Throws NOT_FOUND for an unknown document, and CONFLICT if it is paid or the
 * reference was used.
 */
export async function insertPendingPayment(
  tx: Transaction,
  now: Temporal.Instant,
  payment: {
    readonly documentId: number;
    readonly method: PaymentMethod;
    /** Assigned by the provider, or by the client's bank or wallet. */
    readonly reference: string | null;
    readonly sender?: string;
    /** The part to pay; the amount due if omitted. */
    readonly amount?: MinorUnits;
    /** The rate for sending it in BDT; without one it is sent in the document's currency. */
    readonly exchange?: Omit<ExchangeRate, 'currency'>;
    /** The card that the checkout saves. */
    readonly savedCardId?: number;
    /** Number of the automatic charge of `savedCardId`. */
    readonly attempt?: number;
  },
): Promise<PaymentRow> {
  const document = await findBillingDocument(tx, payment.documentId);
  if (!document) throw new AppError('NOT_FOUND', 'This invoice doesn’t exist.');
  const owed = await getAmountDue(tx, document.id);
  if (owed <= 0) throw new AppError('CONFLICT', `Nothing is due on ${document.number}.`);
  const { method, amount = owed } = payment;
  if (!isManualMethod(method) && payment.reference === null && payment.savedCardId === undefined) {
    const since = toDate(now.subtract(RESUMABLE_FOR));
    const resumable = await findResumablePayment(tx, { billingDocumentId: document.id, method, amount }, since);
    if (resumable) return resumable;
  }
  const sent = payment.exchange && sentFor({ minor: amount, currency: document.currency }, payment.exchange);
  const row = await insertPayment(tx, {
    billingDocumentId: document.id,
    method,
    status: isManualMethod(method) ? 'in_review' : 'pending',
    amount,
    currency: document.currency,
    reference: payment.reference,
    sender: payment.sender ?? null,
    savedCardId: payment.savedCardId ?? null,
    attempt: payment.attempt ?? null,
    ...(sent
      ? { sentAmount: sent.amount, sentCurrency: sent.currency, exchangeRate: sent.rate, exchangeOn: sent.on }
      : {}),
    createdAt: toDate(now),
  });
  if (row) return row;
  throw new AppError('CONFLICT', 'This reference was already used.', {
    reference: 'A payment with this reference was already reported. Check the reference in your bank or wallet app.',
  });
}

/** Includes `failed`, because a provider can report success after a failure. */
const confirmable: readonly PaymentStatus[] = ['pending', 'processing', 'in_review', 'failed'];

/**
 * Confirms a payment once; false if it is already settled. `charge` is the provider's id for the money; omitted for a
 * manual payment.
 */
export async function confirmPayment(
  tx: Transaction,
  now: Temporal.Instant,
  paymentId: number,
  charge?: string,
): Promise<boolean> {
  const postedAt = toDate(now);
  const settled = { state: 'confirmed', at: postedAt, ...(charge ? { charge } : {}) } as const;
  const payment = await updatePaymentStatus(tx, paymentId, settled, charge === undefined ? undefined : confirmable);
  if (!payment) return false;
  const { billingDocumentId } = payment;
  const amount = subtractAmounts(ZERO, payment.amount);
  await insertLedgerEntry(tx, { billingDocumentId, kind: 'paid', amount, paymentId, postedAt });
  return true;
}

/** Rejects a payment in review, with a reason for the client, and returns it; undefined if it is already settled. */
export async function rejectPayment(
  tx: Transaction,
  now: Temporal.Instant,
  paymentId: number,
  reason: string,
): Promise<PaymentRow | undefined> {
  return updatePaymentStatus(tx, paymentId, { state: 'rejected', at: toDate(now), reason });
}

/** Queues a status check of those payments that weren't checked within an interval; see {@link updateDueForRefresh}. */
export async function enqueuePaymentRefresh(
  tx: Transaction,
  { jobs, now }: Pick<ApiServices, 'jobs' | 'now'>,
  filter: Parameters<typeof updateDueForRefresh>[1],
  interval = new Temporal.Duration(),
): Promise<void> {
  for (const payment of await updateDueForRefresh(tx, filter, now(), interval))
    await jobs.enqueue(tx, refreshPaymentQueue, payment, { key: String(payment.paymentId) });
}
