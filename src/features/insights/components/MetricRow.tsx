import type { Summary } from '../contract/reports.ts';
import { findPercentChange } from '../rules/date-ranges.ts';
import { formatPercentChange, formatCount } from '../rules/format.ts';

interface MetricRowProps {
  comparison: Summary['comparison'];
  /** Whether a single day is shown, whose visitors are not a sum. */
  isSingleDay: boolean;
}

/** Metrics of a date range, with their changes. */
export function MetricRow({ comparison: { current, previous, isComparable }, isSingleDay }: MetricRowProps) {
  const perVisitor = ({ views, visitors }: typeof current) => (visitors === 0 ? 0 : views / visitors);
  const figures = [
    {
      label: isSingleDay ? 'Visitors' : 'Daily visitors',
      value: current.visitors,
      before: previous.visitors,
      format: formatCount,
    },
    { label: 'Page views', value: current.views, before: previous.views, format: formatCount },
    {
      label: 'Views per visitor',
      value: perVisitor(current),
      before: perVisitor(previous),
      format: (ratio: number) => ratio.toFixed(1),
      hasChange: isComparable && current.visitors > 0,
    },
  ];
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
      {figures.map(({ label, value, before, format, hasChange = isComparable }) => {
        const change = hasChange ? findPercentChange(value, before) : undefined;
        return (
          <div key={label} className="border-t border-rule-strong pt-3">
            <dt className="hint">{label}</dt>
            <dd className="mt-1 flex flex-wrap items-baseline gap-x-3">
              <span className="font-display text-h2 font-semibold tabular-nums">{format(value)}</span>
              <span className="meta">
                {change === undefined ? (
                  <>previously {format(before)}</>
                ) : (
                  <>
                    <span className={change > 0 ? 'text-accent' : change < 0 ? 'text-danger' : ''}>
                      {formatPercentChange(change)}
                    </span>{' '}
                    from {format(before)}
                  </>
                )}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
