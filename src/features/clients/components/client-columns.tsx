import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { type Column, sortAscendingFirst, sortDescendingFirst, sortOptions } from '#ui/table/column.ts';
import type { ClientListItem } from '../contract/index.ts';
import { getClientName } from '../rules/labels.ts';
import { Amounts } from './ClientMoney.tsx';

export const clientColumns: readonly Column<ClientListItem>[] = [
  {
    id: 'name',
    label: 'Client',
    isAlwaysVisible: true,
    sorts: sortAscendingFirst('name_asc', 'name_desc'),
    renderCell: client => (
      <Link
        className="inline-grid min-h-11 content-center no-underline hover:text-accent @3xl:min-h-8"
        to={dashboardPaths.client(client.id)}
      >
        <span className="font-display font-semibold [overflow-wrap:anywhere]">{getClientName(client)}</span>
        {client.billing.company && <span className="meta block">{client.name}</span>}
      </Link>
    ),
  },
  {
    id: 'email',
    label: 'Email',
    renderCell: ({ emails: [first, ...others] }) =>
      first && (
        <>
          <EmailText email={first} />
          {others.length > 0 && <span className="meta block">and {others.length} more</span>}
        </>
      ),
  },
  {
    id: 'country',
    label: 'Country',
    renderCell: ({ countryName }) => countryName,
  },
  {
    id: 'tags',
    label: 'Tags',
    renderCell: ({ tags }) => tags.length > 0 && <span className="meta">{tags.join(', ')}</span>,
  },
  { id: 'paid', label: 'Paid', renderCell: ({ money }) => <Amounts money={money} of="paid" /> },
  {
    id: 'outstanding',
    label: 'Outstanding',
    isAlwaysVisible: true,
    renderCell: ({ money }) => <Amounts money={money} of="outstanding" />,
  },
  {
    id: 'since',
    label: 'Added',
    sorts: sortDescendingFirst('newest', 'oldest'),
    renderCell: ({ createdAt }) => <DateTime instant={createdAt} isDateOnly />,
  },
];

export const clientSortOptions = [...sortOptions.time, ...sortOptions.name];
