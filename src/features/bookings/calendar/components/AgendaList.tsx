import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { CalendarDay } from '../contract.ts';
import { formatTimeRanges } from '../../availability/rules.ts';
import { formatLongDate } from '../../lifecycle/rules/calendar-view.ts';
import { CalendarEntry } from './CalendarEntry.tsx';

/** Lists days vertically: those with entries or a date override, and today. */
export function AgendaList({ days, today }: { days: readonly CalendarDay[]; today: string }) {
  const shown = days.filter(({ entries, hasOverride, date }) => entries.length > 0 || hasOverride || date === today);
  if (shown.length === 0) {
    return (
      <p className="border-y border-rule py-6 text-small text-ink-soft">No bookings or busy times on these days.</p>
    );
  }
  return (
    <ol className="border-t border-rule-strong">
      {shown.map(({ date, availability, hasOverride, note, entries }) => (
        <li key={date} className="grid gap-x-8 gap-y-3 border-b border-rule py-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <div>
            <h3 className="text-h4">
              <Link
                className="inline-flex min-h-11 items-center no-underline hover:text-accent"
                to={withQuery(dashboardPaths.calendar, { view: 'day', day: date })}
              >
                {formatLongDate(date)}
              </Link>
            </h3>
            <p className="meta">
              {date === today && 'Today · '}
              {hasOverride && `${note || 'Date override'} · `}
              {formatTimeRanges(availability)}
            </p>
          </div>
          <ul className="grid content-start gap-2">
            {entries.map(entry => (
              <li key={`${entry.bookingNumber ?? entry.title} ${entry.startsAt}`}>
                <CalendarEntry entry={entry} />
              </li>
            ))}
            {entries.length === 0 && <li className="py-2 text-small text-ink-soft">Nothing scheduled.</li>}
          </ul>
        </li>
      ))}
    </ol>
  );
}
