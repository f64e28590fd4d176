import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { MAX_EXACT_TOTAL } from '#shared/lists.ts';
import { API_PREFIX, paths, withQuery } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { DownloadCsvLink, TableList } from '#ui/table/TableList.tsx';
import { SumsLeftOut } from '#ui/table/TableToolbar.tsx';
import { TableTotals } from '#ui/table/TableTotals.tsx';
import { getOrderColumns, getOrderTableFilters, orderSortOptions } from '../components/order-columns.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, [
    'search',
    'stage',
    'kind',
    'currency',
    'subscription',
    'sort',
  ]);
  const [list, { user }] = await Promise.all([api.orders.listOrders(params), api.auth.getSession()]);
  return { list, query, isOwner: user?.role === 'owner' };
});

/** Renders all orders for the owner, and a client's own orders for them. */
export function Component() {
  const { list, query, isOwner } = useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title="Orders"
      intro={
        isOwner
          ? 'All orders, their status and who needs to act next.'
          : 'Your orders, with their documents, files and messages.'
      }
      aside={
        <div className="flex flex-wrap gap-2">
          {isOwner && (
            <>
              <Link className="button button-primary" to={dashboardPaths.newOrder}>
                New quote
              </Link>
              <Link className="button" to={withQuery(dashboardPaths.newOrder, { as: 'order' })}>
                New order
              </Link>
            </>
          )}
          <DownloadCsvLink path={`${API_PREFIX}/orders.csv`} query={query} />
        </div>
      }
    >
      {list.totals.map(({ currency, total, paid, amountDue }) => (
        <TableTotals key={currency} currency={currency} amounts={{ Ordered: total, Paid: paid, Due: amountDue }} />
      ))}
      {list.total > MAX_EXACT_TOTAL && <SumsLeftOut noun="orders" />}
      <TableList
        path={dashboardPaths.orders}
        query={query}
        list={list}
        noun={['order', 'orders']}
        caption="Orders"
        columns={getOrderColumns(isOwner)}
        columnsKey="orders"
        getKey={({ number }) => number}
        getRowLabel={({ number, title }) => `order ${number}, ${title}`}
        searchLabel={isOwner ? 'Order number, title, name or email' : 'Order number or title'}
        filters={getOrderTableFilters(isOwner, use(siteMetaContext).name)}
        fixedFilters={[
          { names: ['subscription'], label: 'Active subscriptions' },
          { names: ['currency'], label: query.currency ?? '' },
        ]}
        sorts={orderSortOptions}
        empty={{
          title: 'No orders yet.',
          text: (
            <>
              {isOwner ? 'Orders from your pricing and project pages appear here. ' : 'Your orders appear here. '}
              <Link className="link" to={paths.pricing}>
                View pricing
              </Link>
            </>
          ),
        }}
        noMatch={{ title: 'No matching orders.', text: 'Try a shorter search or remove a filter.' }}
      >
        <SiteZoneNote className="mt-3" />
      </TableList>
    </DashboardPage>
  );
}
