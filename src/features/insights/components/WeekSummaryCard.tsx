import { DashboardSection } from '#ui/DashboardSection.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { totalText } from '#shared/lists.ts';
import { withQuery } from '#shared/paths.ts';
import type { WeekSummary } from '../contract/reports.ts';
import { findPercentChange } from '../rules/date-ranges.ts';
import { formatPercentChange, formatCount } from '../rules/format.ts';
import { TimeSeriesChart, TimeSeriesLegend } from './TimeSeriesChart.tsx';

/** The last seven days in a sentence, with a small chart. */
export function WeekSummaryCard({ week: { counting, figures, course } }: { week: WeekSummary }) {
  const { current, previous, isComparable } = figures;
  if (!counting && current.views === 0) return null;
  const change = isComparable ? findPercentChange(current.visitors, previous.visitors) : undefined;
  return (
    <DashboardSection
      title="Last 7 days"
      all={{ to: withQuery(dashboardPaths.insights, { range: '7d' }), label: 'Insights' }}
    >
      {current.views === 0 && previous.views === 0 ? (
        <p className="py-4 text-small text-ink-soft">No visits yet. Your own visits aren’t counted.</p>
      ) : (
        <div className="grid items-center gap-x-12 gap-y-3 py-4 sm:grid-cols-2 xl:grid-cols-1">
          <p className="text-small">
            <span className="font-display text-h3 font-semibold tabular-nums">{formatCount(current.visitors)}</span>{' '}
            {current.visitors === 1 ? 'daily visitor' : 'daily visitors'}
            {change !== undefined && <span className="meta"> {formatPercentChange(change)}</span>}
            <span className="block text-ink-soft">
              {totalText(current.views, ['page view', 'page views'])}. Previous 7 days:{' '}
              {totalText(previous.visitors, ['visitor', 'visitors'])}.{!counting && ' Tracking is off.'}
            </span>
          </p>
          <div className="grid gap-2">
            <TimeSeriesChart
              isCompact
              series={course}
              label={`Visitors and views in the last 7 days: ${course.points.map(({ visitors, views }) => `${visitors} and ${views}`).join(', ')}`}
            />
            <TimeSeriesLegend />
          </div>
        </div>
      )}
    </DashboardSection>
  );
}
