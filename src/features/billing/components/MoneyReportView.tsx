import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts } from '#shared/money-arithmetic.ts';
import { withQuery } from '#shared/paths.ts';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import { ShareBar } from '#ui/ShareBar.tsx';
import type { AgingStatus } from '../contract/document-list.ts';
import type { CurrencyReport, MoneyFigures, MoneyShares } from '../contract/money-report.ts';
import { agingLabels, formatAmount } from '../rules/labels.ts';
import { buildMoneyLink } from '../rules/money-links.ts';
import { formatMoneyPeriod, getPeriodDays, type MoneyPeriod, toPeriodName } from '../rules/money-periods.ts';
import { MoneyChart } from './MoneyChart.tsx';

interface MoneyReportViewProps {
  report: CurrencyReport;
  period: MoneyPeriod;
  /** The monthly price of the active subscriptions. */
  recurring?: { readonly monthly: MinorUnits; readonly count: number } | undefined;
  /** Whether the figures are of all currencies. */
  isConverted?: boolean;
}

/** The money report in one currency. Each figure links to the rows behind it. */
export function MoneyReportView({ report, period, recurring, isConverted = false }: MoneyReportViewProps) {
  const { currency, aging } = report;
  /** The filter of links. */
  const only = isConverted ? undefined : currency;
  const days = getPeriodDays(period);
  const outstanding = sumAmounts(Object.values(aging));
  const overdue = subtractAmounts(outstanding, aging.not_due);
  const statuses = Object.entries(agingLabels) as [AgingStatus, string][];
  const toShareRows = ({ items }: MoneyShares, by: 'client' | 'offer') =>
    items.map(({ key, label, received }) => ({
      key,
      label,
      amount: received,
      to: buildMoneyLink('received', { currency: only, ...days, [by]: key }),
    }));
  return (
    <div className="grid gap-y-12">
      <PeriodFigures report={report} period={period} only={only} />
      <DashboardSection title="Received by month">
        <div className="pt-4">
          <MoneyChart currency={currency} report={report} period={period} only={only} />
        </div>
      </DashboardSection>
      <div className="grid items-start gap-12 md:grid-cols-2 xl:grid-cols-3">
        <div className="grid gap-y-12">
          <DashboardSection title="Outstanding today">
            <AmountTable
              caption="Unpaid amounts by due date"
              currency={currency}
              rows={statuses.map(([status, label]) => ({
                key: status,
                label,
                amount: aging[status],
                to: buildMoneyLink(status, { currency: only }),
              }))}
            />
            <Total label="Outstanding" to={buildMoneyLink('open', { currency: only })}>
              {formatAmount(outstanding, currency)}
            </Total>
            <Total label="Overdue" to={buildMoneyLink('overdue', { currency: only })} isDanger={overdue > 0}>
              {formatAmount(overdue, currency)}
            </Total>
          </DashboardSection>
          {recurring && (
            <DashboardSection title="Recurring">
              <Total
                label={`Per month, from ${recurring.count} active ${recurring.count === 1 ? 'subscription' : 'subscriptions'}`}
                to={withQuery(dashboardPaths.orders, { subscription: 'active', currency })}
              >
                {formatAmount(recurring.monthly, currency)}
              </Total>
            </DashboardSection>
          )}
        </div>
        <Shares
          title="Received by client"
          noun="clients"
          period={toPeriodName(period)}
          scope={only ?? 'all'}
          currency={currency}
          rows={toShareRows(report.clients, 'client')}
          {...report.clients}
        />
        <Shares
          title="Received by offer"
          noun="offers"
          period={toPeriodName(period)}
          scope={only ?? 'all'}
          currency={currency}
          rows={toShareRows(report.offers, 'offer')}
          {...report.offers}
        />
      </div>
    </div>
  );
}

const figures: readonly (readonly [name: keyof MoneyFigures, label: string])[] = [
  ['received', 'Net received'],
  ['refunds', 'Refunds and disputes'],
  ['invoiced', 'Invoiced'],
  ['credited', 'Credited'],
  ['writtenOff', 'Written off'],
];

