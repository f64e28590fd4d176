// For browsers as well, not all of which have Temporal: instants are told by Intl, and months are reckoned in UTC.

const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let kept = formats.get(key);
  if (!kept) {
    kept = new Intl.DateTimeFormat('en-GB', options);
    formats.set(key, kept);
  }
  return kept;
}

/** The day (`2026-11-23`) that an instant falls on in a zone. */
export function toLocalDate(instant: string, timeZone: string): string {
  const parts = format(`day ${timeZone}`, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(new Date(instant))
    .map(({ type, value }) => [type, value]);
  const { year, month, day } = Object.fromEntries(parts) as Record<string, string>;
  return `${year}-${month}-${day}`;
}

/** What clocks show at an instant in a zone, `14:05`. */
export function formatLocalTime(instant: string, timeZone: string): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return format(`time ${timeZone}`, options).format(new Date(instant));
}

/** A day in words: `Monday, 23 November 2026`. */
export function formatLongDate(day: string): string {
  const options = { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const parts = format('long day', options).formatToParts(new Date(`${day}T12:00Z`));
  const { weekday, day: date, month, year } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${weekday}, ${date} ${month} ${year}`;
}

/** A month (`2026-11`) in words: `November 2026`. */
export function formatMonth(month: string): string {
  return format('month', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${month}-15T12:00Z`));
}

/** A month so many further on. */
export function addMonths(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 15)).toISOString().slice(0, 7);
}

/** Whether a word of an address is a month, or a day, that there is. */
export function isIsoMonth(word: string | null): word is string {
  return word !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(word);
}
export function isIsoDate(word: string | null): word is string {
  return word !== null && /^\d{4}-\d\d-\d\d$/.test(word) && !Number.isNaN(Date.parse(word));
}

/** Instants between which a month lies whole, in whatever zone: no zone is further than a day from UTC. */
export function getMonthInterval(month: string): { from: string; until: string } {
  const begin = Date.parse(`${month}-01T00:00Z`);
  const end = Date.parse(`${addMonths(month, 1)}-01T00:00Z`);
  return { from: new Date(begin - DAY).toISOString(), until: new Date(end + DAY).toISOString() };
}

/** The weeks of a month, each from Monday; null where a day is of another month. */
export function listMonthWeeks(month: string): (string | null)[][] {
  const begin = Date.parse(`${month}-01T00:00Z`);
  const lead = (new Date(begin).getUTCDay() + 6) % 7;
  const days = (Date.parse(`${addMonths(month, 1)}-01T00:00Z`) - begin) / DAY;
  const weeks: (string | null)[][] = [];
  for (let first = -lead; first < days; first += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_none, place) => {
        const date = first + place;
        return date < 0 || date >= days ? null : new Date(begin + date * DAY).toISOString().slice(0, 10);
      }),
    );
  }
  return weeks;
}

/** Instants by the day that they fall on in a zone. */
export function groupByLocalDate(instants: readonly string[], timeZone: string): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const instant of instants) {
    const day = toLocalDate(instant, timeZone);
    const found = days.get(day);
    if (found) found.push(instant);
    else days.set(day, [instant]);
  }
  return days;
}

/** How long something takes, in words: `30 minutes`, `2 hours`. */
export function formatDuration(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

/** A zone as people read it. */
export function formatTimeZone(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

/** Whether there is a zone of this name, or has been one: engines differ in which of two names they list. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && format(`zone ${name}`, { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
