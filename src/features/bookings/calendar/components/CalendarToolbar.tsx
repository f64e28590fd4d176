import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { TabLink } from '#ui/TabLinks.tsx';
import { formatTimeZone } from '#shared/time.ts';
import {
  addMonthsToDate,
  type CalendarView,
  calendarViews,
  formatLongDate,
  formatMonth,
  listMonthWeeks,
  formatVisibleRange,
  getVisibleRange,
  shiftVisibleDate,
} from '../../lifecycle/rules/calendar-view.ts';

interface CalendarToolbarProps {
  view: CalendarView;
  day: string;
  today: string;
  timeZone: string;
}

const hrefOf = (view: CalendarView, day: string) => withQuery(dashboardPaths.calendar, { view, day });
const viewNames: Readonly<Record<CalendarView, string>> = { day: 'Day', week: 'Week', list: '30 days' };
const arrowClass = 'inline-flex size-11 items-center justify-center rounded-control hover:bg-raised';

/** View and date navigation. Only links, so it works without JavaScript. */
export function CalendarToolbar({ view, day, today, timeZone }: CalendarToolbarProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <nav aria-label="Change dates" className="-ml-3 flex items-center">
          <Link className={arrowClass} to={hrefOf(view, shiftVisibleDate(view, day, -1))} aria-label="Previous">
            <ChevronLeft className="size-5" aria-hidden="true" />
          </Link>
          <Link className="button" to={hrefOf(view, today)}>
            Today
          </Link>
          <Link className={arrowClass} to={hrefOf(view, shiftVisibleDate(view, day, 1))} aria-label="Next">
            <ChevronRight className="size-5" aria-hidden="true" />
          </Link>
        </nav>
        <div>
          <h2 className="text-h4">{formatVisibleRange(view, day)}</h2>
          <p className="meta">Time zone: {formatTimeZone(timeZone)}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <MonthJump view={view} day={day} today={today} />
        <nav aria-label="Calendar view">
          <ul className="flex gap-x-5">
            {calendarViews.map(one => (
              <li key={one}>
                <TabLink to={hrefOf(one, day)} label={viewNames[one]} isCurrent={one === view} />
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

/** Month view around a day, for jumping to another date. */
function MonthJump({ view, day, today }: Omit<CalendarToolbarProps, 'timeZone'>) {
  const { from, until } = getVisibleRange(view, day);
  return (
    <div key={day}>
      <button type="button" popoverTarget="month" className="button">
        {formatMonth(day)}
      </button>
      <div
        id="month"
        popover="auto"
        className="anchored max-sm:inset-0 max-sm:m-auto max-sm:[position-area:none] w-[21rem] max-w-[calc(100vw-2.5rem)] rounded-control border border-rule-strong bg-ground p-2 text-ink shadow-raised"
      >
        <table className="w-full table-fixed text-center">
          <caption className="sr-only">{formatMonth(day)}</caption>
          <thead>
            <tr>
              {['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map(name => (
                <th key={name} scope="col" className="meta py-1 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listMonthWeeks(day).map(week => (
              <tr key={week[0]}>
                {week.map(one => (
                  <td key={one} className={one >= from && one <= until ? 'bg-accent-wash' : ''}>
                    <Link
                      to={hrefOf(view, one)}
                      aria-label={formatLongDate(one)}
                      aria-current={one === today ? 'date' : undefined}
                      className={`inline-flex size-11 max-w-full items-center justify-center rounded-control text-small no-underline hover:bg-raised ${
                        one.slice(0, 7) === day.slice(0, 7) ? '' : 'text-ink-faint'
                      } ${one === today ? 'font-bold underline' : ''}`}
                    >
                      {Number(one.slice(8))}
                    </Link>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className="mt-1 flex justify-between border-t border-rule pt-1">
          {[addMonthsToDate(day, -1), addMonthsToDate(day, 1)].map(other => (
            <Link
              key={other}
              className="hint inline-flex min-h-11 items-center px-2 hover:text-accent"
              to={hrefOf(view, other)}
            >
              {formatMonth(other)}
            </Link>
          ))}
        </div>
      </div>
    </div>
  );
}
