import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { CalendarEntryLine } from '../contract/owner-calendar.ts';
import { stateLabels } from '../rules/changing.ts';
import { clockOf } from '../rules/clock-times.ts';

/** A booking, which leads to its page, or a busy time of another calendar. */
export function CalendarEntry({ entry }: { entry: CalendarEntryLine }) {
  const times = (
    <span className="meta block">
      <time dateTime={entry.startsAt}>{clockOf(entry.from)}</time>–
      <time dateTime={entry.endsAt}>{clockOf(entry.until)}</time>
    </span>
  );
  if (entry.booking === null) {
    return (
      <div className="border-l-2 border-rule-strong bg-raised px-2.5 py-1.5 text-small text-ink-soft">
        {times}
        Busy <span className="[overflow-wrap:anywhere]">({entry.title})</span>
      </div>
    );
  }
  const settled = entry.state === 'confirmed' || entry.state === 'completed';
  return (
    <Link
      to={dashboardPaths.booking(entry.booking)}
      className={`block min-h-11 border-l-2 px-2.5 py-1.5 text-small no-underline hover:bg-raised ${
        settled ? 'border-accent bg-accent-wash' : 'border-dashed border-rule-strong bg-raised'
      }`}
    >
      {times}
      <span className="block font-display leading-snug font-semibold [overflow-wrap:anywhere]">{entry.title}</span>
      <span className="block leading-snug text-ink-soft [overflow-wrap:anywhere]">
        {entry.client ?? 'No name yet'}
        {entry.state && entry.state !== 'confirmed' && ` · ${stateLabels[entry.state]}`}
      </span>
    </Link>
  );
}
