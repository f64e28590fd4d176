import { Link } from 'react-router';
import { dashboardPaths, subjectPath } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { formatDay } from '#shared/time.ts';
import { EmailAddress } from '#ui/EmailText.tsx';
import { ascendingFirst, type Column, descendingFirst } from '#ui/table/column.ts';
import type { TableFilter } from '#ui/table/TableToolbar.tsx';
import type { DocumentLine } from '../contract/document-list.ts';
import { amountText, wordsOf } from '../rules/labels.ts';

export const stateNames: Readonly<Record<DocumentLine['state'], string>> = {
  open: 'Open',
  overdue: 'Overdue',
  paid: 'Paid',
  credited: 'Credited',
  none: '',
};

const figure = 'font-mono text-meta whitespace-nowrap tabular-nums';

/** What is shown of a document in the list of all. */
export const documentColumns: readonly Column<DocumentLine>[] = [
  {
    id: 'number',
    label: 'Document',
    fixed: true,
    sorts: descendingFirst('newest', 'oldest'),
    cell: ({ kind, number, path }) => (
      <Link className="inline-grid min-h-11 content-center no-underline hover:text-accent" to={path}>
        <span className="font-mono text-small font-semibold tabular-nums">{number}</span>
        <span className="meta block whitespace-nowrap">{wordsOf(kind).title}</span>
      </Link>
    ),
  },
  {
    id: 'client',
    label: 'Client',
    sorts: ascendingFirst('client', 'client-down'),
    cell: ({ client: { name, email } }) =>
      email === null ? (
        name
      ) : (
        <Link
          className="inline-grid min-h-11 content-center no-underline hover:text-accent"
          to={withQuery(dashboardPaths.statement, { email })}
          title="Statement of account"
        >
          <span className="[overflow-wrap:anywhere]">{name}</span>
          <span className="meta block">
            <EmailAddress email={email} />
          </span>
        </Link>
      ),
  },
  {
    id: 'order',
    label: 'Order',
    cell: ({ subject }) =>
      subject && (
        <>
          <Link className={`link ${figure}`} to={subjectPath(subject.orderNumber)}>
            {subject.orderNumber}
          </Link>
          <span className="meta block">{subject.title}</span>
        </>
      ),
  },
  { id: 'issued', label: 'Issued', cell: ({ issuedOn }) => <Day day={issuedOn} /> },
  {
    id: 'due',
    label: 'Due',
    sorts: ascendingFirst('due', 'due-last'),
    cell: ({ dueOn }) => dueOn !== null && <Day day={dueOn} />,
  },
  {
    id: 'total',
    label: 'Total',
    cell: ({ total, currency }) => <span className={figure}>{amountText(total, currency)}</span>,
  },
  {
    id: 'state',
    label: 'State',
    fixed: true,
    cell: ({ state, owed, total, currency }) => (
      <>
        <span className={state === 'overdue' ? 'text-danger' : ''}>{stateNames[state]}</span>
        {owed > 0 && owed !== total && <span className="meta block">{amountText(owed, currency)} left</span>}
      </>
    ),
  },
];

function Day({ day }: { day: string }) {
  return (
    <time dateTime={day} className="meta whitespace-nowrap text-ink-soft">
      {formatDay(day)}
    </time>
  );
}

/** In the order in which they happen. */
const kindsInList = [
  'deposit invoice',
  'balance invoice',
  'invoice',
  'installment invoice',
  'late fee invoice',
  'credit note',
  'receipt',
  'quote',
] as const;

export function documentFilters(years: readonly number[]): readonly TableFilter[] {
  return [
    {
      name: 'state',
      label: 'State',
      any: 'Any state',
      options: [
        { value: 'open', label: 'To be paid' },
        { value: 'overdue', label: 'Overdue' },
        { value: 'paid', label: 'Paid' },
        { value: 'credited', label: 'Credited' },
      ],
    },
    {
      name: 'kind',
      label: 'Kind',
      any: 'Any kind',
      options: kindsInList.map(kind => ({ value: kind, label: wordsOf(kind).title })),
    },
    {
      name: 'year',
      label: 'Year',
      any: 'Any year',
      options: years.map(year => ({ value: String(year), label: String(year) })),
    },
  ];
}

export const documentSortOptions = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'due', label: 'Due first' },
  { value: 'due-last', label: 'Due last' },
  { value: 'client', label: 'Client, A to Z' },
  { value: 'client-down', label: 'Client, Z to A' },
];
