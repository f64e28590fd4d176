import { createIssueContext, findBillingDocument, formatDocumentTitle, getAmountDue } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Log } from '#platform/log.ts';
import { subtractAmounts } from '#shared/money-arithmetic.ts';
import { findChargeObstacle } from './actions/charge-card.ts';
import { notifyRefundSent } from './actions/notifications.ts';
import { enqueuePaymentRefresh, lockPayment } from './actions/payments.ts';
import { cleanUpProofs } from './actions/proofs.ts';
import { completeRefund, createRefund, refundOverpayment } from './actions/refunds.ts';
import { cleanUpCards } from './actions/saved-cards.ts';
import { applyProviderStatus } from './actions/settle-payment.ts';
import { findProvider } from './actions/start-checkout.ts';
import { findPayment, type PaymentRow, updatePaymentStatus, updateProviderCheckedAt } from './queries/payments.ts';
import {
  findRefund,
  getRefundedAmount,
  type RefundRow,
  updateRefundError,
  updateRefundStatus,
} from './queries/refunds.ts';
import { findSavedCard, listOpenCheckouts, updateChargeReference } from './queries/saved-cards.ts';
import { ProviderError } from './rules/payment-provider.ts';
import { REFRESH_AFTER, REFRESH_INTERVAL } from './rules/queues.ts';
import { getPaymentMoney } from './rules/received.ts';
import { describeDecline } from './rules/saved-cards.ts';

export type PaymentJobServices = ApiServices & { readonly log: Log };

/**
 * Sends a refund to its provider under the refund's idempotency key, so a retry never refunds twice. Throws while the
 * provider does not answer; refused refunds wait for the owner.
 */
