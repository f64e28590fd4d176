import { readDocumentAt } from '#features/billing/actions/document-urls.ts';
import { TAKA } from '#features/billing/contract/tax-rate.ts';
import type { DocumentRow } from '#features/billing/queries/documents.ts';
import { getOwed } from '#features/billing/queries/ledger.ts';
import { getBillingSettings } from '#features/billing/queries/settings.ts';
import { asksForPayment } from '#features/billing/rules/documents.ts';
import { rateOfCurrency } from '#features/billing/rules/exchange.ts';
import { takesTakaOnly } from '#features/billing/rules/payment-instructions.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Database, Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { paymentProofFile } from '#shared/order-paths.ts';
import type { NewPaymentInput, PayingPlace, PayingWay, PayingWays, PaymentMade } from '../contract/checkout.ts';
import { handMethods } from '../contract/enums.ts';
import { listPaymentsOf, type PaymentRow } from '../queries/payments.ts';
import { listProofs } from '../queries/proofs.ts';
import { listRefundsOf } from '../queries/refunds.ts';
import { isByHand, methodLabels } from '../rules/methods.ts';
import { sentFor, sentOf } from '../rules/sent.ts';
import { startPayment } from './payments.ts';
import { useProof } from './proofs.ts';
import { tellOfWaiting } from './notifications.ts';

/** The document at an address, whatever else was sent with that. Throws NOT_FOUND for an address that is none. */
export async function readPayable(
  db: Db,
  services: Pick<ApiServices, 'sealer'>,
  place: PayingPlace,
): Promise<DocumentRow> {
  return readDocumentAt(db, services, { number: place.number, token: place.token });
}

/** Brings what is owed on a document up to date before it is paid. Throws CONFLICT if it can't be paid any more. */
export async function prepareToPay(
  services: ApiServices & { readonly db: Database },
  document: DocumentRow,
): Promise<void> {
  const { db, paymentFollowers } = services;
  const refusals = await db.transaction(async tx => {
    const found: (string | null)[] = [];
    for (const { prepare } of paymentFollowers) found.push((await prepare?.(tx, services, document)) ?? null);
    return found.filter(refusal => refusal !== null);
  });
  if (refusals[0] !== undefined) throw new AppError('CONFLICT', refusals[0]);
}

/**
 * Returns the ways to pay what is owed on a document: providers that take its currency, and methods with instructions from
 * the owner. bKash and Nagad take BDT only: in another currency they need a rate, the one on the document first.
 */
async function waysFor(
  db: Db,
  { paymentProviders, hasDeveloperAccess }: Pick<ApiContext, 'paymentProviders' | 'hasDeveloperAccess'>,
  { currency, content }: DocumentRow,
  owed: MinorUnits,
): Promise<PayingWay[]> {
  const settings = await getBillingSettings(db);
  const exchange = content.exchange ?? rateOfCurrency(settings.exchangeRates, currency);
  const providers = paymentProviders
    .filter(({ takes, isFake }) => takes(currency) && (!isFake || hasDeveloperAccess))
    .map(({ name, label, isFake }) => ({ method: name, label, isFake, instructions: null, send: null }));
  const byHand = handMethods.flatMap(method => {
    const label = methodLabels[method];
    const isConverted = takesTakaOnly(label) && currency !== TAKA;
    const send = isConverted && exchange ? sentFor({ minor: owed, currency }, exchange) : null;
    const instructions = settings[method]?.trim();
    if (!instructions || (isConverted && send === null)) return [];
    return [{ method, label, isFake: false, instructions, send }];
  });
  return [...providers, ...byHand];
}

/** How a document can be paid now, and what was paid for it. */
export async function readWays(
  db: Db,
  services: Pick<ApiContext, 'sealer' | 'paymentProviders' | 'hasDeveloperAccess'>,
  place: PayingPlace,
): Promise<Omit<PayingWays, 'from'>> {
  const document = await readPayable(db, services, place);
  const owed = await getOwed(db, document.id);
  const isOwed = asksForPayment(document.kind) && owed > 0;
  const made = await listPaymentsOf(db, document.id);
  const proofs = await listProofs(
    db,
    made.map(({ id }) => id),
  );
  const refunds = await listRefundsOf(db, document.id);
  return {
    owed,
    currency: document.currency,
    ways: isOwed ? await waysFor(db, services, document, owed) : [],
    payments: made.map(payment => presentMade(payment, place, proofs.get(payment.id), isOwed)),
    refunds: refunds.map(({ amount, currency, state, reason, createdAt, settledAt }) => ({
      amount,
      currency,
      state,
      reason,
      createdAt: createdAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
  };
}

function presentMade(
  payment: PaymentRow,
  { number, token }: PayingPlace,
  proof: string | undefined,
  isOwed: boolean,
): PaymentMade {
  const { id, method, state, amount, createdAt, settledAt, reference, reason, address } = payment;
  return {
    id,
    method,
    label: methodLabels[method],
    state,
    amount,
    sent: sentOf(payment),
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    reference: isByHand(method) ? reference : null,
    reason,
    address: state === 'started' && isOwed ? address : null,
    proof: proof === undefined ? null : paymentProofFile(number, token, proof),
  };
}

/**
 * Writes a payment as its client begins it. One by hand waits for the owner, who is told by mail. Refused as
 * {@link startPayment} refuses, and with UNPROCESSABLE where the way is not offered.
 */
export async function beginPayment(
  tx: Transaction,
  services: ApiContext,
  document: DocumentRow,
  input: NewPaymentInput,
): Promise<PaymentRow> {
  const ways = await waysFor(tx, services, document, await getOwed(tx, document.id));
  const way = ways.find(({ method }) => method === input.method);
  if (!way) {
    const sentence = 'This way to pay is not offered. Choose another one.';
    throw new AppError('UNPROCESSABLE', sentence, { method: sentence });
  }
  if (!asksForPayment(document.kind)) throw new AppError('CONFLICT', `Nothing is owed on ${document.number}.`);
  const now = services.now();
  const { id: documentId } = document;
  if (!('reference' in input)) {
    return startPayment(tx, now, { documentId, method: input.method, reference: null });
  }
  const { method, reference, sender, proof } = input;
  const payment = await startPayment(tx, now, {
    documentId,
    method,
    reference,
    sender,
    ...(way.send ? { exchange: way.send } : {}),
  });
  if (proof !== undefined) await useProof(tx, { proof, documentId, paymentId: payment.id });
  await tellOfWaiting(tx, services, payment, document);
  for (const { hear } of services.paymentFollowers) await hear?.(tx, services, { sold: document, state: 'waiting' });
  return payment;
}
