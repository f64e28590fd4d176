import { scaleBand, scaleLinear } from 'd3-scale';
import { Link } from 'react-router';
import { formatMoney, getFractionDigits, type MinorUnits } from '#shared/money.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { ChartTable } from '#ui/ChartTable.tsx';
import type { CurrencyReport } from '../contract/money-report.ts';
import { buildMoneyLink } from '../rules/money-links.ts';
import { getPeriodDays, type MoneyPeriod } from '../rules/money-periods.ts';

const WIDTH = 1200;
const HEIGHT = 240;
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const monthNames = Array.from({ length: 12 }, (_none, month) => monthFormat.format(Date.UTC(2026, month)));

interface MoneyChartProps {
  currency: string;
  /** The currency of the payments that the bars link to; undefined for all. */
  only: string | undefined;
  report: Pick<CurrencyReport, 'received' | 'receivedBefore'>;
  period: MoneyPeriod;
}

/** Money received in each month of a year next to the year before; months outside the period are paler. */
export function MoneyChart({ currency, only, report: { received, receivedBefore }, period }: MoneyChartProps) {
  const { year } = period;
  const unit = 10 ** getFractionDigits(currency);
  const amounts = [...received, ...receivedBefore].map(minor => minor / unit);
  const scale = scaleLinear([Math.min(0, ...amounts), Math.max(4, ...amounts)], [HEIGHT, 0]).nice(4);
  const months = scaleBand(monthNames, [0, WIDTH]).paddingInner(0.3).paddingOuter(0.15);
  const ticks = scale.ticks(4).toReversed();
  const tickFormat = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });
  const width = months.bandwidth() / 2;
  const series = [
    { year: year - 1, amounts: receivedBefore, color: 'fill-rule-strong/60' },
    { year, amounts: received, color: 'fill-accent' },
  ];
  const format = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const isIn = (month: number) => month >= period.month && month < period.month + period.months;
  const toCell = (of: number, month: number, amount = ZERO) => (
    <Link
      className="link"
      to={buildMoneyLink('received', { currency: only, ...getPeriodDays({ year: of, month, months: 1 }) })}
    >
      {format(amount)}
    </Link>
  );
  return (
    <>
      <ul className="hint mb-5 flex gap-5">
        {series.toReversed().map(({ year: label, color }) => (
          <li key={label} className="inline-flex items-center gap-2">
            <svg viewBox="0 0 1 1" className="size-2.5 forced-color-adjust-none" aria-hidden="true">
              <rect width="1" height="1" className={color} />
            </svg>
            {label}
          </li>
        ))}
      </ul>
      <figure
        aria-label={`Received by month in ${year} and ${year - 1}. The table below shows the same data.`}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3"
      >
        <div className="meta flex h-60 flex-col justify-between text-right" aria-hidden="true">
          {ticks.map(tick => (
            <span key={tick} className="flex h-0 items-center justify-end">
              {tickFormat.format(tick)}
            </span>
          ))}
        </div>
        <div className="relative h-60" aria-hidden="true">
          <div className="absolute inset-0 flex flex-col justify-between">
            {ticks.map(tick => (
              <span key={tick} className={`h-0 border-t ${tick === 0 ? 'border-rule-strong' : 'border-rule'}`} />
            ))}
          </div>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 block size-full"
          >
            {monthNames.map((name, month) => (
              <g key={name} className={isIn(month) ? '' : 'opacity-40'}>
                {series.map(({ year: of, amounts: values, color }, index) => {
                  const minor = values[month] ?? ZERO;
                  const ends = [scale(0), scale(minor / unit)];
                  return (
                    <rect
                      key={of}
                      x={(months(name) ?? 0) + index * width}
                      y={Math.min(...ends)}
                      width={width}
                      height={Math.max(...ends) - Math.min(...ends)}
                      className={color}
                    >
                      <title>{`${name} ${of}: ${format(minor)}`}</title>
                    </rect>
                  );
                })}
              </g>
            ))}
          </svg>
        </div>
        <div className="meta col-start-2 mt-2 grid grid-cols-12 text-center" aria-hidden="true">
          {monthNames.map(name => (
            <span key={name}>
              {name.slice(0, 1)}
              <span className="max-sm:hidden">{name.slice(1)}</span>
            </span>
          ))}
        </div>
      </figure>
      <ChartTable
        headings={['Month', String(year), String(year - 1)]}
        rows={monthNames.map((label, month) => ({
          label,
          cells: [toCell(year, month, received[month]), toCell(year - 1, month, receivedBefore[month])],
        }))}
      />
    </>
  );
}
