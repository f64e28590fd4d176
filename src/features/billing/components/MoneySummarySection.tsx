import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { withQuery } from '#shared/paths.ts';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import type { MoneySummary } from '../contract/money-summary.ts';

/** Shows the received and unpaid amounts with a chart of the last months, by currency; nothing before the first invoice. */
export function MoneySummarySection({ months, currencies }: MoneySummary) {
  if (currencies.length === 0) return null;
  return (
    <DashboardSection title="Money" all={{ to: dashboardPaths.money, label: 'Money overview' }}>
      {currencies.map(({ currency, received, outstanding, overdue }) => {
        const format = (minor: MinorUnits) => formatMoney({ minor, currency });
        return (
          <div key={currency} className="grid items-end gap-x-12 gap-y-4 py-4 sm:grid-cols-2 xl:grid-cols-1">
            <dl className="grid grid-cols-2 items-end gap-x-6">
              <Figure label="Received this month" value={format(received.at(-1) ?? ZERO)} />
              <Figure label="Outstanding" value={format(outstanding)}>
                {overdue > 0 && (
                  <Link
                    className="link text-danger"
                    to={withQuery(dashboardPaths.billingDocuments, { status: 'overdue', sort: 'due_asc' })}
                  >
                    {format(overdue)} overdue
                  </Link>
                )}
              </Figure>
            </dl>
            <ReceivedChart months={months} received={received} format={format} />
          </div>
        );
      })}
    </DashboardSection>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd>
        <span className="font-display text-h3 font-semibold tabular-nums">{value}</span>
        <span className="block min-h-6 text-small">{children}</span>
      </dd>
    </div>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const HEIGHT = 64;
const COLUMN = 100;

interface ReceivedChartProps {
  months: readonly string[];
  received: readonly MinorUnits[];
  format: (minor: MinorUnits) => string;
}

function ReceivedChart({ months, received, format }: ReceivedChartProps) {
  const max = Math.max(1, ...received);
  const names = months.map(month => monthFormat.format(new Date(`${month}-01`)));
  return (
    <figure
      aria-label={`Received: ${names.map((name, index) => `${name} ${format(received[index] ?? ZERO)}`).join(', ')}`}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${COLUMN * months.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-16 w-full"
      >
        <path
          d={`M0 ${HEIGHT - 1}H${COLUMN * months.length}`}
          className="stroke-rule"
          vectorEffect="non-scaling-stroke"
        />
        {received.map((amount, index) => {
          const height = (Math.max(0, amount) / max) * HEIGHT;
          return (
            <rect
              key={months[index]}
              x={index * COLUMN + 12}
              y={HEIGHT - height}
              width={COLUMN - 24}
              height={height}
              className={index === received.length - 1 ? 'fill-accent' : 'fill-rule-strong/60'}
            >
              <title>{`${names[index]}: ${format(amount)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className="meta mt-1.5 flex justify-around">
        {names.map(name => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </figure>
  );
}
