import Copy from 'lucide-react/icons/copy';
import FileMinus from 'lucide-react/icons/file-minus';
import Plus from 'lucide-react/icons/plus';
import Banknote from 'lucide-react/icons/banknote';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { Link, Outlet, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths, subjectPath } from '#shared/dashboard-paths.ts';
import { MAX_EXACT_TOTAL } from '#shared/lists.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { type Column, sortAscendingFirst, sortDescendingFirst, sortOptions } from '#ui/table/column.ts';
import { menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import { DownloadCsvLink, TableList } from '#ui/table/TableList.tsx';
import { TableTotals } from '#ui/table/TableTotals.tsx';
import { EmptyState, SumsLeftOut, type TableFilter } from '#ui/table/TableToolbar.tsx';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { BillingDocumentListItem } from '../contract/document-list.ts';
import { agingLabels, formatAmount, getKindLabels } from '../rules/labels.ts';
import { listMoneyFilters } from '../rules/money-links.ts';
import { PostForm } from '#ui/PostForm.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, [
    'search',
    'status',
    'kind',
    'year',
    'from',
    'to',
    'currency',
    'sort',
  ]);
  return { list: await api.billing.listBillingDocuments(params), query };
});

export function Component() {
  const { list, query } = useLoaderData<typeof loader>();
  const isEmpty = list.years.length === 0;
  return (
    <DashboardPage
      title="Invoices"
      intro="All invoices, credit notes and receipts, numbered without gaps. Issued documents can’t be changed. Credit notes correct invoices."
      aside={
        <div className="flex flex-wrap gap-2">
          <Link className="button button-primary" to={dashboardPaths.newInvoice}>
            <Plus className="size-4" aria-hidden="true" /> New invoice
          </Link>
          {!isEmpty && (
            <>
              <Link className="button max-sm:hidden" to={dashboardPaths.newCreditNote}>
                New credit note
              </Link>
              <Link className="button" to={dashboardPaths.statement}>
                <ReceiptText className="size-4" aria-hidden="true" />
                <span className="inline-block first-letter:uppercase">
                  <span className="max-sm:sr-only">Account </span>statement
                </span>
              </Link>
              <DownloadCsvLink path={dashboardPaths.documentsExport} query={query} />
            </>
          )}
        </div>
      }
    >
      <Outlet />
      {isEmpty ? (
        <EmptyState title="No invoices yet.">
          Write an invoice, or let them be issued automatically: for the deposit when a client signs the agreement, and
          for the balance when the work is complete. Set up tax and manual payments in{' '}
          <Link className="link" to={dashboardPaths.billing}>
            Billing settings
          </Link>
          .
        </EmptyState>
      ) : (
        <>
          {list.totals.map(({ currency, invoiced, credited, paid, writtenOff, outstanding }) => (
            <TableTotals
              key={currency}
              currency={currency}
              amounts={{
                Invoiced: invoiced,
                Credited: credited,
                Paid: paid,
                ...(writtenOff > 0 ? { 'Written off': writtenOff } : {}),
                Outstanding: outstanding,
              }}
            />
          ))}
          {list.total > MAX_EXACT_TOTAL && <SumsLeftOut noun="documents" />}
          <TableList
            path={dashboardPaths.billingDocuments}
            query={query}
            list={list}
            noun={['document', 'documents']}
            caption="Invoices"
            columns={billingDocumentColumns}
            columnsKey="documents"
            getKey={({ number }) => number}
            getRowLabel={({ number }) => number}
            searchLabel="Number, client or order"
            filters={getDocumentFilters(list.years)}
            fixedFilters={listMoneyFilters(query)}
            renderActions={renderActions}
            sorts={billingDocumentSortOptions}
            empty={{ title: 'No documents yet.' }}
            noMatch={{
              title: 'No documents found.',
              text: 'Try a different search or clear the filters.',
            }}
          >
            <SiteZoneNote className="mt-3" />
          </TableList>
        </>
      )}
    </DashboardPage>
  );
}

