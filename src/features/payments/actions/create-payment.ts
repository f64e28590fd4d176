import {
  getDocumentByAddress,
  type BillingDocumentRow,
  findAutomaticCharge,
  getAmountDue,
  getBillingSettingsRow,
  isPayable,
  languageOf,
  listPaymentInstructions,
  rateOfCurrency,
  takesTakaOnly,
} from '#features/billing/index.ts';
import { TAKA } from '#features/billing/contract/tax-rate.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Database, Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { paymentProofPath } from '#shared/order-paths.ts';
import type { CreatePaymentInput, PaymentOption, PaymentSummary, ClientPayment } from '../contract/checkout.ts';
import type { BillingDocumentAddress } from '#features/billing/contract/document-details.ts';
import { manualMethods, isManualMethod, type ProviderName } from '../contract/enums.ts';
import { listInvoiceEntries } from '../queries/invoices.ts';
import { findProcessingPayment, listPaymentsWithProofs, type PaymentRow } from '../queries/payments.ts';
import { listRefundsByDocument } from '../queries/refunds.ts';
import { hasPendingCharge } from '../queries/saved-cards.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { type CardConsent, listPaymentListeners } from '../rules/payment-listener.ts';
import { toProviderUnits } from '../rules/provider-amounts.ts';
import { invalidAmount, parseEnteredAmount } from './entered-amount.ts';
import { paidText, sentFor, sentOf } from '../rules/sent.ts';
import { getMinAmount } from './invoices.ts';
import { insertPendingPayment, lockSubject, refuseWhileProcessing } from './payments.ts';
import { attachProofToPayment } from './proofs.ts';
import { findReturnPath } from './return-path.ts';
import { notifyOwner } from './notifications.ts';
import { createCardConsent } from './saved-cards.ts';

/** Updates the amount due on a document before it is paid. Throws CONFLICT if it can no longer be paid. */
export async function prepareToPay(
  services: ApiServices & { readonly db: Database },
  document: BillingDocumentRow,
): Promise<void> {
  const { db } = services;
  const reason = await db.transaction(async tx => {
    let first: string | null | undefined;
    for (const { prepare } of listPaymentListeners(services)) {
      const result = await prepare?.(tx, services, document);
      first ??= result;
    }
    return first;
  });
  if (reason) throw new AppError('CONFLICT', reason);
}

/**
 * Returns the payment methods for a document: providers that can charge the amount owed in its currency, and manual methods
 * with instructions. bKash and Nagad only accept BDT, so other currencies need a rate; the document's own has priority.
 */
async function listOptions(
  db: Db,
  { paymentProviders, hasDeveloperAccess }: Pick<ApiContext, 'paymentProviders' | 'hasDeveloperAccess'>,
  { currency, content }: { readonly currency: string; readonly content?: BillingDocumentRow['content'] },
  owed: MinorUnits,
): Promise<PaymentOption[]> {
  const settings = await getBillingSettingsRow(db);
  const exchange = content?.exchange ?? rateOfCurrency(settings.exchangeRates, currency);
  const texts = new Map(listPaymentInstructions(settings).map(({ method, text }) => [method, text]));
  const canCharge = (name: ProviderName) => toProviderUnits(name, { minor: owed, currency }) !== null;
  const providers = paymentProviders
    .filter(({ name, isFake }) => canCharge(name) && (!isFake || hasDeveloperAccess))
    .map(({ name, label, isFake }) => ({ method: name, label, isFake, instructions: null, send: null }));
  const manual = manualMethods.flatMap(method => {
    const label = paymentMethodLabels[method];
    const isConverted = takesTakaOnly(label) && currency !== TAKA;
    const send = isConverted && exchange ? sentFor({ minor: owed, currency }, exchange) : null;
    const instructions = texts.get(label);
    if (!instructions || (isConverted && send === null)) return [];
    return [{ method, label, isFake: false, instructions, send }];
  });
  return [...providers, ...manual];
}

