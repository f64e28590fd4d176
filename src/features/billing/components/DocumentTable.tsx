import type { ReactNode } from 'react';
import type { DocumentFrame } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { formatAmount, formatDay, languageOf, settledLabel } from '../rules/labels.ts';
import { totalRows } from '../rules/total-rows.ts';

/** Classes of a cell with a number. */
export const figureCell = 'pl-4 text-right font-mono text-meta leading-[1.75] whitespace-nowrap tabular-nums';

interface DocumentTableProps {
  caption: string;
  headings: readonly (readonly [label: string, className: string])[];
  /** The rows. */
  children: ReactNode;
}

/** Renders the table of a document. */
export function DocumentTable({ caption, headings, children }: DocumentTableProps) {
  return (
    <table className="document-lines text-small">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="meta text-left">
          {headings.map(([label, className]) => (
            <th key={label} scope="col" className={className}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface DocumentTotalsProps {
  document: DocumentFrame;
  settlement?: Settlement | null;
}

/** Shows the totals as issued, or with the settlement since. */
export function DocumentTotals({ document, settlement = null }: DocumentTotalsProps) {
  const language = languageOf(document);
  return (
    <div className="mt-3 flex break-inside-avoid flex-wrap items-start justify-between gap-x-8 gap-y-4">
      {settlement ? (
        <p className="document-stamp mt-4 ml-2 px-4 py-2 text-center font-display text-h4 font-semibold">
          {settledLabel(settlement, language)}
          <span className="block font-mono text-meta font-normal tabular-nums">
            {formatDay(settlement.statusDate, language)}
          </span>
        </p>
      ) : (
        <span />
      )}
      <dl className="document-totals grid w-full sm:max-w-[24rem]">
        {totalRows(document, settlement).map(({ label, note, amount, size }) => (
          <div
            key={label}
            className={
              size === 'due'
                ? 'document-due flex items-baseline justify-between gap-6 font-display text-h3 font-semibold'
                : `flex items-baseline justify-between gap-6 py-1 text-small ${size === 'total' ? 'font-semibold' : ''}`
            }
          >
            <dt className="min-w-0 [overflow-wrap:anywhere]">
              {label}
              {note !== undefined && <span className="block text-meta text-ink-soft">{note}</span>}
            </dt>
            <dd className={size === 'due' ? 'tabular-nums' : 'font-mono text-meta tabular-nums'}>
              {formatAmount(amount, document.currency, language)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
