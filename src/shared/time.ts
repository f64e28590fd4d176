const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string): Intl.DateTimeFormat {
  let cached = formats.get(timeZone);
  if (!cached) {
    cached = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone });
    formats.set(timeZone, cached);
  }
  return cached;
}

/** Formats an instant (ISO 8601) as its day in `timeZone` (IANA name), like 01 Jun 2025. */
export function formatDate(instant: string, timeZone: string): string {
  return format(timeZone).format(new Date(instant)).replace('Sept', 'Sep');
}

/** Formats an instant (ISO 8601) to the minute in `timeZone` (IANA name), like 01 Jun 2025, 14:05 GMT+2. */
export function formatDateTime(instant: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(instant));
  return `${formatDate(instant, timeZone)}, ${time}`;
}

/** Formats a calendar day (`2025-06-01`) like 01 Jun 2025. */
export function formatPlainDate(day: string): string {
  return formatDate(`${day}T12:00:00Z`, 'UTC');
}

/** Returns a note with the time zone (IANA name) of the dates on a page, a billing document or an email. */
export function zoneNote(timeZone: string): string {
  return `Dates are in the time zone ${timeZone}.`;
}

/** Returns the reading time in whole minutes, at 220 words a minute; at least one. */
export function estimateReadingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 220));
}
