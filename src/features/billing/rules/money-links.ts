import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { AgingStatus } from '../contract/document-list.ts';

/** The data behind a figure of the money report. */
interface MoneyScope {
  /** Undefined for all. */
  readonly currency: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly client?: string;
  readonly offer?: string;
}

export type MoneyFigureName =
  | 'received'
  | 'refunds'
  | 'invoiced'
  | 'credited'
  | 'writtenOff'
  | 'open'
  | 'overdue'
  | AgingStatus;

/** Returns the URL of the list with the rows behind a figure. */
export function buildMoneyLink(figure: MoneyFigureName, scope: MoneyScope): string {
  switch (figure) {
    case 'received':
      return withQuery(dashboardPaths.payments, { ...scope });
    case 'refunds':
      return withQuery(dashboardPaths.payments, { ...scope, movement: 'refunded' });
    case 'invoiced':
      return withQuery(dashboardPaths.billingDocuments, { ...scope, kind: 'any_invoice' });
    case 'credited':
      return withQuery(dashboardPaths.billingDocuments, { ...scope, kind: 'credit_note' });
    case 'writtenOff':
      return withQuery(dashboardPaths.billingDocuments, { ...scope, status: 'written_off' });
    default:
      return withQuery(dashboardPaths.billingDocuments, {
        status: figure,
        currency: scope.currency,
        sort: 'due_asc',
      });
  }
}

/** The filters of lists that come with these links, as in the query of a list. */
export const moneyFilterNames = ['from', 'to', 'currency', 'movement', 'client', 'offer'] as const;

/** Returns the filters that came with a link, to be shown above the list. */
export function listMoneyFilters(query: Readonly<Record<string, string | undefined>>) {
  const { from, to, currency = '', movement, client, offer } = query;
  return [
    { names: ['from', 'to'], label: formatDays(from, to) },
    { names: ['currency'], label: currency },
    { names: ['movement'], label: movement === 'refunded' ? 'Refunds and disputes only' : 'Payments only' },
    { names: ['client'], label: `Client: ${client}` },
    { names: ['offer'], label: `Offer: ${offer}` },
  ];
}

function formatDays(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return to === undefined ? '' : `Until ${formatDay(to)}`;
  return to === undefined ? `From ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(to)}`;
}

/** Leaves out a date that the list rejects. */
const formatDay = (day: string) => (Number.isNaN(Date.parse(`${day}T12:00:00Z`)) ? '' : formatPlainDate(day));
