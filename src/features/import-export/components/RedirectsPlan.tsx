import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ImportPreview } from '../contract/index.ts';

interface RedirectsPlanProps {
  redirects: ImportPreview['redirects'];
  done: boolean;
}

/** Numbers of redirects, and old addresses without one. */
export function RedirectsPlan({ redirects, done }: RedirectsPlanProps) {
  const { total, invalid, refusedTotal } = redirects;
  if (total + refusedTotal === 0) return null;
  return (
    <>
      {total > 0 && (
        <p className="mt-3 max-w-[31em] text-small text-ink-soft">
          {total.toLocaleString('en')} {total === 1 ? 'address' : 'addresses'} of the old site {verb(done, total)} to
          the new {total === 1 ? 'one' : 'ones'}, as soon as this site has its domain. Redirects to drafts start working
          when the draft is published.{' '}
          {done && (
            <Link className="link" to={dashboardPaths.redirects}>
              Edit redirects
            </Link>
          )}
        </p>
      )}
      {refusedTotal > 0 && (
        <details className="mt-6 border-t border-rule pt-4">
          <summary className="min-h-11 cursor-pointer content-center font-display font-semibold">
            {refusedTotal} old {refusedTotal === 1 ? 'address gets' : 'addresses get'} no redirect
          </summary>
          <ul className="text-small">
            {invalid.map(({ from, reason }, index) => (
              <li key={`${index}-${from}`} className="py-1 [overflow-wrap:anywhere]">
                {from} <span className="meta">{reason}</span>
              </li>
            ))}
          </ul>
          {refusedTotal > invalid.length && <p className="meta">And {refusedTotal - invalid.length} more.</p>}
        </details>
      )}
    </>
  );
}

function verb(done: boolean, total: number): string {
  if (done) return total === 1 ? 'redirects' : 'redirect';
  return 'will redirect';
}
