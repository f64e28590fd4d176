import { useEffect, useState } from 'react';

/** The time of day, the day and the name of the zone: 14:05 on Friday (GMT-5). */
function clockText(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(one => one.type === type)?.value ?? '';
  return `${part('hour')}:${part('minute')} on ${part('weekday')} (${part('timeZoneName')})`;
}

interface LocalClockProps {
  /** The instant (ISO 8601) when the page was made. */
  now: string;
  timeZone: string;
}

/** What time it is at a place, which goes on while the page is open. */
export function LocalClock({ now, timeZone }: LocalClockProps) {
  const [shown, setShown] = useState(() => new Date(now));
  useEffect(() => {
    const timer = setInterval(() => setShown(new Date()), 5000);
    return () => clearInterval(timer);
  }, []);
  // The minute may pass between the server's text and the first one here.
  return (
    <time className="tabular-nums" dateTime={shown.toISOString()} suppressHydrationWarning>
      {clockText(shown, timeZone)}
    </time>
  );
}
