import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ImportPreview } from '../contract/index.ts';

/** Notes about an import, a paragraph each. */
export function ImportNotes({ notes, className }: { notes: readonly string[]; className: string }) {
  return notes.map(note => (
    <p key={note} className={`${className} text-small text-ink-soft`}>
      {note}
    </p>
  ));
}

interface LeftOutListProps {
  summary: string;
  items: readonly { readonly name: string; readonly reason: string }[];
  /** Number of all items; only the first are listed. */
  total: number;
  className: string;
}

/** A collapsed list of the items that are not imported, with reasons. */
export function LeftOutList({ summary, items, total, className }: LeftOutListProps) {
  if (total === 0) return null;
  return (
    <details className={`${className} border-t border-rule pt-4`}>
      <summary className="min-h-11 cursor-pointer content-center font-display font-semibold">{summary}</summary>
      <ul className="text-small">
        {items.map(({ name, reason }, index) => (
          <li key={`${index}-${name}`} className="py-1 [overflow-wrap:anywhere]">
            {name} <span className="hint">{reason}</span>
          </li>
        ))}
      </ul>
      {total > items.length && <p className="hint">And {total - items.length} more.</p>}
    </details>
  );
}

/** The number of redirects, and old addresses without one. */
export function RedirectsPlan({ redirects, done }: Pick<ImportPreview, 'redirects'> & { done: boolean }) {
  const { total, invalid, refusedTotal } = redirects;
  return (
    <>
      {total > 0 && (
        <p className="mt-3 max-w-[31em] text-small text-ink-soft">
          {total.toLocaleString('en')} old {total === 1 ? 'address' : 'addresses'} will redirect to this site once it
          uses the old domain. Redirects to a draft start working when you publish it.{' '}
          {done && (
            <Link className="link" to={dashboardPaths.redirects}>
              Edit redirects
            </Link>
          )}
        </p>
      )}
      <LeftOutList
        summary={`${refusedTotal} old ${refusedTotal === 1 ? 'address' : 'addresses'} without a redirect`}
        items={invalid.map(({ from, reason }) => ({ name: from, reason }))}
        total={refusedTotal}
        className="mt-6"
      />
    </>
  );
}
