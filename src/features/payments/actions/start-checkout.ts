import { type BillingDocumentRow, buildDocumentUrl, formatDocumentTitle } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { type PaymentProvider, ProviderError } from '../rules/payment-provider.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { AppError } from '#shared/errors.ts';
import { withQuery } from '#shared/paths.ts';
import { paymentReturnPath } from '#shared/order-paths.ts';
import { findPayment, updateCheckout } from '../queries/payments.ts';
import { refuseWhileProcessing } from './payments.ts';

/** Checkouts being started in this process, so concurrent requests share one. */
const startsByDatabase = new WeakMap<Database, Map<number, Promise<string>>>();

/** Returns the site's payment provider with this name; undefined if there is none. */
export function findProvider(
  { paymentProviders }: Pick<ApiServices, 'paymentProviders'>,
  name: string,
): PaymentProvider | undefined {
  return paymentProviders.find(provider => provider.name === name);
}

/**
 * Starts a payment at its provider and returns the checkout URL. Call it outside transactions; a retry reuses the
 * stored payment. Throws UNAVAILABLE if the provider does not answer, and UNPROCESSABLE if it refuses.
 */
export async function startCheckout(
  services: ApiServices & { readonly log: Log },
  paymentId: number,
  document: BillingDocumentRow,
): Promise<string> {
  const { db } = services;
  const starts = startsByDatabase.get(db) ?? new Map<number, Promise<string>>();
  startsByDatabase.set(db, starts);
  // No await before the entry is stored, so concurrent calls start only one checkout.
  const start = starts.get(paymentId) ?? createCheckout(services, paymentId, document);
  starts.set(paymentId, start);
  try {
    return await start;
  } finally {
    starts.delete(paymentId);
  }
}

async function createCheckout(
  services: ApiServices & { readonly log: Log },
  id: number,
  document: BillingDocumentRow,
): Promise<string> {
  const payment = await findPayment(services.db, id);
  if (!payment) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  await refuseWhileProcessing(services.db, document.id);
  if (payment.checkoutUrl !== null) return payment.checkoutUrl;
  const { idempotencyKey, method, amount, currency, savedCardId } = payment;
  const provider = findProvider(services, method);
  if (!provider) throw new AppError('UNPROCESSABLE', 'This payment method isn’t available. Choose another one.');
  const documentUrl = buildDocumentUrl(services, document.number);
  const { number, content } = document;
  try {
    const { reference, redirectUrl: checkoutUrl } = await provider.createCheckout({
      key: idempotencyKey,
      amount: { minor: amount, currency },
      title: formatDocumentTitle(content),
      email: content.client.email,
      returnTo: services.siteUrl + paymentReturnPath(number, documentUrl.split('/').at(-1) ?? '', method),
      cancelTo: withQuery(documentUrl, { cancelled: method }),
      savesCard: savedCardId !== null,
    });
    await updateCheckout(services.db, id, reference, checkoutUrl);
    return checkoutUrl;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.info({ provider: method, payment: id, reason: error.message }, 'could not start a checkout');
    const name = provider.name === 'stripe' ? 'The card payment service' : provider.label;
    throw error.kind === 'unavailable'
      ? new AppError(
          'UNAVAILABLE',
          `${name} isn’t responding. You have not been charged. Try again or choose another way to pay.`,
        )
      : new AppError(
          'UNPROCESSABLE',
          `${name} can’t process this payment. You have not been charged. Choose another way to pay.`,
        );
  }
}
