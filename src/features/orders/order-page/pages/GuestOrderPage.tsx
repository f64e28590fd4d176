import { useLoaderData } from 'react-router';
import { reloadAfterResponse, pageAction, pageLoader } from '#platform/pages/loader.ts';
import { withQuery } from '#shared/paths.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { loadOrderPage, submitOrderAction } from '../submit.ts';
import { formatOrderMeta, OrderDetails } from '../components/OrderDetails.tsx';

export const loader = pageLoader(({ api, params, searchParams, submitted }) =>
  loadOrderPage(api, params.order ?? '', searchParams, submitted),
);

/** The order may have changed, or an earlier response was lost. */
export const shouldRevalidate = reloadAfterResponse;

export const action = pageAction(async ({ api, params, redirectWithoutScript, ...submitted }) => {
  const did = await submitOrderAction(api, params.order ?? '', submitted);
  if (did) redirectWithoutScript(withQuery(sellingPaths.order(params.order ?? ''), { did }));
  return did;
});

/** Renders an order opened by its secret link. */
export function Component() {
  const page = useLoaderData<typeof loader>();
  const { order } = page;
  return (
    <div className="frame pt-10 pb-24 sm:pt-14" data-hydrate="now">
      <title>{`Order ${order.number}: ${order.title}`}</title>
      <meta name="robots" content="noindex" />
      <p className="meta">{formatOrderMeta(order)}</p>
      <h1 className="mt-2 mb-8 text-h1 [overflow-wrap:anywhere]">{order.title}</h1>
      <OrderDetails {...page} />
    </div>
  );
}
