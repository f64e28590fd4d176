import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { totalText } from '#shared/lists.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { FailingCalendarsAlert } from '../components/FailingCalendarsAlert.tsx';
import { CalendarToolbar } from '../components/CalendarToolbar.tsx';
import { AgendaList } from '../components/AgendaList.tsx';
import { CalendarGrid } from '../components/CalendarGrid.tsx';
import {
  parseDateParam,
  formatVisibleRange,
  getVisibleRange,
  parseCalendarView,
} from '../../lifecycle/rules/calendar-view.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const view = parseCalendarView(searchParams.get('view'));
  const { today, failingCalendars } = await api.calendar.getToday();
  const day = parseDateParam(searchParams.get('day'), today);
  return { ...(await api.calendar.listDays(getVisibleRange(view, day))), failingCalendars, view, day };
});

export function Component() {
  const { days, today, timeZone, failingCalendars, view, day } = useLoaderData<typeof loader>();
  const booked = days.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'booking').length;
  const status = booked === 0 ? 'No consultations' : totalText(booked, ['consultation', 'consultations']);
  const grid = <CalendarGrid days={days} today={today} caption={formatVisibleRange(view, day)} />;
  const agenda = <AgendaList days={days} today={today} />;
  return (
    <DashboardPage
      title="Calendar"
      intro="Your consultations, and busy times from external calendars."
      aside={
        <Link className="button button-primary" to={dashboardPaths.newBooking}>
          New booking
        </Link>
      }
    >
      <FailingCalendarsAlert calendars={failingCalendars} />
      <CalendarToolbar view={view} day={day} today={today} timeZone={timeZone} />
      <output className="hint mb-3 block">{status}</output>
      {view === 'list' && agenda}
      {view === 'day' && grid}
      {view === 'week' && (
        <>
          {/* Seven columns need a wide screen; narrower ones list the days vertically. */}
          <div className="max-xl:hidden">{grid}</div>
          <div className="xl:hidden">{agenda}</div>
        </>
      )}
    </DashboardPage>
  );
}
