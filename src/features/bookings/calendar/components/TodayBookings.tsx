import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import type { TodaySummary } from '../contract.ts';
import { FailingCalendarsAlert } from './FailingCalendarsAlert.tsx';
import { CalendarEntry } from './CalendarEntry.tsx';

/** Renders today's consultations and failing calendars; nothing if there are none. */
export function TodayBookings({ bookings, failingCalendars }: Pick<TodaySummary, 'bookings' | 'failingCalendars'>) {
  if (bookings.length === 0 && failingCalendars.length === 0) return null;
  return (
    <DashboardSection title="Today’s consultations" all={{ to: dashboardPaths.calendar, label: 'Calendar' }}>
      <div className="pt-4 [&>ul]:mb-4">
        <FailingCalendarsAlert calendars={failingCalendars} />
        {bookings.length === 0 ? (
          <p className="py-2 text-small text-ink-soft">No consultations today.</p>
        ) : (
          <ol className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
            {bookings.map(entry => (
              <li key={entry.bookingNumber}>
                <CalendarEntry entry={entry} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </DashboardSection>
  );
}
