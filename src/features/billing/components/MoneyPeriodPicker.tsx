import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { TabLinks } from '#ui/TabLinks.tsx';
import {
  formatMoneyPeriod,
  type MoneyPeriod,
  resizePeriod,
  shiftPeriod,
  toPeriodName,
} from '../rules/money-periods.ts';

const lengths = [
  [1, 'Month'],
  [3, 'Quarter'],
  [12, 'Year'],
] as const;

interface PeriodPickerProps {
  period: MoneyPeriod;
  /** The first and the last year that can be chosen, and the current month of the last, from zero. */
  firstYear: number;
  today: { readonly year: number; readonly month: number };
  /** Returns the address of the report of a period, by the period's name. */
  toHref: (period: string) => string;
}

/** Chooses the length of the report's period, and the period. */
export function MoneyPeriodPicker({ period, firstYear, today, ...props }: PeriodPickerProps) {
  const toHref = (to: MoneyPeriod) => props.toHref(toPeriodName(to));
  const isBefore = (one: MoneyPeriod, year: number, month: number) => one.year * 12 + one.month < year * 12 + month;
  const [previous, next] = [shiftPeriod(period, -1), shiftPeriod(period, 1)];
  /** The last month of a period that has begun, so a longer period's end isn't in the future. */
  const last = shiftPeriod({ ...period, month: period.month + period.months - 1, months: 1 }, 0);
  const anchor = isBefore({ ...today, months: 1 }, last.year, last.month) ? { ...today, months: 1 as const } : last;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 border-b border-rule">
      <TabLinks
        label="Period"
        className="border-b-0"
        tabs={lengths.map(([months, label]) => ({
          label,
          to: toHref(resizePeriod(anchor, months)),
          isCurrent: period.months === months,
        }))}
      />
      <div className="flex items-center gap-x-1">
        <PeriodLink to={isBefore(previous, firstYear, 0) ? null : toHref(previous)} label={formatMoneyPeriod(previous)}>
          <ArrowLeft className="size-4" aria-hidden="true" />
        </PeriodLink>
        <output className="min-w-[9.5rem] text-center font-display text-small font-semibold tabular-nums">
          {formatMoneyPeriod(period)}
        </output>
        <PeriodLink
          to={isBefore({ ...today, months: 1 }, next.year, next.month) ? null : toHref(next)}
          label={formatMoneyPeriod(next)}
        >
          <ArrowRight className="size-4" aria-hidden="true" />
        </PeriodLink>
      </div>
    </div>
  );
}

/** Links to the previous or next period; keeps its space empty without one. */
function PeriodLink({ to, label, children }: { to: string | null; label: string; children: React.ReactNode }) {
  if (to === null) return <span className="size-11" />;
  return (
    <Link
      className="grid size-11 place-content-center hover:text-accent"
      to={to}
      aria-label={label}
      title={label}
      preventScrollReset
    >
      {children}
    </Link>
  );
}
