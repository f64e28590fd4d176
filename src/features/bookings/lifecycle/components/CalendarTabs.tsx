import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

const tabs = [
  ['Calendar', dashboardPaths.calendar],
  ['Availability', dashboardPaths.availability],
  ['Other calendars', dashboardPaths.externalCalendars],
] as const;

export function CalendarTabs({ current }: { current: (typeof tabs)[number][0] }) {
  return (
    <nav aria-label="Calendar pages" className="-mt-2 mb-8 border-b border-rule">
      <ul className="-mb-px flex flex-wrap gap-x-6">
        {tabs.map(([label, path]) => (
          <li key={path}>
            <TabLink to={path} label={label} current={label === current && 'page'} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function TabLink({ to, label, current }: { to: string; label: string; current: 'page' | 'true' | false }) {
  return (
    <Link
      to={to}
      aria-current={current || undefined}
      className={`inline-flex min-h-11 items-center border-b-2 font-display text-small font-medium no-underline ${
        current ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink'
      }`}
    >
      {label}
    </Link>
  );
}
