import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { Api } from '#shared/api.ts';
import { withQuery } from '#shared/paths.ts';
import { formatTimeZone } from '#shared/time.ts';
import {
  groupByLocalDate,
  formatLongDate,
  isIsoDate,
  isIsoMonth,
  addMonths,
  toLocalDate,
  formatTimeOfDay,
  formatMonth,
  getMonthInterval,
  listMonthWeeks,
} from '../../lifecycle/rules/calendar-month.ts';
import { formatShortMonth, weekdayNames } from '../../lifecycle/rules/calendar-view.ts';

/** Heading id of the step after a time was chosen. */
export const NEXT_STEP = 'next-step';

interface SlotQuery {
  readonly optionId: string;
  readonly hours: number;
  readonly timeZone: string;
  /** The interval in which times can be booked. */
  readonly from: string;
  readonly until: string;
  readonly booking?: string;
}

/** Loads the available times of the month in the URL, or of the first month that has any. */
export async function loadSlotMonth(
  api: { readonly bookings: Pick<Api['bookings'], 'listSlots'> },
  slotQuery: SlotQuery,
  search: URLSearchParams,
) {
  const { optionId, hours, timeZone, from, until, booking } = slotQuery;
  const [first, last] = [toLocalDate(from, timeZone).slice(0, 7), toLocalDate(until, timeZone).slice(0, 7)];
  const wanted = search.get('day');
  const loadMonth = async (month: string) => {
    const { slots, durationMinutes, total, currency } = await api.bookings.listSlots({
      optionId,
      hours: String(hours),
      ...getMonthInterval(month),
      ...(booking ? { booking } : {}),
    });
    const shown = new Set(listMonthWeeks(month).flat());
    const days = [...groupByLocalDate(slots, timeZone)].filter(([day]) => shown.has(day));
    const hasTimes = days.some(([day]) => day.startsWith(month));
    // The selected day; null if no day has available times.
    const day = days.find(([one]) => one === wanted)?.[0] ?? days[0]?.[0] ?? null;
    return { month, hasTimes, day, days, first, last, minutes: durationMinutes, total, currency };
  };
  const month = search.get('month');
  const monthParam = isIsoMonth(month) ? month : isIsoDate(wanted) ? wanted.slice(0, 7) : null;
  if (monthParam !== null) return loadMonth(monthParam < first ? first : monthParam > last ? last : monthParam);
  const firstMonth = await loadMonth(first);
  let found = firstMonth;
  while (!found.hasTimes && found.month < last) found = await loadMonth(addMonths(found.month, 1));
  return found.hasTimes ? found : firstMonth;
}
type SlotMonth = Awaited<ReturnType<typeof loadSlotMonth>>;

interface SlotPickerProps {
  month: SlotMonth;
  timeZone: string;
  /** The owner's zone, if it differs. */
  ownerTimeZone: string;
  /** Base path of the links, and the query parameters they keep. */
  path: string;
  query: Readonly<Record<string, string | number | undefined>>;
  /** The current time of the booking being rescheduled; shown but not selectable. */
  currentSlot?: string;
  isSubmitting: boolean;
}

