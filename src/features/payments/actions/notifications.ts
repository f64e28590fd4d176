import { findOwner } from '#features/auth/index.ts';
import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import {
  type BillingDocumentRow,
  buildDocumentUrl,
  findBillingDocument,
  formatAmount,
  formatMethod,
  languageOf,
  translateReason,
} from '#features/billing/index.ts';
import { getContactName } from '#features/clients/index.ts';
import { enqueueEmail, getOwnerReplyTo } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { EmailTemplateName, EmailTemplates } from '#shared/emails.ts';
import type { PaymentRow } from '../queries/payments.ts';
import type { RefundRow } from '../queries/refunds.ts';
import { isManualMethod } from '../contract/enums.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { listPaymentListeners } from '../rules/payment-listener.ts';
import { translateFailure } from '../rules/payment-texts/texts.ts';
import { getPaymentMoney } from '../rules/received.ts';
import { paidText } from '../rules/sent.ts';

type NotificationServices = Pick<ApiServices, 'jobs' | 'now' | 'siteUrl' | 'renderEmail' | 'encryption'>;

/** Emails the client of a document in its language, unless their address is unknown. */
export async function notifyClient<Name extends EmailTemplateName>(
  tx: Transaction,
  services: NotificationServices,
  document: BillingDocumentRow,
  template: Name,
  toProps: (about: { name: string; number: string; url: string; language: DocumentLanguage }) => EmailTemplates[Name],
): Promise<void> {
  const { client } = document.content;
  const { name, email } = client;
  if (email === null) return;
  const { number } = document;
  const language = languageOf(document.content);
  const props = toProps({ name: getContactName(client), number, url: buildDocumentUrl(services, number), language });
  await enqueueEmail(tx, services, { to: { name, email }, ...(await getOwnerReplyTo(tx)), template, props });
}

/** Emails the owner about a document, with a link to the payments page. */
export async function notifyOwner<Name extends EmailTemplateName>(
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

/** Notifies the client, and the sold feature, that the owner or the provider rejected a payment after checking it. */
export async function announceRejection(tx: Transaction, services: ApiServices, payment: PaymentRow): Promise<void> {
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (!document) return;
  const isAtProvider = !isManualMethod(payment.method);
  const reason = payment.failureReason ?? '';
  await notifyClient(tx, services, document, 'payment_rejected', about => ({
    ...about,
    amount: paidText(payment, about.language),
    method: formatMethod(paymentMethodLabels[payment.method], about.language),
    reason: isAtProvider ? translateFailure(reason, about.language) : reason,
    isAtProvider,
  }));
  for (const { onReview: notify } of listPaymentListeners(services))
    await notify?.(tx, services, { sold: document, state: 'rejected' });
}

/** Notifies the client that a refund is on its way, with the reference of the owner's transfer if they sent it. */
export async function notifyRefundSent(
  tx: Transaction,
  services: NotificationServices,
  { amount, reason, decision }: RefundRow,
  payment: PaymentRow,
  transferReference: string | null = null,
): Promise<void> {
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (!document) return;
  await notifyClient(tx, services, document, 'refund_sent', about => ({
    ...about,
    amount: formatAmount(amount, getPaymentMoney(payment).currency, about.language),
    reason: translateReason(reason, about.language),
    isManual: transferReference !== null,
    reference: transferReference,
    isDueAgain: decision === 'owed',
  }));
}
