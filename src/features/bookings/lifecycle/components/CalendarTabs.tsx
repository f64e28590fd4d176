import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { TabLinks } from '#ui/TabLinks.tsx';

const tabs = [
  ['Calendar', dashboardPaths.calendar],
  ['Availability', dashboardPaths.availability],
  ['External calendars', dashboardPaths.externalCalendars],
] as const;

export function CalendarTabs({ current }: { current: (typeof tabs)[number][0] }) {
  return (
    <TabLinks
      label="Calendar pages"
      className="-mt-2 mb-8"
      tabs={tabs.map(([label, to]) => ({ label, to, isCurrent: label === current }))}
      arePages
    />
  );
}
