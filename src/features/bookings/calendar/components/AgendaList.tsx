import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { CalendarDay } from '../contract.ts';
import { formatTimeRanges } from '../../availability/rules.ts';
import { formatLongDate } from '../../lifecycle/rules/calendar-view.ts';
import { CalendarEntry } from './CalendarEntry.tsx';

/** Lists days vertically: those with entries or a date override, and today. */
export function AgendaList({ days, today }: { days: readonly CalendarDay[]; today: string }) {
  const shown = days.filter(({ entries, isApart, day }) => entries.length > 0 || isApart || day === today);
  if (shown.length === 0) {
    return (
      <p className="border-y border-rule py-6 text-small text-ink-soft">
        Nothing is booked on these days, and no other calendar says that you are busy.
      </p>
    );
  }
  return (
    <ol className="border-t border-rule-strong">
      {shown.map(({ day, hours, isApart, note, entries }) => (
        <li key={day} className="grid gap-x-8 gap-y-3 border-b border-rule py-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <div>
            <h3 className="text-h4">
              <Link
                className="inline-flex min-h-11 items-center no-underline hover:text-accent"
                to={withQuery(dashboardPaths.calendar, { view: 'day', day })}
              >
                {formatLongDate(day)}
              </Link>
            </h3>
            <p className="meta">
              {day === today && 'Today · '}
              {isApart && `${note || 'A day apart'} · `}
              {formatTimeRanges(hours)}
            </p>
          </div>
          <ul className="grid content-start gap-2">
            {entries.map(entry => (
              <li key={`${entry.booking ?? entry.title} ${entry.startsAt}`}>
                <CalendarEntry entry={entry} />
              </li>
            ))}
            {entries.length === 0 && <li className="py-2 text-small text-ink-soft">Nothing booked.</li>}
          </ul>
        </li>
      ))}
    </ol>
  );
}
