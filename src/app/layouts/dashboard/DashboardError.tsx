import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { paths } from '#shared/paths.ts';
import { ErrorPage } from '../ErrorPage.tsx';

/** Shown instead of a missing, failed or owner-only dashboard page; the layout stays. */
export function DashboardError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 403) return <OwnerOnlyError />;
  return <ErrorPage links={[[paths.dashboard, 'Go to the dashboard']]} />;
}

function OwnerOnlyError() {
  return (
    <div className="frame grid min-h-[60vh] content-center py-20">
      <title>Only the owner can open this (403)</title>
      <meta name="robots" content="noindex" />
      <p className="meta">Error 403</p>
      <h1 className="mt-4 text-h1">Only the owner can open this</h1>
      <p className="mt-5 max-w-[27em] text-lead text-ink-soft">
        This page is for whoever runs the site. Your own things are all on your dashboard.
      </p>
      <p className="mt-9">
        <Link className="button button-primary" to={paths.dashboard}>
          Go to the dashboard
        </Link>
      </p>
    </div>
  );
}

export { DashboardError as ErrorBoundary };
