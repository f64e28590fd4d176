import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ImportPreview } from '../contract/index.ts';
import { LeftOutList } from './LeftOutList.tsx';

/** Numbers of redirects, and old addresses without one. */
export function RedirectsPlan({ redirects, done }: Pick<ImportPreview, 'redirects'> & { done: boolean }) {
  const { total, invalid, refusedTotal } = redirects;
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
      <LeftOutList
        summary={`${refusedTotal} old ${refusedTotal === 1 ? 'address gets' : 'addresses get'} no redirect`}
        items={invalid.map(({ from, reason }) => ({ name: from, reason }))}
        total={refusedTotal}
        className="mt-6"
      />
    </>
  );
}

function verb(done: boolean, total: number): string {
  if (done) return total === 1 ? 'redirects' : 'redirect';
  return 'will redirect';
}
