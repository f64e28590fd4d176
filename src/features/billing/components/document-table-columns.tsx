import { Link } from 'react-router';
import { dashboardPaths, subjectPath } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { EmailText } from '#ui/EmailText.tsx';
import { sortAscendingFirst, type Column, sortDescendingFirst } from '#ui/table/column.ts';
import type { TableFilter } from '#ui/table/TableToolbar.tsx';
import type { BillingDocumentListItem } from '../contract/document-list.ts';
import { formatAmount, getKindLabels } from '../rules/labels.ts';

export const documentStatusLabels: Readonly<Record<BillingDocumentListItem['status'], string>> = {
  open: 'Open',
  overdue: 'Overdue',
  paid: 'Paid',
  credited: 'Credited',
  not_payable: '',
};

const figure = 'font-mono text-meta whitespace-nowrap tabular-nums';

export const billingDocumentColumns: readonly Column<BillingDocumentListItem>[] = [
  {
    id: 'number',
    label: 'Document',
    isAlwaysVisible: true,
    sorts: sortDescendingFirst('newest', 'oldest'),
    renderCell: ({ kind, number, path }) => (
      <Link className="inline-grid min-h-11 content-center no-underline hover:text-accent" to={path}>
        <span className="font-mono text-small font-semibold tabular-nums">{number}</span>
        <span className="meta block whitespace-nowrap">{getKindLabels(kind).title}</span>
      </Link>
    ),
  },
  {
    id: 'client',
    label: 'Client',
    sorts: sortAscendingFirst('client_asc', 'client_desc'),
    renderCell: ({ client: { name, email } }) =>
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
            <EmailText email={email} />
          </span>
        </Link>
      ),
  },
  {
    id: 'order',
    label: 'Order',
    renderCell: ({ subject }) =>
      subject && (
        <>
          <Link className={`link ${figure}`} to={subjectPath(subject.orderNumber)}>
            {subject.orderNumber}
          </Link>
          <span className="meta block">{subject.title}</span>
        </>
      ),
  },
  { id: 'issued', label: 'Issued', renderCell: ({ issuedOn }) => <Day day={issuedOn} /> },
  {
    id: 'due',
    label: 'Due',
    sorts: sortAscendingFirst('due_asc', 'due_desc'),
    renderCell: ({ dueOn }) => dueOn !== null && <Day day={dueOn} />,
  },
  {
    id: 'total',
    label: 'Total',
    renderCell: ({ total, currency }) => <span className={figure}>{formatAmount(total, currency)}</span>,
  },
  {
    id: 'status',
    label: 'State',
    isAlwaysVisible: true,
    renderCell: ({ status, amountDue, total, currency }) => (
      <>
        <span className={status === 'overdue' ? 'text-danger' : ''}>{documentStatusLabels[status]}</span>
        {amountDue > 0 && amountDue !== total && (
          <span className="meta block">{formatAmount(amountDue, currency)} left</span>
        )}
      </>
    ),
  },
];

function Day({ day }: { day: string }) {
  return (
    <time dateTime={day} className="meta whitespace-nowrap text-ink-soft">
      {formatPlainDate(day)}
    </time>
  );
}

/** In chronological order. */
const kindsInList = [
  'deposit_invoice',
  'balance_invoice',
  'invoice',
  'installment_invoice',
  'late_fee_invoice',
  'credit_note',
  'receipt',
  'quote',
] as const;

export function getDocumentFilters(years: readonly number[]): readonly TableFilter[] {
  return [
    {
      name: 'status',
      label: 'State',
      allLabel: 'Any state',
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
      allLabel: 'Any kind',
      options: kindsInList.map(kind => ({ value: kind, label: getKindLabels(kind).title })),
    },
    {
      name: 'year',
      label: 'Year',
      allLabel: 'Any year',
      options: years.map(year => ({ value: String(year), label: String(year) })),
    },
  ];
}

export const billingDocumentSortOptions = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'due_asc', label: 'Due first' },
  { value: 'due_desc', label: 'Due last' },
  { value: 'client_asc', label: 'Client, A to Z' },
  { value: 'client_desc', label: 'Client, Z to A' },
];
