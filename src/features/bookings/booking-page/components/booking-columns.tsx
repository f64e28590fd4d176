import { Link } from 'react-router';
import { ClientLink } from '#features/clients/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { EmailText } from '#ui/EmailText.tsx';
import { DateTime, SiteMoment } from '#ui/DateTime.tsx';
import { sortAscendingFirst, type Column } from '#ui/table/column.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { BookingListItem } from '../contract.ts';
import { bookingStateLabels } from '../../lifecycle/rules/change-policy.ts';
import { formatDuration } from '../../lifecycle/rules/calendar-month.ts';

const stateTones: Readonly<Record<BookingListItem['state'], BadgeTone>> = {
  held: 'neutral',
  awaiting_payment: 'active',
  confirmed: 'success',
  completed: 'neutral',
  expired: 'muted',
  canceled: 'muted',
  no_show: 'danger',
};

export function BookingStatus({ state }: Pick<BookingListItem, 'state'>) {
  return <Badge tone={stateTones[state]}>{bookingStateLabels[state]}</Badge>;
}

/** Returns the columns of the booking list; only the owner sees the client column. */
export function bookingColumns(isOwner: boolean): readonly Column<BookingListItem>[] {
  const client: Column<BookingListItem> = {
    id: 'client',
    label: 'Client',
    sorts: sortAscendingFirst('client_asc', 'client_desc'),
    renderCell: ({ clientName, clientEmail }) => (
      <span className="min-w-0">
        {clientEmail ? (
          <ClientLink name={clientName ?? clientEmail} email={clientEmail} />
        ) : (
          <span className="block [overflow-wrap:anywhere]">{clientName}</span>
        )}
        <span className="meta block [overflow-wrap:anywhere] @3xl:hidden">
          {clientEmail && <EmailText email={clientEmail} />}
        </span>
      </span>
    ),
  };
  return [
    {
      id: 'title',
      label: 'Consultation',
      isAlwaysVisible: true,
      renderCell: ({ number, title }) => (
        <span className="min-w-0 items-baseline gap-x-3 @3xl:flex">
          <Link
            className="flex min-h-11 items-center font-display font-semibold [overflow-wrap:anywhere] no-underline hover:text-accent @3xl:min-h-6"
            to={dashboardPaths.booking(number)}
          >
            {title}
          </Link>
          <span className="meta">{number}</span>
        </span>
      ),
    },
    {
      id: 'when',
      label: 'Date',
      sorts: sortAscendingFirst('upcoming_first', 'start_desc'),
      renderCell: ({ startsAt }) => (isOwner ? <SiteMoment instant={startsAt} /> : <DateTime instant={startsAt} />),
    },
    {
      id: 'length',
      label: 'Duration',
      renderCell: ({ durationMinutes }) => <span className="whitespace-nowrap">{formatDuration(durationMinutes)}</span>,
    },
    ...(isOwner ? [client] : []),
    {
      id: 'state',
      label: 'Status',
      renderCell: ({ state }) => <BookingStatus state={state} />,
    },
    {
      id: 'total',
      label: 'Price',
      renderCell: ({ total, currency }) => (
        <span className="font-mono text-small tabular-nums">
          {formatMoney({ minor: total, currency }, { exact: true })}
        </span>
      ),
    },
  ];
}

export const bookingFilters = [
  {
    name: 'status',
    label: 'Status',
    allLabel: 'All',
    options: [
      { value: 'upcoming', label: 'Upcoming' },
      { value: 'unconfirmed', label: 'Unconfirmed' },
      { value: 'past', label: 'Past' },
      { value: 'canceled', label: 'Canceled or expired' },
    ],
  },
];

/** Sort options for the card layout. */
export const bookingSortOptions = [
  { value: 'upcoming_first', label: 'Upcoming first' },
  { value: 'start_desc', label: 'Latest date first' },
  { value: 'newest', label: 'Recently booked first' },
];