/** A month table with links to days, and the times of one day as buttons of the surrounding form. */
export function SlotPicker(props: SlotPickerProps) {
  const { month: picked, timeZone, ownerTimeZone, path, query, currentSlot, isSubmitting } = props;
  const { month, hasTimes, day, days } = picked;
  const times = days.find(([one]) => one === day)?.[1] ?? [];
  const hrefOf = (more: { month?: string; day?: string }) => withQuery(path, { ...query, ...more });
  const title = useId();
  return (
    <div className="grid gap-x-12 gap-y-10 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]">
      <section aria-labelledby={title}>
        <div className="flex items-center justify-between gap-4">
          <h3 id={title} className="text-h4" aria-live="polite">
            {formatMonth(month)}
          </h3>
          <div className="flex">
            <MonthLink to={hrefOf({ month: addMonths(month, -1) })} off={month <= picked.first} label="Previous month">
              <ChevronLeft className="size-5" aria-hidden="true" />
            </MonthLink>
            <MonthLink to={hrefOf({ month: addMonths(month, 1) })} off={month >= picked.last} label="Next month">
              <ChevronRight className="size-5" aria-hidden="true" />
            </MonthLink>
          </div>
        </div>
        <MonthTable month={picked} labelledBy={title} hrefOf={name => hrefOf({ month, day: name })} />
        {!hasTimes && (
          <p className="mt-4 text-small text-ink-soft">
            No times available in {formatMonth(month)}.
            {month < picked.last && (
              <>
                {' '}
                <Link className="link" to={hrefOf({ month: addMonths(month, 1) })} preventScrollReset>
                  View next month
                </Link>
              </>
            )}
          </p>
        )}
      </section>
      <section aria-label="Available times" className="@2xl:border-l @2xl:border-rule @2xl:pl-8">
        <h3 className="flex min-h-11 items-center text-h4" aria-live="polite">
          {day === null ? 'No available times' : formatLongDate(day)}
          {day !== null && <span className="sr-only">: {times.length} available</span>}
        </h3>
        {/* Two lines for every zone, so the times don't shift when the zone changes. */}
        <p className="meta min-h-[2lh]">Time zone: {formatTimeZone(timeZone)}</p>
        <ul className="mt-4 grid grid-cols-2 gap-2.5">
          {times.map(time => (
            <li key={time}>
              <button
                type="submit"
                name="startsAt"
                value={time}
                className="button w-full flex-col gap-0 font-mono tabular-nums"
                disabled={time === currentSlot}
                aria-disabled={isSubmitting || undefined}
              >
                {formatTimeOfDay(time, timeZone)}
                {time === currentSlot && <span className="meta">Current</span>}
                {ownerTimeZone !== timeZone && (
                  <span className="sr-only">, owner’s time {formatTimeOfDay(time, ownerTimeZone)}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function MonthLink({ to, off, label, children }: { to: string; off: boolean; label: string; children: ReactNode }) {
  const base = 'inline-flex size-11 items-center justify-center rounded-control';
  if (off) {
    return (
      <span className={`${base} text-ink-soft opacity-40`} aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <Link to={to} aria-label={label} className={`${base} hover:bg-accent-wash hover:text-accent`} preventScrollReset>
      {children}
    </Link>
  );
}

/** Left and right move by one available day; up and down to the available day closest to a week away. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface MonthTableProps {
  month: SlotMonth;
  labelledBy: string;
  hrefOf: (day: string) => string;
}

function MonthTable({ month: { month, day, days }, labelledBy, hrefOf }: MonthTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const free = new Map(days);
  // Roving tabindex with arrow keys; without JavaScript every day is a tab stop.
  useEffect(() => {
    for (const [one] of days) {
      const link = table.current?.querySelector<HTMLAnchorElement>(`a[data-day="${one}"]`);
      if (link) link.tabIndex = one === day ? 0 : -1;
    }
  }, [days, day]);
  const moveFocus = (event: KeyboardEvent<HTMLTableElement>) => {
    const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>('a[data-day]') ?? [])];
    const from = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = from < 0 ? undefined : findTarget(event.key, from, links);
    if (!next) return;
    event.preventDefault();
    for (const link of links) link.tabIndex = link === next ? 0 : -1;
    next.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys move among the links in it.
    <table
      ref={table}
      className="mt-2 w-full table-fixed border-collapse"
      aria-labelledby={labelledBy}
      onKeyDown={moveFocus}
    >
      <thead>
        <tr>
          {weekdayNames.map(name => (
            <th key={name} scope="col" abbr={name} className="meta pb-2 text-center font-normal">
              <span aria-hidden="true">{name.slice(0, 2)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listMonthWeeks(month).map((week, row) => (
          <tr key={row}>
            {week.map((one, column) => (
              <td key={column} className="p-0.5 text-center">
                {one !== null && (
                  <Day
                    day={one}
                    isOfNextMonth={!one.startsWith(month)}
                    times={free.get(one)?.length ?? 0}
                    isPicked={one === day}
                    to={hrefOf(one)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the link that a key moves to: the nearest available day or week, or the first or last available day. */
function findTarget(key: string, from: number, links: readonly HTMLAnchorElement[]): HTMLAnchorElement | undefined {
  if (key === 'Home') return links[0];
  if (key === 'End') return links.at(-1);
  const step = STEPS[key];
  if (step === undefined) return undefined;
  if (Math.abs(step) === 1) return links[from + step];
  const dateOf = (link: HTMLAnchorElement | undefined) => Date.parse(link?.dataset.day ?? '') / 86_400_000;
  const wanted = dateOf(links[from]) + step;
  const candidates = step > 0 ? links.slice(from + 1) : links.slice(0, from);
  return candidates.toSorted((one, other) => Math.abs(dateOf(one) - wanted) - Math.abs(dateOf(other) - wanted))[0];
}

interface DayProps {
  day: string;
  isOfNextMonth: boolean;
  /** Number of available times. */
  times: number;
  isPicked: boolean;
  to: string;
}

function Day({ day, isOfNextMonth, times, isPicked, to }: DayProps) {
  const date = Number(day.slice(-2));
  const startsMonth = isOfNextMonth && date === 1;
  const base = `mx-auto flex h-11 w-full max-w-14 items-center justify-center rounded-control font-mono text-small tabular-nums ${startsMonth ? 'pt-3.5' : ''}`;
  return (
    <div className="relative">
      {/* Outside of the link, whose name has the full date. */}
      {startsMonth && (
        <span className="meta pointer-events-none absolute inset-x-0 top-1.5 leading-none" aria-hidden="true">
          {formatShortMonth(day)}
        </span>
      )}
      {times === 0 ? (
        <span className={`${base} text-ink-soft`}>
          {date}
          <span className="sr-only">{isOfNextMonth && ` ${formatShortMonth(day)}`}, unavailable</span>
        </span>
      ) : (
        <Link
          to={to}
          data-day={day}
          aria-label={`${formatLongDate(day)}, ${times} available`}
          aria-current={isPicked ? 'date' : undefined}
          preventScrollReset
          className={`${base} border font-semibold ${isPicked ? 'border-accent bg-accent-wash text-accent' : 'border-rule hover:border-accent hover:text-accent'}`}
        >
          {date}
        </Link>
      )}
    </div>
  );
}
