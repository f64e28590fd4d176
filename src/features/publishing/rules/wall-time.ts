/** Returns an instant as wall time in a time zone, in the format of date inputs: 2026-12-01T09:00. */
export function wallTime(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return parts.format(new Date(instant)).replace(' ', 'T');
}
