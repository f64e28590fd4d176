import { useEffect } from 'react';
import { redirect, redirectDocument, useActionData, useLoaderData, useLocation, useNavigate } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { ApiError } from '#shared/errors.ts';
import { withQuery } from '#shared/paths.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { findStoredReturnPath } from '../components/return-path.ts';
import { submitPayment } from '../components/submit-payment.ts';
import { PaymentForm } from '../components/PaymentForm.tsx';
import { PaymentHistory } from '../components/PaymentHistory.tsx';
import { PaymentNotice } from '../components/PaymentNotice.tsx';
import type { BillingDocumentAddress } from '#features/billing/contract/document-details.ts';
import { parsePaymentMethod, getPaymentNotice, filterClientPayments } from '../rules/payment-notice.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const address = toAddress(params);
  const queryState = {
    paid: parsePaymentMethod(searchParams.get('paid')),
    cancelled: parsePaymentMethod(searchParams.get('cancelled')),
    told: parsePaymentMethod(searchParams.get('told')),
    goes: parsePaymentMethod(searchParams.get('goes')),
  };
  // Idempotency key of the payment form.
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const summary = await api.payments.getPaymentSummary(address);
  // Server only; in the browser the tab remembers the page.
  if (summary.returnPath && (queryState.paid ?? queryState.cancelled) && typeof window === 'undefined')
    throw redirect(summary.returnPath, 303);
  return { ...summary, came: queryState, key };
});

export const action = pageAction(async ({ api, params, form, files, redirectWithoutScript }) => {
  const address = toAddress(params);
  const path = sellingPaths.billingDocument(address.number, address.token);
  if (form.get('intent') === 'check') {
    await api.payments.refreshPayments(address);
    return {};
  }
  try {
    const { method, checkoutUrl } = await submitPayment(api, address, form, files.get('proof'));
    // CSP limits form targets to this site, so without JavaScript the page shows a link instead.
    redirectWithoutScript(withQuery(path, checkoutUrl === null ? { told: method } : { goes: method }));
    if (checkoutUrl !== null) throw redirectDocument(checkoutUrl);
    return { told: method };
  } catch (error) {
    // Keep the form's values if the provider is unavailable.
    if (ApiError.is(error) && error.status === 503) return { away: error.message, method: form.get('method') };
    throw error;
  }
});

function toAddress(params: Readonly<Record<string, string | undefined>>): BillingDocumentAddress {
  return { number: params.number ?? '', token: params.token ?? '' };
}

export function Component() {
  const { amountDue, currency, options, payments, refunds, came: queryState, key } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const done = result && 'done' in result ? result.done : undefined;
  const told = done && 'told' in done ? parsePaymentMethod(done.told ?? null) : queryState.told;
  const notice = getPaymentNotice(payments, { ...queryState, told });
  const visible = filterClientPayments(payments);
  const hasReturned = queryState.paid !== null || queryState.cancelled !== null;
  const checkoutUrl = queryState.goes && payments.find(({ method }) => method === queryState.goes)?.checkoutUrl;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // Returns clients to the page of this site that they paid from.
    const origin = hasReturned ? findStoredReturnPath(pathname) : null;
    if (origin) void navigate(origin, { replace: true });
  }, [hasReturned, pathname, navigate]);
  useEffect(() => {
    // Redirects a form sent before hydration to its checkout; `replace` keeps this page out of the history.
    if (checkoutUrl) location.replace(checkoutUrl);
  }, [checkoutUrl]);
  const isInReview = visible.some(({ status }) => status === 'in_review');
  return (
    <div className="grid gap-8 empty:hidden" data-hydrate="now">
      <PaymentNotice notice={notice} />
      <PaymentHistory payments={visible} refunds={refunds} currency={currency} goes={queryState.goes} />
      {amountDue > 0 && options.length > 0 && (
        <PaymentForm
          key={payments[0]?.id}
          options={options}
          amount={{ minor: amountDue, currency }}
          idempotencyKey={key}
          isCollapsed={isInReview || notice === 'confirming'}
          failed={result && 'failed' in result ? result : undefined}
          unavailableProvider={
            done && 'away' in done ? { message: done.away, method: parsePaymentMethod(done.method ?? null) } : undefined
          }
        />
      )}
    </div>
  );
}
