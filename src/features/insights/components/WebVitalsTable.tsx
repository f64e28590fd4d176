import { metrics, pageGroupLabels, pageGroups, webVitalThresholds as measures } from '../contract/limits.ts';
import type { WebVital } from '../contract/reports.ts';
import { formatCount, formatWebVital } from '../rules/format.ts';
import { CsvLink } from './CsvLink.tsx';

const ratings = { good: 'good', needs_improvement: 'needs improvement', poor: 'poor' } as const;
const colors = { good: 'text-accent', needs_improvement: 'text-ink-soft', poor: 'text-danger' } as const;

/** Web Vitals at the 75th percentile, with ratings. */
export function WebVitalsTable({ vitals, exportUrl }: { vitals: readonly WebVital[]; exportUrl: string }) {
  const visibleGroups = pageGroups.filter(group => vitals.some(vital => vital.pageGroup === group));
  return (
    <section aria-labelledby="speed" className="min-w-0">
      <div className="flex min-h-11 items-center justify-between gap-4 border-b border-rule-strong">
        <h2 id="speed" className="text-h4">
          Page speed
        </h2>
        {visibleGroups.length > 0 && <CsvLink href={exportUrl} label="Download page speed as CSV" />}
      </div>
      {visibleGroups.length === 0 ? (
        <p className="py-4 text-small text-ink-soft">
          This shows how fast your pages load, once the first visits are measured.
        </p>
      ) : (
        <table className="w-full text-small">
          <thead>
            <tr className="text-left">
              <th scope="col" className="hint py-2 pr-4 font-normal">
                Pages
              </th>
              {metrics.map(metric => (
                <th key={metric} scope="col" className="hint py-2 pr-3 font-normal">
                  <abbr title={measures[metric].description} className="no-underline">
                    {measures[metric].name}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visibleGroups.map(group => (
              <tr key={group} className="border-t border-rule align-baseline">
                <th scope="row" className="py-2.5 pr-3 text-left font-normal">
                  {pageGroupLabels[group]}
                </th>
                {metrics.map(metric => (
                  <VitalCell
                    key={metric}
                    vital={vitals.find(row => row.pageGroup === group && row.metric === metric)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-3 max-w-[36em] text-meta leading-snug text-ink-soft">
        Three out of four visits were at least this fast. The number next to each rating is the number of measured
        visits. Good: LCP up to 2.5 s, INP up to 200 ms and CLS up to 0.1. Poor: above 4 s, 500 ms and 0.25. Each page
        is measured from loading until it’s first hidden or left. Not every browser supports all three metrics.
      </p>
    </section>
  );
}

function VitalCell({ vital }: { vital: WebVital | undefined }) {
  if (!vital) {
    return (
      <td className="meta py-2.5 pr-4">
        <span aria-hidden="true">–</span>
        <span className="sr-only">not measured</span>
      </td>
    );
  }
  const { metric, p75, rating, sampleCount } = vital;
  return (
    <td className="py-2.5 pr-3">
      <span className="font-mono tabular-nums">{formatWebVital(metric, p75)}</span>
      <span className="meta block">
        <span className={colors[rating]}>{ratings[rating]}</span> · {formatCount(sampleCount)}
        <span className="sr-only">{sampleCount === 1 ? ' visit' : ' visits'}</span>
      </span>
    </td>
  );
}
