import { EmailAddress } from '#ui/EmailText.tsx';
import { Moment } from '#ui/DateTime.tsx';
import { PersonMark } from '#ui/Avatar.tsx';
import { ascendingFirst, type Column, descendingFirst } from '#ui/table/column.ts';
import type { Person } from '../contract.ts';

export const roleNames: Readonly<Record<Person['role'], string>> = {
  owner: 'Owner',
  author: 'Author',
  member: 'Member',
};

/** What is shown of a person with an account. */
export const peopleColumns: readonly Column<Person>[] = [
  {
    id: 'name',
    label: 'Name',
    fixed: true,
    sorts: ascendingFirst('name', 'name-down'),
    cell: ({ name, avatar }) => (
      <span className="flex items-center gap-3">
        <PersonMark name={name} picture={avatar} />
        <span className="min-w-0 font-display font-semibold [overflow-wrap:anywhere] @3xl:[overflow-wrap:break-word]">
          {name}
        </span>
      </span>
    ),
  },
  {
    id: 'email',
    label: 'E-mail',
    sorts: ascendingFirst('email', 'email-down'),
    cell: ({ email }) => <EmailAddress email={email} />,
  },
  { id: 'role', label: 'Role', cell: ({ role }) => roleNames[role] },
  {
    id: 'state',
    label: 'State',
    cell: ({ disabledAt }) => (disabledAt ? <span className="text-danger">Disabled</span> : 'Active'),
  },
  {
    id: 'since',
    label: 'Since',
    sorts: descendingFirst('newest', 'oldest'),
    cell: ({ createdAt }) => <Moment instant={createdAt} day />,
  },
  {
    id: 'seen',
    label: 'Last seen',
    sorts: descendingFirst('seen', 'seen-longest'),
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? <Moment instant={lastSeenAt} /> : <span className="meta">Signed in nowhere</span>,
  },
];

/** What the list can be narrowed by. */
export const peopleFilters = [
  {
    name: 'role',
    label: 'Role',
    any: 'Any role',
    options: Object.entries(roleNames).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'state',
    label: 'State',
    any: 'Any state',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'disabled', label: 'Disabled' },
    ],
  },
];

export const peopleSortOptions = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name-down', label: 'Name, Z to A' },
  { value: 'email', label: 'E-mail, A to Z' },
  { value: 'email-down', label: 'E-mail, Z to A' },
  { value: 'seen', label: 'Seen last' },
  { value: 'seen-longest', label: 'Not seen for longest' },
];