/** Actions of an invoice; other documents have none. */
function renderActions({ kind, number, status }: BillingDocumentListItem) {
  if (status === 'not_payable' || status === 'voided') return null;
  return (
    <RowMenu id={`actions-${number}`} label={`Actions for ${getKindLabels(kind).title.toLowerCase()} ${number}`}>
      <Link className={menuItemClass} to={dashboardPaths.invoicePayments(number)}>
        <Banknote className="size-4.5 shrink-0" aria-hidden="true" />
        {status === 'open' || status === 'overdue' ? 'Record payment' : 'View balance'}
      </Link>
      <PostForm action={dashboardPaths.newInvoice}>
        <button type="submit" name="document" value={number} className={menuItemClass}>
          <Copy className="size-4.5 shrink-0" aria-hidden="true" /> Duplicate as draft
        </button>
      </PostForm>
      {status !== 'credited' && (
        <Link className={menuItemClass} to={withQuery(dashboardPaths.newCreditNote, { number })}>
          <FileMinus className="size-4.5 shrink-0" aria-hidden="true" /> New credit note
        </Link>
      )}
    </RowMenu>
  );
}

const documentStatuses: Readonly<
  Record<Exclude<BillingDocumentListItem['status'], 'not_payable'>, readonly [label: string, tone: BadgeTone]>
> = {
  open: ['Open', 'active'],
  overdue: ['Overdue', 'danger'],
  paid: ['Paid', 'success'],
  in_review: ['In review', 'active'],
  credited: ['Credited', 'muted'],
  written_off: ['Written off', 'muted'],
  voided: ['Canceled', 'muted'],
};

function DocumentStatus({ status }: Pick<BillingDocumentListItem, 'status'>) {
  if (status === 'not_payable') return null;
  const [label, tone] = documentStatuses[status];
  return <Badge tone={tone}>{label}</Badge>;
}

const figure = 'font-mono text-meta whitespace-nowrap tabular-nums';

const billingDocumentColumns: readonly Column<BillingDocumentListItem>[] = [
  {
    id: 'number',
    label: 'Number',
    isAlwaysVisible: true,
    sorts: sortDescendingFirst('newest', 'oldest'),
    renderCell: ({ number, path }) => (
      <Link
        className="inline-flex min-h-11 items-center font-mono text-small font-semibold whitespace-nowrap tabular-nums no-underline hover:text-accent @3xl:min-h-6"
        to={path}
      >
        {number}
      </Link>
    ),
  },
  { id: 'kind', label: 'Type', renderCell: ({ kind }) => getKindLabels(kind).title },
  {
    id: 'client',
    label: 'Client',
    sorts: sortAscendingFirst('client_asc', 'client_desc'),
    renderCell: ({ client: { name, email } }) =>
      email === null ? (
        name
      ) : (
        <Link
          className="inline-grid min-h-11 content-center no-underline hover:text-accent @3xl:min-h-6"
          to={dashboardPaths.clientOf(email)}
        >
          <span className="[overflow-wrap:anywhere]">{name}</span>
          <span className="meta block @3xl:hidden">
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
        <span className="@3xl:line-clamp-1 @3xl:max-w-[14rem]">
          <Link className={`link ${figure}`} to={subjectPath(subject.orderNumber)}>
            {subject.orderNumber}
          </Link>{' '}
          {subject.title}
        </span>
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
    label: 'Status',
    isAlwaysVisible: true,
    renderCell: ({ status, amountDue, writtenOff, total, currency }) => (
      <>
        <DocumentStatus status={status} />
        {amountDue > 0 && amountDue !== total && (
          <span className="meta block">{formatAmount(amountDue, currency)} due</span>
        )}
        {status === 'paid' && writtenOff > 0 && (
          <span className="meta block">{formatAmount(writtenOff, currency)} written off</span>
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

/** In the order in which they occur. */
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

function getDocumentFilters(years: readonly number[]): readonly TableFilter[] {
  return [
    {
      name: 'status',
      label: 'Status',
      allLabel: 'Any status',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'overdue', label: 'Overdue' },
        ...Object.entries(agingLabels).map(([value, label]) => ({ value, label })),
        { value: 'paid', label: 'Paid' },
        { value: 'in_review', label: 'In review' },
        { value: 'credited', label: 'Credited' },
        { value: 'written_off', label: 'Written off' },
      ],
    },
    {
      name: 'kind',
      label: 'Type',
      allLabel: 'Any type',
      options: [
        { value: 'any_invoice', label: 'All invoices' },
        ...kindsInList.map(kind => ({ value: kind, label: getKindLabels(kind).title })),
      ],
    },
    {
      name: 'year',
      label: 'Year',
      allLabel: 'Any year',
      options: years.map(year => ({ value: String(year), label: String(year) })),
    },
  ];
}

const billingDocumentSortOptions = [
  ...sortOptions.time,
  { value: 'due_asc', label: 'Due date, earliest first' },
  { value: 'due_desc', label: 'Due date, latest first' },
  { value: 'client_asc', label: 'Client, A to Z' },
  { value: 'client_desc', label: 'Client, Z to A' },
];
