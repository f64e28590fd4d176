import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

/** Links a name to the page of the client with an email address, in the owner's lists. */
export function ClientLink({ name, email }: { name: string; email: string }) {
  return (
    <Link
      className="inline-flex min-h-11 items-center no-underline [overflow-wrap:anywhere] hover:text-accent @3xl:min-h-6"
      to={dashboardPaths.clientOf(email)}
    >
      {name}
    </Link>
  );
}
