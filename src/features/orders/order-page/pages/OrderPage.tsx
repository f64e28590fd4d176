import { redirect, useLoaderData } from 'react-router';
import { reloadAfterResponse, pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { loadOrderPage, submitOrderAction } from '../submit.ts';
import { formatOrderMeta, OrderDetails } from '../components/OrderDetails.tsx';

export const loader = pageLoader(({ api, params, searchParams, submitted }) =>
  loadOrderPage(api, params.order ?? '', searchParams, submitted),
);

/** The order may have changed, or an earlier response was lost. */
export const shouldRevalidate = reloadAfterResponse;

export const action = pageAction(async ({ api, params, ...submitted }) => {
  if (submitted.form.get('intent') === 'project') {
    const { id } = await api.orders.createShowcaseProject({ order: params.order ?? '' });
    throw redirect(dashboardPaths.updateProject(id));
  }
  return submitOrderAction(api, params.order ?? '', submitted);
});

/** Renders an order for its client and the owner. */
export function Component() {
  const page = useLoaderData<typeof loader>();
  const { order } = page;
  return (
    <DashboardPage
      title={order.title}
      intro={<span className="meta">{formatOrderMeta(order)}</span>}
      back={{ to: dashboardPaths.orders, label: 'All orders' }}
    >
      <OrderDetails {...page} />
    </DashboardPage>
  );
}
