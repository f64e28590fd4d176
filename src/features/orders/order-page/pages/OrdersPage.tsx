import Download from 'lucide-react/icons/download';
import { Link, useLoaderData } from 'react-router';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { MOST_COUNTED } from '#shared/lists.ts';
import { formatMoney } from '#shared/money.ts';
import { API_PREFIX, paths, withQuery } from '#shared/paths.ts';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { SumsLeftOut, EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { getOrderColumns, orderTableFilters, orderSortOptions } from '../components/order-columns.tsx';
import type { OrderTotals } from '../contract.ts';

const KEYS = ['search', 'stage', 'kind', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  const [list, { user }] = await Promise.all([
    api.orders.listOrders(parseListParams(searchParams, KEYS)),
    api.auth.getSession(),
  ]);
  return { ...list, query, isOwner: user?.role === 'owner' };
});

/** Renders all orders for the owner, and a client's own orders for them. */
export function Component() {
  const { items, total, totals, page, pageSize, query, isOwner } = useLoaderData<typeof loader>();
  const { visibleColumns, columnPicker } = useColumnVisibility('orders', getOrderColumns(isOwner));
  const isNarrowed = Object.entries(query).some(([name, value]) => name !== 'sort' && value);
  return (
    <DashboardPage
      title="Orders"
      intro={
        isOwner
          ? 'What was ordered, where each order stands, and whose turn it is.'
          : 'What you ordered, with all that belongs to it.'
      }
      aside={
        <a className="button" href={withQuery(`${API_PREFIX}/orders.csv`, query)} download>
          <Download className="size-4" aria-hidden="true" /> Download CSV
        </a>
      }
    >
      <Totals totals={totals} />
      {total > MOST_COUNTED && <SumsLeftOut noun="orders" />}
      <TableToolbar
        path={dashboardPaths.orders}
        query={query}
        searchLabel={isOwner ? 'Number, what, name or e-mail' : 'Number or what'}
        filters={orderTableFilters}
        sorts={orderSortOptions}
      >
        {columnPicker}
      </TableToolbar>
      <TableSummary path={dashboardPaths.orders} query={query} total={total} noun={['order', 'orders']} />
      {total === 0 && isNarrowed && (
        <EmptyState title="No order matches that.">Try a part of the name, or fewer filters.</EmptyState>
      )}
      {total === 0 && !isNarrowed && (
        <EmptyState title="There are no orders yet.">
          {isOwner ? 'They come from the prices and projects on your site. ' : 'What you order stands here. '}
          <Link className="link" to={paths.pricing}>
            See the prices
          </Link>
        </EmptyState>
      )}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      {items.length > 0 && (
        <DataTable
          caption="Orders"
          columns={visibleColumns}
          rows={items}
          getRowId={({ number }) => String(number)}
          getRowLabel={({ number, title }) => `order ${number}, ${title}`}
          sort={query.sort ?? 'newest'}
          getSortUrl={sort => toTableUrl(dashboardPaths.orders, { ...query, sort }, 'newest')}
        />
      )}
      {items.length > 0 && <SiteZoneNote className="mt-3" />}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(row => row.number)}
        hrefOf={(number, cursor) => toTableUrl(dashboardPaths.orders, query, 'newest', number, cursor)}
      />
    </DashboardPage>
  );
}

function Totals({ totals }: { totals: readonly OrderTotals[] }) {
  if (totals.length === 0) return null;
  return (
    <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-3">
      {(['total', 'paid', 'amountDue'] as const).map(part => (
        <div key={part} className="border-t border-rule-strong pt-3">
          <dt className="meta">{{ total: 'Ordered', paid: 'Paid', amountDue: 'Open' }[part]}</dt>
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
