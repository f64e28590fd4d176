import { useEffect } from 'react';
import {
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
  useOutletContext,
  useRevalidator,
} from 'react-router';
import { reloadAfterResponse, pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { MinorUnits } from '#shared/money.ts';
import { withQuery } from '#shared/paths.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { createRandomId } from '#shared/random-id.ts';
import { openPage } from '#ui/open-page.ts';
import { findStoredReturnPath } from '../components/return-path.ts';
import { submitPayment, toUnpaidForm } from '../components/submit-payment.ts';
import { PaymentForm } from '../components/PaymentForm.tsx';
import { PaymentHistory } from '../components/PaymentHistory.tsx';
import { PaymentNotice } from '../components/PaymentNotice.tsx';
import { fillText, formatDay, getDocumentTexts } from '#features/billing/browser.ts';
import type { BillingDocumentAddress } from '#features/billing/contract/document-details.ts';
import { parsePaymentMethod, getPaymentNotice, filterClientPayments } from '../rules/payment-notice.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const address = toAddress(params);
  const query = {
    paid: parsePaymentMethod(searchParams.get('paid')),
    cancelled: parsePaymentMethod(searchParams.get('cancelled')),
    submitted: parsePaymentMethod(searchParams.get('submitted')),
    checkout: parsePaymentMethod(searchParams.get('checkout')),
  };
  // Idempotency key of the payment form.
  const key = createRandomId();
  const summary = await api.payments.getPaymentSummary(address);
  // Server only; in the browser the tab remembers the page.
  if (summary.returnPath && (query.paid ?? query.cancelled) && typeof window === 'undefined')
    throw redirect(summary.returnPath, 303);
  return { ...summary, query, key };
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
    redirectWithoutScript(withQuery(path, checkoutUrl === null ? { submitted: method } : { checkout: method }));
    if (checkoutUrl === null) return { submitted: method };
    await openPage(checkoutUrl);
    return {};
  } catch (error) {
    return { unpaid: toUnpaidForm(error, form) };
  }
});

/** Also after a rejected form: the invoice may have been paid or credited. */
export const shouldRevalidate = reloadAfterResponse;

function toAddress(params: Readonly<Record<string, string | undefined>>): BillingDocumentAddress {
  return { number: params.number ?? '', token: params.token ?? '' };
}

export function Component() {
  const {
    amountDue,
    minAmount,
    currency,
    language,
    options,
    cardConsent,
    automaticChargeOn,
    payments,
    refunds,
    credits,
    managePath,
    query,
    key,
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const done = result && 'done' in result ? result.done : undefined;
  const submitted = done && 'submitted' in done ? parsePaymentMethod(done.submitted ?? null) : query.submitted;
  const notice = getPaymentNotice(payments, { ...query, submitted }, amountDue, refunds);
  const visible = filterClientPayments(payments, amountDue);
  const hasReturned = query.paid !== null || query.cancelled !== null;
  const checkoutUrl = query.checkout && payments.find(({ method }) => method === query.checkout)?.checkoutUrl;
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
  const amountDueAbove = useOutletContext<MinorUnits>();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // The document and its payments are read separately, and a payment can be confirmed in between.
    if (amountDueAbove !== amountDue) void revalidate();
  }, [amountDueAbove, amountDue, revalidate]);
  const isInReview = visible.some(({ status }) => status === 'in_review');
  return (
    <div className="grid gap-8 empty:hidden" data-hydrate="now">
      {managePath && (
        <p lang="en">
          <a className="button" href={managePath}>
            Record or correct payments
          </a>
        </p>
      )}
      <PaymentNotice notice={notice} language={language} />
      <PaymentHistory
        payments={visible}
        refunds={refunds}
        credits={credits}
        currency={currency}
        checkoutMethod={query.checkout}
        canceledMethod={notice === 'canceled' ? query.cancelled : null}
        language={language}
      />
      {automaticChargeOn !== null && (
        <p className="border-l-2 border-accent pl-4">
          {fillText(getDocumentTexts(language).chargedOn, { date: formatDay(automaticChargeOn, language) })}
        </p>
      )}
      {amountDue > 0 && options.length > 0 && (
        <PaymentForm
          key={payments[0]?.id}
          language={language}
          options={options}
          cardConsent={cardConsent}
          amount={{ minor: amountDue, currency }}
          minAmount={minAmount}
          idempotencyKey={key}
          isCollapsed={isInReview || notice === 'confirming'}
          failed={result && 'failed' in result ? result : done && 'unpaid' in done ? done.unpaid : undefined}
        />
      )}
    </div>
  );
}
