import { useActionData, useLoaderData } from 'react-router';
import { reloadAfterResponse, pageAction, pageLoader } from '#platform/pages/loader.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { ClientBookingView } from '../components/ClientBookingView.tsx';
import { handleBookingAction, loadBookingPage } from '../components/booking-page.ts';

export const loader = pageLoader(({ api, params, searchParams }) =>
  loadBookingPage(api, params.booking ?? '', searchParams),
);

/** Also after a rejected form, which can change the price. */
export const shouldRevalidate = reloadAfterResponse;

export const action = pageAction(({ api, params, ...rest }) =>
  handleBookingAction(api, params.booking ?? '', sellingPaths.booking(params.booking ?? ''), rest),
);

/** Shows a booking opened by its secret link, from hold to completion. */
export function Component() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { number, title } = page.booking;
  return (
    <div className="frame pt-10 pb-24 sm:pt-14" data-hydrate="now">
      <title>{`Consultation ${number}: ${title}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="same-origin" />
      <p className="meta">Consultation {number}</p>
      <h1 className="mt-2 mb-8 text-h1 [overflow-wrap:anywhere]">{title}</h1>
      <ClientBookingView page={page} path={sellingPaths.booking(page.reference)} result={result} />
    </div>
  );
}