function PeriodFigures({
  report,
  period,
  only,
}: Pick<MoneyReportViewProps, 'report' | 'period'> & { only: string | undefined }) {
  const { currency, current, previous } = report;
  const before = { ...period, year: period.year - 1 };
  const shown = figures.filter(([name]) => name !== 'writtenOff' || current[name] > 0 || previous[name] > 0);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 sm:gap-x-8 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {shown.map(([name, label]) => (
        <div key={name} className="border-t border-rule-strong pt-3">
          <dt className="hint">{label}</dt>
          <dd>
            <Link
              className="inline-flex min-h-11 items-center font-display text-h4 font-semibold tabular-nums no-underline sm:text-h3 hover:text-accent"
              to={buildMoneyLink(name, { currency: only, ...getPeriodDays(period) })}
            >
              {formatAmount(current[name], currency)}
            </Link>
            <Link
              className="meta flex min-h-11 items-center no-underline hover:text-accent pointer-fine:min-h-6"
              to={buildMoneyLink(name, { currency: only, ...getPeriodDays(before) })}
            >
              {formatMoneyPeriod(before)}: {formatAmount(previous[name], currency)}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface AmountRow {
  readonly key: string;
  readonly label: string;
  readonly amount: MinorUnits;
  readonly to: string;
}

interface AmountTableProps {
  caption: string;
  currency: string;
  rows: readonly AmountRow[];
}

/** Amounts with their shares as bars. */
function AmountTable({ caption, currency, rows }: AmountTableProps) {
  const max = Math.max(1, ...rows.map(({ amount }) => amount));
  return (
    <table className="w-full text-small">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {rows.map(({ key, label, amount, to }) => (
          <tr key={key} className="border-b border-rule">
            <th scope="row" className="relative w-full max-w-0 py-0 pr-3 text-left font-normal">
              <ShareBar share={Math.max(0, amount) / max} width="w-[calc(100%-0.75rem)]" />
              <Link className="relative flex min-h-11 items-center px-2 no-underline hover:text-accent" to={to}>
                <span className="truncate" title={label}>
                  {label}
                </span>
              </Link>
            </th>
            <td className="py-1 text-right font-mono text-meta whitespace-nowrap tabular-nums">
              {formatAmount(amount, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TotalProps {
  label: string;
  to: string;
  isDanger?: boolean;
  children: string;
}

function Total({ label, to, isDanger = false, children }: TotalProps) {
  return (
    <p className="flex min-h-11 items-center justify-between gap-4 border-b border-rule text-small font-semibold">
      <Link className="inline-flex min-h-11 items-center px-2 no-underline hover:text-accent" to={to}>
        {label}
      </Link>
      <span className={`font-mono text-meta whitespace-nowrap tabular-nums ${isDanger ? 'text-danger' : ''}`}>
        {children}
      </span>
    </p>
  );
}

interface SharesProps extends Omit<AmountTableProps, 'caption'>, MoneyShares {
  title: string;
  noun: 'clients' | 'offers';
  /** Name of the period. */
  period: string;
  /** The currency of the report, or `all`. */
  scope: string;
}

function Shares({ title, noun, period, scope, currency, rows, others }: SharesProps) {
  return (
    <DashboardSection title={title}>
      {rows.length === 0 ? (
        <p className="py-4 text-small text-ink-soft">No payments in this period.</p>
      ) : (
        <AmountTable caption={title} currency={currency} rows={rows} />
      )}
      {others.count > 0 && (
        <p className="hint flex min-h-11 items-center justify-between gap-4 px-2 pr-0">
          <Link
            className="inline-flex min-h-11 items-center hover:text-accent"
            to={withQuery(dashboardPaths.money, { period, currency: scope, all: noun })}
            preventScrollReset
          >
            {others.count} more {noun}
          </Link>
          <span className="font-mono text-meta whitespace-nowrap tabular-nums">
            {formatAmount(others.received, currency)}
          </span>
        </p>
      )}
    </DashboardSection>
  );
}
