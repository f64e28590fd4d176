/** Returns the format of each time zone. Cached, since lists format many times and creating a format is slow. */
function createFormats(fields: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return timeZone => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...fields, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

const getDayFormat = createFormats({ day: '2-digit', month: 'short', year: 'numeric' });
const getTimeFormat = createFormats({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });

/** Formats an instant (ISO 8601) as its day in `timeZone` (IANA name), like 01 Jun 2025. */
export function formatDate(instant: string, timeZone: string): string {
  return getDayFormat(timeZone).format(new Date(instant)).replace('Sept', 'Sep');
}

/** Formats an instant (ISO 8601) to the minute in `timeZone` (IANA name), like 01 Jun 2025, 14:05 GMT+2. */
export function formatDateTime(instant: string, timeZone: string): string {
  return `${formatDate(instant, timeZone)}, ${getTimeFormat(timeZone).format(new Date(instant))}`;
}

/** Formats a calendar day (`2025-06-01`) like 01 Jun 2025. */
export function formatPlainDate(day: string): string {
  return formatDate(`${day}T12:00:00Z`, 'UTC');
}

/** Returns whether a text has a day like 01 Jun 2025. */
export function hasFormattedDate(text: string): boolean {
  return /\b\d\d [A-Z][a-z]{2} \d{4}\b/.test(text);
}

/** Formats when an unpaid invoice is due, like "due 01 Jun 2025", or "overdue since 01 Jun 2025" after that day. */
export function formatDueDate(dueOn: string, today: string): string {
  return `${today > dueOn ? 'overdue since' : 'due'} ${formatPlainDate(dueOn)}`;
}

/** Returns whether this runtime knows an IANA time zone name. Engines list different aliases of the same zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Formats a zone's name for display: `America/New York`. */
export function formatTimeZone(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

/** Returns a note with the time zone (IANA name) of the dates on a page, a billing document or an email. */
export function zoneNote(timeZone: string): string {
  return `Dates are in the time zone ${formatTimeZone(timeZone)}.`;
}

/** Returns the reading time in whole minutes, at 220 words a minute; at least one. */
export function estimateReadingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 220));
}
