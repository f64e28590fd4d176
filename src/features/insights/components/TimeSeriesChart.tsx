import { scaleBand, scaleLinear } from 'd3-scale';
import { totalText } from '#shared/lists.ts';
import { ChartTable } from '#ui/ChartTable.tsx';
import type { TimeSeries } from '../contract/reports.ts';
import { formatCount, formatIntervalStart } from '../rules/format.ts';

interface CourseChartProps {
  series: TimeSeries;
  /** Text alternative. */
  label: string;
  /** Low, without axes. */
  isCompact?: boolean;
}

const WIDTH = 1000;
const HEIGHT = 240;

/** Views and visitors over time as overlapping bars: there are never more visitors than views. */
export function TimeSeriesChart({ series: { points, interval }, label, isCompact = false }: CourseChartProps) {
  const max = Math.max(4, ...points.map(({ views }) => views));
  const height = scaleLinear([0, max], [0, HEIGHT]).nice(4);
  const xScale = scaleBand(
    points.map((_, index) => index),
    [0, WIDTH],
  )
    .paddingInner(points.length > 40 ? 0.15 : 0.3)
    .paddingOuter(0.1);
  const ticks = height.ticks(4).toReversed();
  const bars = (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={isCompact ? 'block h-16 w-full' : 'absolute inset-0 block size-full'}
    >
      {isCompact && <path d={`M0 ${HEIGHT - 1}H${WIDTH}`} className="stroke-rule" vectorEffect="non-scaling-stroke" />}
      {points.map(({ start, views, visitors }, index) => {
        const bar = (top: number, color: string) => (
          <rect x={xScale(index) ?? 0} y={HEIGHT - top} width={xScale.bandwidth()} height={top} className={color} />
        );
        return (
          <g key={index}>
            <title>{`${formatIntervalStart(interval, start)}: ${totalText(visitors, ['visitor', 'visitors'])}, ${totalText(views, ['view', 'views'])}`}</title>
            {bar(HEIGHT, 'fill-transparent')}
            {bar(height(views), 'fill-ground')}
            {bar(height(views), 'fill-rule-strong/60')}
            {bar(height(visitors), 'fill-accent')}
          </g>
        );
      })}
    </svg>
  );
  if (isCompact) return <figure aria-label={label}>{bars}</figure>;
  return (
    <figure aria-label={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <div className="meta flex h-60 flex-col justify-between text-right" aria-hidden="true">
        {ticks.map(tick => (
          <span key={tick} className="flex h-0 items-center justify-end">
            {formatCount(tick)}
          </span>
        ))}
      </div>
      <div className="relative h-60">
        <div className="absolute inset-0 flex flex-col justify-between" aria-hidden="true">
          {ticks.map(tick => (
            <span key={tick} className="h-0 border-t border-rule" />
          ))}
        </div>
        {bars}
      </div>
      <div className="meta col-start-2 mt-2 flex justify-between gap-4" aria-hidden="true">
        {labelIndexes(points.length).map(index => (
          <span key={index} className="max-sm:nth-[even]:hidden">
            {formatIntervalStart(interval, points[index]?.start ?? '')}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** Returns the points to label: both ends, and some at equal distances between. */
function labelIndexes(count: number): number[] {
  const last = count - 1;
  const parts = [4, 3, 2, 1].find(number => last % number === 0 && last >= number) ?? 0;
  // A prime number of steps can't be divided, so use the nearest points.
  const steps = parts > 1 || last < 4 ? parts : 4;
  return [...new Set(Array.from({ length: steps + 1 }, (_, mark) => Math.round((last * mark) / Math.max(1, steps))))];
}

const seriesColors = { Visitors: 'bg-accent', Views: 'bg-rule-strong/60' } as const;

/** Names the colors of the series; they stay visible in forced-colors mode. */
export function TimeSeriesLegend() {
  return (
    <ul className="hint flex gap-5">
      {Object.entries(seriesColors).map(([label, color]) => (
        <li key={label} className="inline-flex items-center gap-2">
          <span className={`inline-block size-2.5 forced-color-adjust-none ${color}`} aria-hidden="true" /> {label}
        </li>
      ))}
    </ul>
  );
}

const headings = { hour: 'Hour', day: 'Day', month: 'Month' } as const;

/** The chart's data as a collapsed table. */
export function TimeSeriesTable({ series: { interval, points } }: { series: TimeSeries }) {
  return (
    <ChartTable
      headings={[headings[interval], 'Visitors', 'Views']}
      rows={points.map(({ start, visitors, views }) => ({
        label: formatIntervalStart(interval, start),
        cells: [formatCount(visitors), formatCount(views)],
      }))}
    />
  );
}
