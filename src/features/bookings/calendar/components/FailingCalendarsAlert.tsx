import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { TodaySummary } from '../contract.ts';

export function FailingCalendarsAlert({ calendars }: { calendars: TodaySummary['failingCalendars'] }) {
  if (calendars.length === 0) return null;
  return (
    <ul className="mb-6 grid gap-2">
      {calendars.map(({ id, name, lastError }) => (
        <li key={id} className="border-l-2 border-danger pl-4 text-small">
          <p>
            “{name}” couldn’t be synced, so its busy times may be out of date. {lastError}
          </p>
          <Link className="link inline-flex min-h-11 items-center" to={dashboardPaths.externalCalendars}>
            Manage external calendars
          </Link>
        </li>
      ))}
    </ul>
  );
}
