import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { WorkPage } from '#ui/DashboardPage.tsx';
import { BrokenCalendars } from '../components/FailingCalendarsAlert.tsx';
import { CalendarTabs } from '../components/CalendarTabs.tsx';
import { CalendarTools } from '../components/CalendarToolbar.tsx';
import { DayList } from '../components/AgendaList.tsx';
import { DayTable } from '../components/CalendarGrid.tsx';
import { dayFrom, rangeName, rangeOf, viewFrom } from '../rules/calendar-view.ts';

export const loader = pageLoader(async ({ api, search }) => {
  const view = viewFrom(search.get('view'));
  const { today, broken } = await api.calendar.today();
  const day = dayFrom(search.get('day'), today);
  return { ...(await api.calendar.days(rangeOf(view, day))), broken, view, day };
});

/** The owner's calendar: who comes when, and when nobody can. */
export function Component() {
  const { days, today, timeZone, broken, view, day } = useLoaderData<typeof loader>();
  const booked = days.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'booking').length;
  const name = rangeName(view, day);
  const status = booked === 0 ? 'No consultations' : booked === 1 ? '1 consultation' : `${booked} consultations`;
  return (
    <WorkPage
      title="Calendar"
      intro="Consultations, and the times at which your other calendars say that you are busy."
      aside={
        <Link className="button button-primary" to={dashboardPaths.calendarNew}>
          Book by hand
        </Link>
      }
    >
      <CalendarTabs current="Calendar" />
      <BrokenCalendars broken={broken} />
      <CalendarTools view={view} day={day} today={today} timeZone={timeZone} />
      <output className="meta mb-3 block">{status}</output>
      {view === 'list' && <DayList days={days} today={today} />}
      {view === 'day' && <DayTable days={days} today={today} caption={name} />}
      {view === 'week' && (
        <>
          {/* Seven columns need room: where there is less, the days stand one below the other. */}
          <div className="max-xl:hidden">
            <DayTable days={days} today={today} caption={name} />
          </div>
          <div className="xl:hidden">
            <DayList days={days} today={today} />
          </div>
        </>
      )}
    </WorkPage>
  );
}
