import { buildDocumentUrl, type BillingDocumentRow, findBillingDocument } from '#features/billing/index.ts';
import { enqueueEmail } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { findOwner } from '../queries/owner.ts';
import type { RefundRow } from '../queries/refunds.ts';
import type { RefundDecision, RefundOrigin } from '../contract/enums.ts';
import { getPaymentMoney } from '../rules/received.ts';
import { isManualMethod, paymentMethodLabels } from '../rules/methods.ts';
import { paidText } from '../rules/sent.ts';

type TellingServices = Pick<ApiServices, 'jobs' | 'now' | 'siteUrl' | 'renderEmail' | 'encryption'>;

const inWords = (minor: MinorUnits, currency: string) => formatMoney({ minor, currency }, { exact: true });

/** Returns the client of a document and the props shared by their emails; null if their address is unknown. */
function clientOf(services: TellingServices, document: BillingDocumentRow) {
  const { name, email } = document.content.client;
  if (email === null) return null;
  return {
    to: { name, email },
    about: { name, number: document.number, url: buildDocumentUrl(services, document.number) },
  };
}

/** Notifies the owner that a manual payment needs review. */
export async function notifyPaymentInReview(
  tx: Transaction,
  services: TellingServices,
  payment: PaymentRow,
  document: BillingDocumentRow,
): Promise<void> {
  const owner = await findOwner(tx);
  if (!owner) return;
  await enqueueEmail(tx, services, {
    to: { name: owner.name, email: owner.email },
    template: 'payment_in_review',
    props: {
      name: owner.name,
      amount: paidText(payment),
      number: document.number,
      client: document.content.client.name,
      method: paymentMethodLabels[payment.method],
      sender: payment.sender ?? '',
      reference: payment.reference ?? '',
      url: services.siteUrl + dashboardPaths.payments,
    },
  });
}

/** Notifies the client that the owner did not find their payment. */
export async function notifyPaymentRejected(
  tx: Transaction,
  services: TellingServices,
  payment: PaymentRow,
  document: BillingDocumentRow,
): Promise<void> {
  const client = clientOf(services, document);
  if (!client) return;
  const amount = paidText(payment);
  const props = {
    ...client.about,
    amount,
    method: paymentMethodLabels[payment.method],
    reason: payment.failureReason ?? '',
  };
  await enqueueEmail(tx, services, { to: client.to, template: 'payment_rejected', props });
}

/** Notifies the client of an overpayment. */
export async function notifyOverpayment(
  tx: Transaction,
  services: TellingServices,
  document: BillingDocumentRow,
  excess: MinorUnits,
): Promise<void> {
  const client = clientOf(services, document);
  if (!client) return;
  const props = { ...client.about, amount: inWords(excess, document.currency) };
  await enqueueEmail(tx, services, { to: client.to, template: 'payment_exceeded', props });
}

/** Notifies the client that a refund is on its way. */
export async function notifyRefundSent(
  tx: Transaction,
  services: TellingServices,
  refund: Pick<RefundRow, 'amount' | 'reason' | 'reference' | 'decision'>,
  payment: PaymentRow,
  document: BillingDocumentRow,
): Promise<void> {
  const client = clientOf(services, document);
  if (!client) return;
  const isManual = isManualMethod(payment.method);
  const { amount, reason, reference, decision } = refund;
  const props = { ...client.about, amount: inWords(amount, getPaymentMoney(payment).currency), reason, isManual };
  await enqueueEmail(tx, services, {
    to: client.to,
    template: 'refund_sent',
    props: { ...props, reference: isManual ? reference : null, isDueAgain: decision === 'owed' },
  });
}

/** Notifies the client what a refund at the provider, or their dispute, means for the invoice. */
export async function notifyRefundDecided(
  tx: Transaction,
  services: TellingServices,
  document: BillingDocumentRow,
  { amount, decision, isDispute }: { amount: MinorUnits; decision: RefundDecision; isDispute: boolean },
): Promise<void> {
  const client = clientOf(services, document);
  if (!client) return;
  const props = {
    ...client.about,
    amount: inWords(amount, document.currency),
    isDispute,
    isDueAgain: decision === 'owed',
  };
  await enqueueEmail(tx, services, { to: client.to, template: 'refund_decided', props });
}

/** Returns the props of an email to the owner about money at a provider; null if there is no owner. */
async function aboutMoney(
  tx: Transaction,
  services: TellingServices,
  payment: PaymentRow,
  { amount, label }: { readonly amount: MinorUnits; readonly label: string },
) {
  const owner = await findOwner(tx);
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (!owner || !document) return null;
  return {
    to: { name: owner.name, email: owner.email },
    about: {
      name: owner.name,
      amount: inWords(amount, getPaymentMoney(payment).currency),
      number: document.number,
      url: services.siteUrl + dashboardPaths.payments,
      client: document.content.client.name,
      provider: label,
    },
  };
}

/** Notifies the owner of a refund or dispute that started at the provider. */
export async function notifyReversal(
  tx: Transaction,
  services: TellingServices,
  payment: PaymentRow,
  taken: { readonly amount: MinorUnits; readonly label: string; readonly origin: Exclude<RefundOrigin, 'system'> },
): Promise<void> {
  const told = await aboutMoney(tx, services, payment, taken);
  if (!told) return;
  const props = { ...told.about, isDisputed: taken.origin === 'dispute', isDueAgain: payment.status === 'confirmed' };
  await enqueueEmail(tx, services, { to: told.to, template: 'payment_reversed', props });
}

/** Notifies the owner that disputed money was returned. */
export async function notifyDisputeWon(
  tx: Transaction,
  services: TellingServices,
  payment: PaymentRow,
  back: { readonly amount: MinorUnits; readonly label: string },
): Promise<void> {
  const told = await aboutMoney(tx, services, payment, back);
  if (told) await enqueueEmail(tx, services, { to: told.to, template: 'payment_reinstated', props: told.about });
}
