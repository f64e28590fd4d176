import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { CalendarEntryData } from '../contract.ts';
import { bookingStateLabels } from '../../lifecycle/rules/change-policy.ts';
import { formatMinuteOfDay } from '../../availability/rules.ts';

/** The color bar at the side of an entry, or of the cell that it fills. */
const bars = { own: 'border-l-2', cell: 'before:absolute before:inset-y-0 before:left-0 before:border-l-2' } as const;

const colors = {
  settled: { own: 'border-accent', cell: 'before:border-accent' },
  open: { own: 'border-dashed border-rule-strong', cell: 'before:border-dashed before:border-rule-strong' },
} as const;

/** A booking with a link, or a busy time. If it fills a cell, the entire cell is colored and clickable. */
export function CalendarEntry({ entry, fillsCell = false }: { entry: CalendarEntryData; fillsCell?: boolean }) {
  const bar = bars[fillsCell ? 'cell' : 'own'];
  const times = (
    <span className="meta block">
      <time dateTime={entry.startsAt}>{formatMinuteOfDay(entry.startMinute)}</time>–
      <time dateTime={entry.endsAt}>{formatMinuteOfDay(entry.endMinute)}</time>
    </span>
  );
  if (entry.bookingNumber === null) {
    return (
      <div
        className={`${bar} ${fillsCell ? 'before:border-rule-strong' : 'border-rule-strong'} bg-raised px-2.5 py-1.5 text-small text-ink-soft`}
      >
        {times}
        Busy <span className="[overflow-wrap:anywhere]">({entry.title})</span>
      </div>
    );
  }
  const variant = fillsCell ? 'cell' : 'own';
  const isSettled = entry.state === 'confirmed' || entry.state === 'completed';
  return (
    <Link
      to={dashboardPaths.booking(entry.bookingNumber)}
      className={`block min-h-11 px-2.5 py-1.5 text-small no-underline hover:bg-raised ${bar} ${
        fillsCell ? 'after:absolute after:inset-0' : ''
      } ${isSettled ? `bg-accent-wash ${colors.settled[variant]}` : `bg-raised ${colors.open[variant]}`}`}
    >
      {times}
      <span className="block font-display leading-snug font-semibold [overflow-wrap:anywhere]">{entry.title}</span>
      <span className="block leading-snug text-ink-soft [overflow-wrap:anywhere]">
        {entry.client ?? 'No client details yet'}
        {entry.state && entry.state !== 'confirmed' && ` · ${bookingStateLabels[entry.state]}`}
      </span>
    </Link>
  );
}
