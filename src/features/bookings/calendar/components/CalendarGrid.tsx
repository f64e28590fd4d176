import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { CalendarDay } from '../contract.ts';
import { formatMinuteOfDay } from '../../availability/rules.ts';
import { type CalendarGridCell, buildCalendarGrid } from '../rules/calendar-grid.ts';
import { formatMonth, formatShortDate } from '../../lifecycle/rules/calendar-view.ts';
import { CalendarEntry } from './CalendarEntry.tsx';

interface CalendarGridProps {
  days: readonly CalendarDay[];
  today: string;
  /** Table caption. */
  caption: string;
}

/** Days as columns, half hours as rows; unavailable times are darker. */
export function CalendarGrid({ days, today, caption }: CalendarGridProps) {
  const { rows, allDay } = buildCalendarGrid(days);
  const hasAllDay = allDay.some(entries => entries.length > 0);
  return (
    <table className="w-full table-fixed border-collapse text-left align-top">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="meta w-16 border-b border-rule-strong py-2 font-normal">
            Time
          </th>
          {days.map(({ date, hasOverride, note, availability }) => (
            <th
              key={date}
              scope="col"
              aria-current={date === today ? 'date' : undefined}
              className={`border-b border-l border-b-rule-strong border-l-rule px-2 py-1 align-bottom font-normal ${date === today ? 'bg-accent-wash' : ''}`}
            >
              <Link
                className="inline-flex min-h-11 items-center font-display text-small font-semibold no-underline hover:text-accent"
                to={withQuery(dashboardPaths.calendar, { view: 'day', day: date })}
              >
                {formatShortDate(date)}
                <span className="sr-only">
                  {` ${formatMonth(date)}`}
                  {date === today && ', today'}
                </span>
              </Link>
              {(hasOverride || availability.length === 0) && (
                <span className="meta block pb-1 [overflow-wrap:anywhere]">
                  {note || (availability.length === 0 ? 'Unavailable' : 'Custom hours')}
                </span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hasAllDay && (
          <tr>
            <th scope="row" className="meta border-b border-rule py-2 pr-2 font-normal">
              Other times
            </th>
            {allDay.map((entries, column) => (
              <td key={days[column]?.date} className="border-b border-l border-rule p-1 align-top">
                <Entries entries={entries} />
              </td>
            ))}
          </tr>
        )}
        {rows.map(({ minute, cells }) => (
          <tr key={minute} className="h-8">
            {minute % 60 === 0 && (
              <th scope="rowgroup" rowSpan={2} className="meta border-b border-rule pt-1 pr-2 align-top font-normal">
                {formatMinuteOfDay(minute)}
              </th>
            )}
            {cells.map(
              (cell, column) =>
                cell && (
                  <td
                    key={days[column]?.date}
                    rowSpan={cell.rows}
                    className={`relative border-b border-l border-rule p-0.5 align-top ${getBackground(cell)}`}
                  >
                    <Entries entries={cell.entries} fills={cell.entries.length === 1} />
                  </td>
                ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the background of a cell: booking, busy time or unavailable. */
function getBackground({ entries, isOpen }: CalendarGridCell): string {
  if (entries.length === 0) return isOpen ? '' : 'bg-sunken';
  return entries.every(({ kind, state }) => kind === 'booking' && state !== 'held' && state !== 'awaiting_payment')
    ? 'bg-accent-wash'
    : 'bg-raised';
}

/** The entries of a cell; a single entry fills it. */
function Entries({ entries, fills = false }: { entries: Readonly<CalendarDay['entries']>; fills?: boolean }) {
  if (entries.length === 0) return null;
  return (
    <ul className="grid gap-0.5">
      {entries.map(entry => (
        <li key={`${entry.bookingNumber ?? entry.title} ${entry.startsAt}`}>
          <CalendarEntry entry={entry} fillsCell={fills} />
        </li>
      ))}
    </ul>
  );
}
