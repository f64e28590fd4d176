import type { Summary } from '../contract/reports.ts';
import { findPercentChange } from '../rules/date-ranges.ts';
import { formatPercentChange, formatCount } from '../rules/format.ts';

interface FigureProps {
  label: string;
  value: string;
  change: number | undefined;
  before: string;
}

function Figure({ label, value, change, before }: FigureProps) {
  return (
    <div className="border-t border-rule-strong pt-3">
      <dt className="meta">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-h2 font-semibold tabular-nums">{value}</span>
        <span className="meta">
          {change === undefined ? (
            <>before: {before}</>
          ) : (
            <>
              <span className={change > 0 ? 'text-accent' : change < 0 ? 'text-danger' : ''}>
                {formatPercentChange(change)}
              </span>{' '}
              from {before}
            </>
          )}
        </span>
      </dd>
    </div>
  );
}

interface FigureRowProps {
  comparison: Summary['comparison'];
  /** Whether one day is shown, so that its visitors are not a sum. */
  isSingleDay: boolean;
}

/** Metrics of a date range, with their changes. */
export function MetricRow({ comparison: { current, previous, isComparable }, isSingleDay }: FigureRowProps) {
  const change = (one: number, other: number) => (isComparable ? findPercentChange(one, other) : undefined);
  const perVisitor = ({ views, visitors }: typeof current) => (visitors === 0 ? 0 : views / visitors);
  const [here, there] = [perVisitor(current), perVisitor(previous)];
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
      <Figure
        label={isSingleDay ? 'Visitors' : 'Daily visitors'}
        value={formatCount(current.visitors)}
        change={change(current.visitors, previous.visitors)}
        before={formatCount(previous.visitors)}
      />
      <Figure
        label="Page views"
        value={formatCount(current.views)}
        change={change(current.views, previous.views)}
        before={formatCount(previous.views)}
      />
      <Figure
        label="Views a visitor"
        value={here.toFixed(1)}
        change={current.visitors > 0 ? change(here, there) : undefined}
        before={there.toFixed(1)}
      />
    </dl>
  );
}
