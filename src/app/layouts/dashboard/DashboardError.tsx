import { isRouteErrorResponse, useRouteError } from 'react-router';
import { paths } from '#shared/paths.ts';
import { ErrorPage } from '../ErrorPage.tsx';

const ownerOnly = {
  code: '403',
  title: 'Only the owner can open this page',
  text: 'Your own orders, posts and projects are on your dashboard.',
};

/** Shown instead of a missing, failed or owner-only dashboard page; the layout stays. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isOwnerOnly = isRouteErrorResponse(error) && error.status === 403;
  return <ErrorPage links={[[paths.dashboard, 'Go to the dashboard']]} details={isOwnerOnly ? ownerOnly : undefined} />;
}
