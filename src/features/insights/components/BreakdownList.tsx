import { Link } from 'react-router';
import { dimensionLabels } from '../contract/limits.ts';
import type { Summary } from '../contract/reports.ts';
import { formatCount } from '../rules/format.ts';
import { CsvLink } from './CsvLink.tsx';
import { ShareBar } from '#ui/ShareBar.tsx';

interface RankedListProps {
  breakdown: Summary['breakdowns'][number];
  hrefOf: (value: string) => string;
  /** URL of the complete list as a file. */
  exportUrl: string;
}

const EMPTY: Readonly<Partial<Record<Summary['breakdowns'][number]['dimension'], string>>> = {
  campaign: 'Add utm_campaign to your links to compare campaigns here.',
  medium: 'Add utm_medium to your links to compare mediums here.',
};

/** The top items of a list, with bars for their shares. */
export function BreakdownList({ breakdown: { dimension, items, total }, hrefOf, exportUrl }: RankedListProps) {
  const max = Math.max(1, ...items.map(({ visitors }) => visitors));
  const title = dimensionLabels[dimension];
  // Entry pages count visits only, because each visit has one.
  const hasViews = dimension !== 'entry_page';
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex min-h-11 items-center justify-between gap-4 border-b border-rule-strong">
        <h2 className="text-h4">{title}</h2>
        {items.length > 0 && <CsvLink href={exportUrl} label={`Download ${title.toLowerCase()} as CSV`} />}
      </div>
      {items.length === 0 ? (
        <p className="py-4 text-small text-ink-soft">{EMPTY[dimension] ?? 'No data for this period.'}</p>
      ) : (
        <table className="w-full text-small">
          <thead>
            <tr className="border-b border-rule">
              <th scope="col">
                <span className="sr-only">{title}</span>
              </th>
              <th scope="col" className="py-1.5 pr-3 text-right text-meta font-normal text-ink-soft">
                Visitors
              </th>
              {hasViews && (
                <th scope="col" className="py-1.5 text-right text-meta font-normal text-ink-soft">
                  Views
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {items.map(({ value, label, visitors, views }) => (
              <tr key={value} className="border-b border-rule">
                <th scope="row" aria-label={label} className="relative w-full max-w-0 py-0 pr-3 text-left font-normal">
                  <ShareBar share={visitors / max} width="w-[calc(100%-0.75rem)]" />
                  <Link
                    className="relative flex min-h-11 items-center px-2 no-underline hover:text-accent"
                    to={hrefOf(value)}
                  >
                    <span className="truncate" title={label}>
                      {label}
                    </span>
                  </Link>
                </th>
                <td className="py-1 pr-3 text-right font-mono tabular-nums">{formatCount(visitors)}</td>
                {hasViews && <td className="meta py-1 text-right">{formatCount(views)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {total > items.length && (
        <p className="hint py-2">{formatCount(total - items.length)} more. Download the CSV file to see them all.</p>
      )}
    </section>
  );
}
