import { Link } from 'react-router';
import { ClientLink } from '#features/clients/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { SiteMoment } from '#ui/DateTime.tsx';
import type { Column } from '#ui/table/column.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { paymentMethods, paymentStatuses } from '../contract/enums.ts';
import type { ListedPayment, PaymentListItem } from '../contract/review.ts';
import { sentText } from '../rules/sent.ts';
import { formatReturned, paymentStatusLabels, paymentMethodLabels } from '../rules/labels.ts';

const statusTones: Readonly<Record<PaymentListItem['state'], BadgeTone>> = {
  pending: 'neutral',
  processing: 'active',
  in_review: 'active',
  confirmed: 'success',
  rejected: 'muted',
  failed: 'muted',
  amount_mismatch: 'danger',
  voided: 'muted',
};

export function PaymentStatus({ state }: Pick<PaymentListItem, 'state'>) {
  return <Badge tone={statusTones[state]}>{paymentStatusLabels[state]}</Badge>;
}

const paymentColumns: readonly Column<ListedPayment>[] = [
  {
    id: 'client',
    label: 'Client',
    isAlwaysVisible: true,
    renderCell: ({ clientName, clientEmail, documentNumber, documentPath }) => (
      <span className="min-w-0 @3xl:block @3xl:min-w-[8rem]">
        <span className="font-display font-semibold">
          {clientEmail === null ? clientName : <ClientLink name={clientName} email={clientEmail} />}
        </span>
        <a className="meta link block w-fit whitespace-nowrap" href={documentPath}>
          {documentNumber}
        </a>
      </span>
    ),
  },
  {
    id: 'amount',
    label: 'Amount',
    isAlwaysVisible: true,
    renderCell: ({ id, amount, currency, sent }) => (
      <>
        <Link className="link font-mono tabular-nums" to={dashboardPaths.payment(id)}>
          {formatMoney({ minor: amount, currency }, { exact: true })}
        </Link>
        {sent && <span className="meta block">{sentText(sent, currency)}</span>}
      </>
    ),
  },
  {
    id: 'state',
    label: 'Status',
    isAlwaysVisible: true,
    renderCell: ({ state, reason, ...payment }) => (
      <>
        <PaymentStatus state={state} />
        {formatReturned(payment).map(text => (
          <span key={text} className="hint block">
            {text}
          </span>
        ))}
        {reason && <span className="hint block [overflow-wrap:anywhere]">{reason}</span>}
      </>
    ),
  },
  { id: 'method', label: 'Method', renderCell: ({ method }) => paymentMethodLabels[method] },
  {
    id: 'reference',
    label: 'Reference',
    renderCell: ({ reference }) =>
      reference && (
        <span className="meta [overflow-wrap:anywhere] @3xl:block @3xl:max-w-[14ch] @3xl:truncate" title={reference}>
          {reference}
        </span>
      ),
  },
  { id: 'begun', label: 'Started', renderCell: ({ createdAt }) => <SiteMoment instant={createdAt} isDateOnly /> },
  {
    id: 'settled',
    label: 'Completed',
    renderCell: ({ settledAt }) =>
      settledAt ? <SiteMoment instant={settledAt} /> : <span className="hint">Not yet</span>,
  },
];

const netColumn: Column<ListedPayment> = {
  id: 'net',
  label: 'In this period',
  isAlwaysVisible: true,
  renderCell: ({ net, currency }) =>
    net !== null && (
      <span className="font-mono text-meta whitespace-nowrap tabular-nums">
        {formatMoney({ minor: net, currency }, { exact: true })}
      </span>
    ),
};

/** Returns the columns of the list; in a period, with the amount that counts in it. */
export function getPaymentColumns(isInPeriod: boolean): readonly Column<ListedPayment>[] {
  return isInPeriod ? paymentColumns.toSpliced(2, 0, netColumn) : paymentColumns;
}

export const paymentFilters = [
  {
    name: 'state',
    label: 'Status',
    allLabel: 'Any status',
    options: paymentStatuses.map(value => ({ value, label: paymentStatusLabels[value] })),
  },
  {
    name: 'method',
    label: 'Method',
    allLabel: 'Any method',
    options: paymentMethods.map(value => ({ value, label: paymentMethodLabels[value] })),
  },
];
