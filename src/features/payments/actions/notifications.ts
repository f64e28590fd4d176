import { findOwner } from '#features/auth/index.ts';
import { buildDocumentUrl, type BillingDocumentRow, findBillingDocument } from '#features/billing/index.ts';
import { enqueueEmail } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { EmailTemplateName, EmailTemplates } from '#shared/emails.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import type { PaymentRow } from '../queries/payments.ts';
import type { RefundRow } from '../queries/refunds.ts';
import { isManualMethod, type RefundDecision, type RefundOrigin } from '../contract/enums.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { getPaymentMoney } from '../rules/received.ts';
import { paidText } from '../rules/sent.ts';

type NotificationServices = Pick<ApiServices, 'jobs' | 'now' | 'siteUrl' | 'renderEmail' | 'encryption'>;

const inWords = (minor: MinorUnits, currency: string) => formatMoney({ minor, currency }, { exact: true });

/** Emails the client of a document, unless their address is unknown. */
async function emailClient<Name extends EmailTemplateName>(
  tx: Transaction,
  services: NotificationServices,
  document: BillingDocumentRow,
  template: Name,
  toProps: (about: { name: string; number: string; url: string }) => EmailTemplates[Name],
): Promise<void> {
  const { name, email } = document.content.client;
  if (email === null) return;
  const { number } = document;
  const props = toProps({ name, number, url: buildDocumentUrl(services, number) });
  await enqueueEmail(tx, services, { to: { name, email }, template, props });
}

/** Emails the owner about a document, with a link to the payments page. */
async function emailOwner<Name extends EmailTemplateName>(
  tx: Transaction,
  services: NotificationServices,
  { number, content }: BillingDocumentRow,
  template: Name,
  toProps: (about: { name: string; number: string; url: string; client: string }) => EmailTemplates[Name],
): Promise<void> {
  const owner = await findOwner(tx);
  if (!owner) return;
  const { name, email } = owner;
  const url = services.siteUrl + dashboardPaths.payments;
  const props = toProps({ name, number, url, client: content.client.name });
  await enqueueEmail(tx, services, { to: { name, email }, template, props });
}

/** Notifies the owner that a manual payment needs review. */
export function notifyPaymentInReview(
  tx: Transaction,
  services: NotificationServices,
  payment: PaymentRow,
  document: BillingDocumentRow,
): Promise<void> {
  return emailOwner(tx, services, document, 'payment_in_review', about => ({
    ...about,
    amount: paidText(payment),
    method: paymentMethodLabels[payment.method],
    sender: payment.sender ?? '',
    reference: payment.reference ?? '',
  }));
}

/** Notifies the client that the owner did not find their payment. */
export function notifyPaymentRejected(
  tx: Transaction,
  services: NotificationServices,
  payment: PaymentRow,
  document: BillingDocumentRow,
): Promise<void> {
  return emailClient(tx, services, document, 'payment_rejected', about => ({
    ...about,
    amount: paidText(payment),
    method: paymentMethodLabels[payment.method],
    reason: payment.failureReason ?? '',
  }));
}

/** Notifies the client of an overpayment. */
export function notifyOverpayment(
  tx: Transaction,
  services: NotificationServices,
  document: BillingDocumentRow,
  excess: MinorUnits,
): Promise<void> {
  const amount = inWords(excess, document.currency);
  return emailClient(tx, services, document, 'payment_exceeded', about => ({ ...about, amount }));
}

/** Notifies the client that a refund is on its way. */
export function notifyRefundSent(
  tx: Transaction,
  services: NotificationServices,
  { amount, reason, reference, decision }: Pick<RefundRow, 'amount' | 'reason' | 'reference' | 'decision'>,
  payment: PaymentRow,
  document: BillingDocumentRow,
): Promise<void> {
  const isManual = isManualMethod(payment.method);
  return emailClient(tx, services, document, 'refund_sent', about => ({
    ...about,
    amount: inWords(amount, getPaymentMoney(payment).currency),
    reason,
    isManual,
    reference: isManual ? reference : null,
    isDueAgain: decision === 'owed',
  }));
}

/** Notifies the client what a refund at the provider, or their dispute, means for the invoice. */
export function notifyRefundDecided(
  tx: Transaction,
  services: NotificationServices,
  document: BillingDocumentRow,
  { amount, decision, isDispute }: { amount: MinorUnits; decision: RefundDecision; isDispute: boolean },
): Promise<void> {
  return emailClient(tx, services, document, 'refund_decided', about => ({
    ...about,
    amount: inWords(amount, document.currency),
    isDispute,
    isDueAgain: decision === 'owed',
  }));
}

/** Notifies the owner of a refund or dispute that started at the provider. */
export async function notifyReversal(
  tx: Transaction,
  services: NotificationServices,
  payment: PaymentRow,
  { amount, label, origin }: { amount: MinorUnits; label: string; origin: RefundOrigin },
): Promise<void> {
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (!document) return;
  await emailOwner(tx, services, document, 'payment_reversed', about => ({
    ...about,
    amount: inWords(amount, getPaymentMoney(payment).currency),
    provider: label,
    isDisputed: origin === 'dispute',
    isDueAgain: payment.status === 'confirmed',
  }));
}

/** Notifies the owner that disputed money was returned. */
export async function notifyDisputeWon(
  tx: Transaction,
  services: NotificationServices,
  payment: PaymentRow,
  { amount, label }: { amount: MinorUnits; label: string },
): Promise<void> {
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (!document) return;
  await emailOwner(tx, services, document, 'payment_reinstated', about => ({
    ...about,
    amount: inWords(amount, getPaymentMoney(payment).currency),
    provider: label,
  }));
}
