import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

const tabs = [
  ['Calendar', dashboardPaths.calendar],
  ['Availability', dashboardPaths.availability],
  ['Other calendars', dashboardPaths.externalCalendars],
] as const;

export function CalendarTabs({ current }: { current?: (typeof tabs)[number][0] }) {
  return (
    <nav aria-label="Calendar pages" className="-mt-2 mb-8 border-b border-rule">
      <ul className="-mb-px flex flex-wrap gap-x-6">
        {tabs.map(([label, path]) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={label === current ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center border-b-2 font-display text-small font-medium no-underline ${
                label === current ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink'
              }`}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