export async function processRefund(
  services: PaymentJobServices,
  { refundId, isLastAttempt = false }: { refundId: number; isLastAttempt?: boolean },
): Promise<void> {
  const { db, log } = services;
  const found = await findRefund(db, refundId);
  if (found?.refund.status !== 'pending') return;
  const { refund, payment } = found;
  if (await hasLeftPayment(services, refund, payment)) return;
  const provider = findProvider(services, payment.method);
  if (!provider) return updateRefundError(db, refundId, 'The API keys for this provider are missing.');
  try {
    const money = { minor: refund.amount, currency: getPaymentMoney(payment).currency };
    const { reference } = await provider.refund({
      key: refund.idempotencyKey,
      charge: payment.providerChargeId ?? '',
      amount: money,
    });
    await db.transaction(async tx => {
      if (!(await completeRefund(tx, services.now(), refundId, reference))) return;
      await notifyRefundSent(tx, services, refund, payment);
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.info(
      { provider: provider.name, refund: refundId, reason: error.message },
      'refund not completed by the provider',
    );
    const isRetried = error.kind === 'unavailable' && !isLastAttempt;
    const next = isRetried ? ' The refund is retried automatically.' : '';
    await updateRefundError(db, refundId, error.message.slice(0, 400).replace(/\.?$/, '.') + next);
    if (error.kind === 'unavailable') throw error;
  }
}

/**
 * Returns whether a refund's money has already left the payment, for example in a dispute. If so, marks the refund as
 * failed and refunds the rest of the payment.
 */
async function hasLeftPayment(services: PaymentJobServices, refund: RefundRow, payment: PaymentRow): Promise<boolean> {
  const { db, now } = services;
  if ((await getRefundedAmount(db, payment.id)) <= getPaymentMoney(payment).minor) return false;
  return db.transaction(async tx => {
    await lockPayment(tx, services, payment.id);
    const at = toDate(now());
    if (!(await updateRefundStatus(tx, refund.id, { state: 'failed', at, reference: null }))) return true;
    if (payment.status === 'confirmed') await refundOverpayment(tx, services, payment);
    else {
      const amount = subtractAmounts(getPaymentMoney(payment).minor, await getRefundedAmount(tx, payment.id));
      const { reason } = refund;
      if (amount > 0)
        await createRefund(tx, await createIssueContext(tx, services), { paymentId: payment.id, amount, reason });
    }
    return true;
  });
}

/**
 * Charges a saved card, once. Looks for the charge first, so one whose outcome was never recorded is found instead of
 * repeated. Throws while the provider does not answer.
 */
export async function chargeCard(services: PaymentJobServices, { paymentId }: { paymentId: number }): Promise<void> {
  const { db } = services;
  const payment = await findPayment(db, paymentId);
  const card = payment?.savedCardId ? await findSavedCard(db, payment.savedCardId) : undefined;
  if (payment?.status !== 'pending' || payment.attempt === null || !card?.customerId || !card.methodId) return;
  const provider = findProvider(services, payment.method)?.cards;
  const { idempotencyKey: key, amount, currency, attempt } = payment;
  const { customerId, methodId } = card;
  let status = (await provider?.findCharge({ key, customerId })) ?? null;
  if (status === null) {
    await closeOpenCheckouts(services, payment);
    const obstacle = provider ? await db.transaction(tx => findChargeObstacle(tx, services, payment)) : 'not_saved';
    const document = await findBillingDocument(db, payment.billingDocumentId);
    if (obstacle !== null || !provider || !document) return cancelCharge(services, paymentId, obstacle ?? 'not_due');
    const title = formatDocumentTitle(document.content);
    status = await provider.charge({ key, attempt, customerId, methodId, amount: { minor: amount, currency }, title });
  }
  const { reference } = status;
  if (reference !== null) await updateChargeReference(db, paymentId, reference);
  const settled = status;
  await db.transaction(tx => applyProviderStatus(tx, services, payment, settled));
}

/**
 * Closes the client's open checkouts at a provider, so an invoice isn't paid twice. Throws while a checkout is being
 * started.
 */
async function closeOpenCheckouts(services: PaymentJobServices, charge: PaymentRow): Promise<void> {
  for (const payment of await listOpenCheckouts(services.db, charge.billingDocumentId)) {
    const { id, reference, method, status, createdAt } = payment;
    if (status !== 'pending') continue;
    const age = services.now().epochMilliseconds - createdAt.getTime();
    if (reference === null && age < REFRESH_AFTER.total('milliseconds'))
      throw new ProviderError('unavailable', 'The client is starting to pay this invoice.');
    const close = reference === null ? undefined : findProvider(services, method)?.cards?.closeCheckout;
    if (!close || reference === null) await refreshPayment(services, { paymentId: id });
    else {
      const closed = await close(reference);
      await services.db.transaction(tx => applyProviderStatus(tx, services, payment, closed));
    }
  }
}

/** Records that nothing was charged. The client isn't notified. */
async function cancelCharge({ db, now }: PaymentJobServices, paymentId: number, code: string): Promise<void> {
  const at = toDate(now());
  const failure = { state: 'failed', at, reason: describeDecline(code), code } as const;
  await db.transaction(tx => updatePaymentStatus(tx, paymentId, failure, ['pending']));
}

/**
 * Checks a payment's status at its provider, in case an event was lost. If nothing is due on its document, closes it, so
 * the client can't pay twice.
 */
export async function refreshPayment(
  services: PaymentJobServices,
  { paymentId }: { paymentId: number },
): Promise<void> {
  const { db, now } = services;
  const payment = await findPayment(db, paymentId);
  if (payment?.status !== 'pending' && payment?.status !== 'processing') return;
  if (payment.attempt !== null) return chargeCard(services, { paymentId });
  const { reference, idempotencyKey: key, method, createdAt } = payment;
  if (reference === null) {
    // The provider does not know it, or its checkout URL was lost.
    const at = toDate(now());
    if (createdAt.getTime() > at.getTime() - REFRESH_AFTER.total('milliseconds')) return;
    const failure = { state: 'failed', at, reason: 'The payment was never started.' } as const;
    await db.transaction(tx => updatePaymentStatus(tx, paymentId, failure, ['pending']));
    return;
  }
  const provider = findProvider(services, method);
  const isDue = (await getAmountDue(db, payment.billingDocumentId)) > 0;
  const close = isDue ? undefined : provider?.cards?.closeCheckout;
  const status = await (close ? close(reference) : provider?.getStatus({ reference, key, isDue }));
  if (!status) return;
  await db.transaction(tx => applyProviderStatus(tx, services, payment, status));
  await updateProviderCheckedAt(db, paymentId, toDate(now()));
}

/**
 * Queues checks of payments without a final status, and deletes transfer pictures that are unused or past retention.
 */
export async function cleanUpPayments(services: PaymentJobServices): Promise<void> {
  const filter = { createdBefore: toDate(services.now().subtract(REFRESH_AFTER)) };
  await services.db.transaction(tx => enqueuePaymentRefresh(tx, services, filter, REFRESH_INTERVAL));
  await cleanUpCards(services);
  if (await mayCleanUp(services)) await cleanUpProofs(services);
}
