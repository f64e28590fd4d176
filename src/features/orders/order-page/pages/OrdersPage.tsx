import { Link, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { MOST_COUNTED } from '#shared/lists.ts';
import { formatMoney } from '#shared/money.ts';
import { API_PREFIX, paths } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { DownloadCsvLink, TableList } from '#ui/table/TableList.tsx';
import { SumsLeftOut } from '#ui/table/TableToolbar.tsx';
import { getOrderColumns, orderTableFilters, orderSortOptions } from '../components/order-columns.tsx';
import type { OrderTotals } from '../contract.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'stage', 'kind', 'sort']);
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
      aside={<DownloadCsvLink path={`${API_PREFIX}/orders.csv`} query={query} />}
    >
      <Totals totals={list.totals} />
      {list.total > MOST_COUNTED && <SumsLeftOut noun="orders" />}
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
        filters={orderTableFilters}
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

function Totals({ totals }: { totals: readonly OrderTotals[] }) {
  if (totals.length === 0) return null;
  return (
    <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-3">
      {(['total', 'paid', 'amountDue'] as const).map(part => (
        <div key={part} className="border-t border-rule-strong pt-3">
          <dt className="meta">{{ total: 'Ordered', paid: 'Paid', amountDue: 'Due' }[part]}</dt>
          {totals.map(({ currency, [part]: minor }) => (
            <dd key={currency} className="font-mono text-h4 tabular-nums">
              {formatMoney({ minor, currency }, { exact: true })}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
