import { roleLabels } from '#shared/role-labels.ts';
import { EmailText } from '#ui/EmailText.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { sortAscendingFirst, type Column, sortDescendingFirst, sortOptions } from '#ui/table/column.ts';
import { Badge } from '#ui/Badge.tsx';
import type { UserDetails } from '../contract.ts';

export const userColumns: readonly Column<UserDetails>[] = [
  {
    id: 'name',
    label: 'Name',
    isAlwaysVisible: true,
    sorts: sortAscendingFirst('name_asc', 'name_desc'),
    renderCell: ({ name, avatar }) => (
      <span className="flex items-center gap-3">
        <Avatar name={name} picture={avatar} />
        <span className="min-w-0 font-display font-semibold [overflow-wrap:anywhere] @3xl:min-w-24">{name}</span>
      </span>
    ),
  },
  {
    id: 'email',
    label: 'Email',
    sorts: sortAscendingFirst('email_asc', 'email_desc'),
    renderCell: ({ email }) => (
      <span className="block [overflow-wrap:anywhere] @3xl:min-w-32">
        <EmailText email={email} />
      </span>
    ),
  },
  { id: 'role', label: 'Role', renderCell: ({ role }) => roleLabels[role] },
  {
    id: 'status',
    label: 'Status',
    renderCell: ({ disabledAt }) => (
      <Badge tone={disabledAt ? 'danger' : 'neutral'}>{disabledAt ? 'Disabled' : 'Active'}</Badge>
    ),
  },
  {
    id: 'since',
    label: 'Joined',
    sorts: sortDescendingFirst('newest', 'oldest'),
    renderCell: ({ createdAt }) => <DateTime instant={createdAt} isDateOnly />,
  },
  {
    id: 'seen',
    label: 'Last seen',
    sorts: sortDescendingFirst('last_active_desc', 'last_active_asc'),
    renderCell: ({ lastActiveAt }) =>
      lastActiveAt ? <DateTime instant={lastActiveAt} isDateOnly /> : <span className="hint">Not signed in</span>,
  },
];

export const userFilters = [
  {
    name: 'role',
    label: 'Role',
    allLabel: 'Any role',
    options: Object.entries(roleLabels).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'status',
    label: 'Status',
    allLabel: 'Any status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'disabled', label: 'Disabled' },
    ],
  },
];

export const userSortOptions = [
  ...sortOptions.time,
  ...sortOptions.name,
  ...sortOptions.email,
  { value: 'last_active_desc', label: 'Recently active first' },
  { value: 'last_active_asc', label: 'Least recently active first' },
];
