import { Link } from 'react-router';
import { ClientLink } from '#features/clients/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { SiteTime } from '#ui/DateTime.tsx';
import { sortAscendingFirst, type Column, sortDescendingFirst } from '#ui/table/column.ts';
import type { OrderListItem } from '../contract.ts';
import { orderKindLabels } from '../../lifecycle/rules/stages.ts';
import { OrderStatusBadge } from './OrderStatusBadge.tsx';

function Amount({ minor, currency }: { minor: MinorUnits; currency: string }) {
  return <span className="font-mono text-small tabular-nums">{formatMoney({ minor, currency }, { exact: true })}</span>;
}

/** Returns the columns of the order list; only the owner sees the client. */
export function getOrderColumns(isOwner: boolean): readonly Column<OrderListItem>[] {
  const client: Column<OrderListItem> = {
    id: 'client',
    label: 'Client',
    sorts: sortAscendingFirst('client_asc', 'client_desc'),
    renderCell: ({ clientName, clientEmail }) => (
      <span className="min-w-0">
        <ClientLink name={clientName} email={clientEmail} />
        <span className="meta block [overflow-wrap:anywhere] @3xl:hidden">{clientEmail}</span>
      </span>
    ),
  };
  return [
    {
      id: 'title',
      label: 'Order',
      isAlwaysVisible: true,
      renderCell: ({ number, title, isUrgent }) => (
        <span className="min-w-0 items-baseline gap-x-3 @3xl:flex">
          <Link
            className="flex min-h-11 items-center font-display font-semibold [overflow-wrap:anywhere] no-underline hover:text-accent @3xl:min-h-6"
            to={dashboardPaths.order(number)}
          >
            {title}
          </Link>
          <span className="meta">
            {number}
            {isUrgent && <span className="text-accent"> · urgent</span>}
          </span>
        </span>
      ),
    },
    ...(isOwner ? [client] : []),
    { id: 'kind', label: 'Type', renderCell: ({ kind }) => orderKindLabels[kind] },
    {
      id: 'status',
      label: 'Status',
      renderCell: order => <OrderStatusBadge order={order} />,
    },
    {
      id: 'total',
      label: 'Total',
      sorts: sortDescendingFirst('total_desc', 'total_asc'),
      renderCell: ({ total, currency }) => total > 0 && <Amount minor={total} currency={currency} />,
    },
    {
      id: 'amountDue',
      label: 'Due',
      renderCell: ({ amountDue, currency }) => amountDue > 0 && <Amount minor={amountDue} currency={currency} />,
    },
    {
      id: 'placed',
      label: 'Order date',
      sorts: sortDescendingFirst('newest', 'oldest'),
      renderCell: ({ placedAt }) => (
        <span className="meta whitespace-nowrap text-ink-soft">
          <SiteTime instant={placedAt} isDateOnly />
        </span>
      ),
    },
  ];
}

/** Returns the filters of the order list, as worded for the owner or a client. */
export const getOrderTableFilters = (isOwner: boolean, ownerName: string) => [
  {
    name: 'stage',
    label: 'Status',
    allLabel: 'All statuses',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'waiting_on_owner', label: `Waiting for ${isOwner ? 'you' : ownerName}` },
      { value: 'waiting_on_client', label: `Waiting for ${isOwner ? 'the client' : 'you'}` },
      { value: 'closed', label: 'Closed' },
    ],
  },
  {
    name: 'kind',
    label: 'Type',
    allLabel: 'All types',
    options: Object.entries(orderKindLabels).map(([value, label]) => ({ value, label })),
  },
];

/** For card layouts, which have no column headers to sort by. */
export const orderSortOptions = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'total_desc', label: 'Highest total first' },
  { value: 'total_asc', label: 'Lowest total first' },
];
