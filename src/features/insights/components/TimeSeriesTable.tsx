import ChevronRight from 'lucide-react/icons/chevron-right';
import type { TimeSeries } from '../contract/reports.ts';
import { formatCount, formatIntervalStart } from '../rules/format.ts';

const headings = { hour: 'Hour from', day: 'Day', month: 'Month' } as const;

/** The chart's data as a collapsed table. */
export function TimeSeriesTable({ course: { interval, points } }: { course: TimeSeries }) {
  return (
    <details className="group mt-3">
      <summary className="meta inline-flex min-h-11 items-center gap-1.5 hover:text-accent">
        <ChevronRight className="size-4 group-open:rotate-90" aria-hidden="true" /> The figures as a table
      </summary>
      <table className="w-full max-w-xl border-y border-rule text-small">
        <thead>
          <tr className="text-left">
            <th scope="col" className="meta py-2 pr-4 font-normal">
              {headings[interval]}
            </th>
            <th scope="col" className="meta py-2 pr-4 text-right font-normal">
              Visitors
            </th>
            <th scope="col" className="meta py-2 pr-1 text-right font-normal">
              Views
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ start, visitors, views }, place) => (
            <tr key={place} className="border-t border-rule">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {formatIntervalStart(interval, start)}
              </th>
              <td className="py-1.5 pr-4 text-right font-mono tabular-nums">{formatCount(visitors)}</td>
              <td className="py-1.5 pr-1 text-right font-mono tabular-nums">{formatCount(views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
