import { useEffect } from 'react';
import { Link, redirect, useLoaderData, useNavigate } from 'react-router';
import { getDocumentTexts } from '#features/billing/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { withQuery } from '#shared/paths.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { findStoredReturnPath } from '../components/return-path.ts';
import { RefreshPaymentButton, usePaymentPolling } from '../components/RefreshPaymentButton.tsx';
import { parsePaymentMethod } from '../rules/payment-notice.ts';
import { getPaymentTexts } from '../rules/payment-texts/texts.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const { number = '', token = '' } = params;
  const method = parsePaymentMethod(params.method ?? null);
  const { payments, returnPath, language } = await api.payments.getPaymentSummary({ number, token });
  const document = returnPath ?? withQuery(sellingPaths.billingDocument(number, token), { paid: method ?? undefined });
  const isSettled = payments.find(payment => payment.method === method)?.status !== 'pending';
  // Server only: in the browser the first render has to match the server's HTML, so the page redirects later.
  if (isSettled && typeof window === 'undefined') throw redirect(document, 303);
  return { document, settled: isSettled, from: returnPath, language };
});

export const action = pageAction(async ({ api, params }) => {
  await api.payments.refreshPayments({ number: params.number ?? '', token: params.token ?? '' });
  return {};
});

/** Waits for the provider's event after checkout, then redirects to the document or to the page it was paid from. */
export function Component() {
  const { document, settled: isSettled, from, language } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  usePaymentPolling(!isSettled);
  useEffect(() => {
    if (isSettled) void navigate(findStoredReturnPath(document) ?? document, { replace: true });
  }, [isSettled, document, navigate]);
  const { notices, history } = getPaymentTexts(language);
  const [title] = notices.confirming;
  return (
    <div lang={language} className="frame max-w-[42rem] pt-12 pb-24 sm:pt-20" data-hydrate="now">
      <title>{title}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="same-origin" />
      <h1 className="text-h1">{title}</h1>
      <output className="mt-4 block text-lead text-ink-soft">{history.evenIfClosed}</output>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <RefreshPaymentButton language={language} />
        <Link className="link" to={document}>
          {from ? getDocumentTexts(language).view.backToConsultation : history.backToInvoice}
        </Link>
      </div>
    </div>
  );
}
