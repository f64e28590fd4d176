import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ImportPreview } from '../contract/subscribers.ts';
import { Figures } from './Figures.tsx';

interface ImportSummaryProps {
  title: string;
  preview: ImportPreview;
  isImported: boolean;
}

export function ImportSummary({ title, preview, isImported }: ImportSummaryProps) {
  return (
    <section aria-labelledby="result" className="mb-10">
      <h2 id="result" className="text-h3">
        {title}
      </h2>
      <Figures
        className="mt-5 sm:grid-cols-3"
        figures={[
          ['Subscribed', preview.subscribed],
          ['Pending', preview.pending],
          ['Unsubscribed', preview.unsubscribed],
          ['Blocked', preview.blocked],
          ['Unchanged', preview.unchanged],
          ['Skipped', preview.skippedCount],
        ]}
      />
      <Rows title="Skipped: already unsubscribed or blocked" rows={preview.skippedRows} total={preview.skippedCount} />
      <Rows title="Unsubscribed or blocked by this list" rows={preview.ended} total={preview.endedTotal} />
      <Rows title="Invalid or duplicate rows" rows={preview.invalidRows} total={preview.invalidCount} />
      {isImported && (
        <p className="mt-6">
          <Link className="link" to={dashboardPaths.subscribers}>
            View subscribers
          </Link>
        </p>
      )}
    </section>
  );
}

function Rows({ title, rows, total }: { title: string; rows: ImportPreview['invalidRows']; total: number }) {
  if (total === 0) return null;
  return (
    <>
      <h3 className="mt-8 text-h4">
        {title} ({total})
      </h3>
      <ul
        className="mt-2 max-h-80 overflow-y-auto border-y border-rule text-small"
        aria-label={title}
        // Focusable so keyboard users can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {rows.map(row => (
          <li
            key={`${row.row} ${row.message}`}
            className="flex flex-wrap gap-x-4 border-b border-rule py-2 last:border-0"
          >
            <span className="meta shrink-0">Row {row.row}</span>
            <span className="[overflow-wrap:anywhere]">{row.email || '(empty)'}</span>
            <span className="text-ink-soft">{row.message}</span>
          </li>
        ))}
        {total > rows.length && <li className="hint py-2">and {total - rows.length} more</li>}
      </ul>
    </>
  );
}
