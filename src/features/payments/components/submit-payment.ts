import type { Api } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import type { BillingDocumentAddress } from '#features/billing/contract/document-details.ts';
import { manualMethods, providerNames } from '../contract/enums.ts';

/** Submits the payment form. Returns the method and the checkout URL, which is null for a manual payment. */
export async function submitPayment(
  api: Api,
  link: BillingDocumentAddress,
  form: ReadonlyMap<string, string>,
  picture: File | undefined,
  /** The page with the form, if it isn't the document's own. */
  page?: string,
) {
  const method = [...providerNames, ...manualMethods].find(name => name === form.get('method')) ?? null;
  const part = form.get('part') === 'part' ? { amount: form.get('amount') ?? '' } : {};
  const idempotencyKey = form.get('idempotencyKey') ?? '';
  if (method === null || method === 'stripe' || method === 'paypal') {
    // If no method is chosen, the API returns the error. In the browser, session storage has the page instead of a
    // cookie.
    const returnTo = page !== undefined && typeof window === 'undefined' ? { returnPath: page } : {};
    const cardConsent = form.get('cardConsent');
    const { checkoutUrl } = await api.payments.createPayment({
      ...link,
      ...part,
      method: method as 'stripe',
      idempotencyKey,
      ...returnTo,
      ...(cardConsent ? { cardConsent } : {}),
    });
    return { method: method ?? '', checkoutUrl };
  }
  const { proofId } = picture ? await api.payments.uploadPaymentProof({ params: link, body: picture }) : {};
  const transfer = { sender: form.get('sender') ?? '', reference: form.get('reference') ?? '' };
  await api.payments.createPayment({
    ...link,
    ...part,
    method,
    ...transfer,
    ...(proofId ? { proofId } : {}),
    idempotencyKey,
  });
  return { method, checkoutUrl: null };
}

/**
 * Returns the payment form as submitted with the error of an unavailable provider; throws any other error. As an
 * action's result, it reloads the page's data, since the next attempt needs another idempotency key.
 */
export function toUnpaidForm(error: unknown, form: ReadonlyMap<string, string>): FailedSubmission {
  if (!ApiError.is(error) || error.status !== 503) throw error;
  return { failed: { message: error.message, fields: {} }, values: Object.fromEntries(form) };
}
