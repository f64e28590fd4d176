import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import type { TodaySummary } from '../contract.ts';
import { FailingCalendarsAlert } from './FailingCalendarsAlert.tsx';
import { CalendarEntry } from './CalendarEntry.tsx';

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Lists the bookings of the next seven days and failing calendars; renders nothing if there are none. */
export function UpcomingBookings({ today, upcomingDays, failingCalendars }: Omit<TodaySummary, 'timeZone'>) {
  if (upcomingDays.length === 0 && failingCalendars.length === 0) return null;
  return (
    <DashboardSection title="Bookings this week" all={{ to: dashboardPaths.calendar, label: 'Calendar' }}>
      <div className="pt-4 [&>ul]:mb-4">
        <FailingCalendarsAlert calendars={failingCalendars} />
        {upcomingDays.length === 0 ? (
          <p className="py-2 text-small text-ink-soft">No bookings in the next 7 days.</p>
        ) : (
          <ol className="grid gap-x-4 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
            {upcomingDays.map(({ date, bookings }) => (
              <li key={date}>
                <h3 className="meta pb-1.5">{date === today ? 'Today' : dayFormat.format(new Date(date))}</h3>
                <ol className="grid gap-2">
                  {bookings.map(entry => (
                    <li key={entry.bookingNumber}>
                      <CalendarEntry entry={entry} />
                    </li>
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        )}
      </div>
    </DashboardSection>
  );
}
