import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';

interface ChartTableProps {
  /** The first names the rows. */
  headings: readonly string[];
  rows: readonly { readonly label: string; readonly cells: readonly ReactNode[] }[];
}

/** The data of a chart as a collapsed table. */
export function ChartTable({ headings, rows }: ChartTableProps) {
  return (
    <details className="group mt-3">
      <summary className="hint inline-flex min-h-11 items-center gap-1.5 hover:text-accent">
        <ChevronRight className="size-4 group-open:rotate-90" aria-hidden="true" /> View as table
      </summary>
      <table className="w-full max-w-xl border-y border-rule text-small">
        <thead>
          <tr className="text-left">
            {headings.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`hint py-2 font-normal ${index === 0 ? '' : 'text-right'} ${index === headings.length - 1 ? 'pr-1' : 'pr-4'}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }, row) => (
            <tr key={row} className="border-t border-rule">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {label}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={headings[index + 1]}
                  className={`py-1.5 text-right font-mono tabular-nums ${index === cells.length - 1 ? 'pr-1' : 'pr-4'}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