/** Returns whether clients can pay in this currency. The fake providers of a local site count. */
export async function isPaymentAvailable(
  db: Db,
  { paymentProviders }: Pick<ApiServices, 'paymentProviders'>,
  currency: string,
): Promise<boolean> {
  return (await listOptions(db, { paymentProviders, hasDeveloperAccess: true }, { currency }, ZERO)).length > 0;
}

type SummaryServices = Pick<
  ApiContext,
  'encryption' | 'paymentProviders' | 'hasDeveloperAccess' | 'cookies' | 'features' | 'now' | 'actor'
>;

/**
 * Returns the payment options of a document, with its payments and refunds. They are read from one snapshot, so the
 * payment form never stays on the page after a payment is confirmed.
 */
export function getPaymentSummary(
  db: Database,
  services: SummaryServices,
  address: BillingDocumentAddress,
): Promise<PaymentSummary> {
  return db.transaction(tx => readPaymentSummary(tx, services, address), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function readPaymentSummary(
  db: Transaction,
  services: SummaryServices,
  address: BillingDocumentAddress,
): Promise<PaymentSummary> {
  const document = await getDocumentByAddress(db, services, address);
  const amountDue = await getAmountDue(db, document.id);
  const isOwed = isPayable(document.kind) && amountDue > 0;
  const payments = await listPaymentsWithProofs(db, document.id);
  const refunds = await listRefundsByDocument(db, document.id);
  // While a saved card is being charged, or a provider checks a payment, another payment would be one too many.
  const isPayableNow =
    isOwed && !(await hasPendingCharge(db, document.id)) && !(await findProcessingPayment(db, document.id));
  const options = isPayableNow ? await listOptions(db, services, document, amountDue) : [];
  const isByCard = options.some(({ method }) => method === 'stripe');
  const minAmount = isPayableNow ? await getMinAmount(db, services, document) : null;
  return {
    amountDue,
    minAmount: minAmount !== null && minAmount < amountDue ? minAmount : null,
    currency: document.currency,
    language: languageOf(document.content),
    options,
    cardConsent: isByCard ? ((await findCardConsent(db, services, document))?.text ?? null) : null,
    automaticChargeOn: isPayableNow ? await findAutomaticCharge(db, services, document) : null,
    payments: payments.map(({ payment, proof }) => toClientPayment(payment, address, proof, isPayableNow)),
    refunds: refunds.map(({ amount, currency, origin, status, reason, createdAt, settledAt }) => ({
      amount,
      currency,
      origin,
      status,
      reason,
      createdAt: createdAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
    credits: (await listInvoiceEntries(db, document.id)).flatMap(
      ({ kind, amount, at, document: number, otherKind, undoesId }) =>
        kind === 'applied' && number !== null && otherKind !== null
          ? [
              {
                amount: subtractAmounts(ZERO, amount),
                appliedAt: at.toISOString(),
                document: { kind: otherKind, number },
                isUndo: undoesId !== null,
              },
            ]
          : [],
    ),
    returnPath: findReturnPath(services, address.number),
    managePath:
      services.actor.role === 'owner' && isPayable(document.kind)
        ? dashboardPaths.invoicePayments(document.number)
        : null,
  };
}

/** Returns the consent that the client may give when paying a document by card; null if nothing is charged later. */
async function findCardConsent(
  db: Db,
  services: Pick<ApiServices, 'features' | 'now'>,
  document: BillingDocumentRow,
): Promise<CardConsent | null> {
  for (const { findCardConsent: find } of listPaymentListeners(services)) {
    const consent = await find?.(db, services, document);
    if (consent) return consent;
  }
  return null;
}

function toClientPayment(
  payment: PaymentRow,
  { number, token }: BillingDocumentAddress,
  proof: string | null,
  isPayableNow: boolean,
): ClientPayment {
  const { id, method, status, amount, createdAt, settledAt, reference, failureReason, checkoutUrl } = payment;
  return {
    id,
    method,
    label: paymentMethodLabels[method],
    status,
    isAutomatic: payment.attempt !== null,
    amount,
    sent: sentOf(payment),
    createdAt: ((payment.receivedOn === null ? null : settledAt) ?? createdAt).toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    reference: isManualMethod(method) ? reference : null,
    reason: failureReason,
    checkoutUrl: status === 'pending' && isPayableNow ? checkoutUrl : null,
    proofPath: proof === null ? null : paymentProofPath(number, token, proof),
  };
}

/** Records the consent to automatic charges. Throws CONFLICT if it isn't the current text of the consent. */
async function agreeToCharges(tx: Transaction, services: ApiContext, document: BillingDocumentRow, text: string) {
  const consent = await findCardConsent(tx, services, document);
  if (consent?.text !== text || document.orderId === null)
    throw new AppError('CONFLICT', 'The automatic payments have changed. Reload the page and try again.');
  const { orderId, currency } = document;
  return createCardConsent(tx, services, { orderId, currency, ...consent });
}

/** Returns the part of a document to pay. Throws UNPROCESSABLE if it is too small, or more than is due. */
async function parsePart(
  tx: Transaction,
  services: ApiContext,
  document: BillingDocumentRow,
  text: string,
  owed: MinorUnits,
): Promise<MinorUnits> {
  const { currency } = document;
  const amount = parseEnteredAmount(text, currency, owed);
  const minAmount = await getMinAmount(tx, services, document);
  if (amount === owed || (minAmount !== null && amount >= minAmount)) return amount;
  throw invalidAmount(
    minAmount === null
      ? 'This invoice can only be paid in full.'
      : `Enter at least ${formatMoney({ minor: minAmount, currency }, { exact: true })}, or pay all of it.`,
  );
}

/**
 * Creates a payment; a manual one waits for the owner, who is notified by email. Throws the errors of {@link
 * insertPendingPayment}, and UNPROCESSABLE if the method is not offered.
 */
export async function createPayment(
  tx: Transaction,
  services: ApiContext,
  document: BillingDocumentRow,
  input: CreatePaymentInput,
): Promise<PaymentRow> {
  await lockSubject(tx, services, document);
  if (await hasPendingCharge(tx, document.id))
    throw new AppError('CONFLICT', 'Your saved card is being charged for this invoice. Check again in a few minutes.');
  await refuseWhileProcessing(tx, document.id);
  const owed = await getAmountDue(tx, document.id);
  const options = await listOptions(tx, services, document, owed);
  const option = options.find(({ method }) => method === input.method);
  if (!option) {
    const message = 'This payment method isn’t available. Choose another one.';
    throw new AppError('UNPROCESSABLE', message, { method: message });
  }
  if (!isPayable(document.kind)) throw new AppError('CONFLICT', `Nothing is due on ${document.number}.`);
  const now = services.now();
  const { id: documentId } = document;
  const part =
    input.amount === undefined ? {} : { amount: await parsePart(tx, services, document, input.amount, owed) };
  if (!('reference' in input)) {
    const { method, cardConsent } = input;
    const savesCard = method === 'stripe' && cardConsent !== undefined;
    const card = savesCard ? await agreeToCharges(tx, services, document, cardConsent) : undefined;
    return insertPendingPayment(tx, now, {
      documentId,
      ...part,
      method,
      reference: null,
      ...(card ? { savedCardId: card.id } : {}),
    });
  }
  const { method, reference, sender, proofId } = input;
  const payment = await insertPendingPayment(tx, now, {
    ...part,
    documentId,
    method,
    reference,
    sender,
    ...(option.send ? { exchange: option.send } : {}),
  });
  if (proofId !== undefined) await attachProofToPayment(tx, { proof: proofId, documentId, paymentId: payment.id });
  await notifyOwner(tx, services, document, 'payment_in_review', about => ({
    ...about,
    amount: paidText(payment, 'en'),
    method: paymentMethodLabels[method],
    sender,
    reference,
  }));
  for (const { onReview: notify } of listPaymentListeners(services))
    await notify?.(tx, services, { sold: document, state: 'pending' });
  return payment;
}
