import { useEffect, useState } from 'react';

/** Formats time, day and time zone: 14:05 on Friday (GMT-5). */
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
  /** When the page was rendered (ISO 8601). */
  now: string;
  timeZone: string;
}

/** Current time in a time zone, updated while the page is open. */
export function LocalClock({ now, timeZone }: LocalClockProps) {
  const [shown, setShown] = useState(() => new Date(now));
  useEffect(() => {
    const timer = setInterval(() => setShown(new Date()), 5000);
    return () => clearInterval(timer);
  }, []);
  // The minute may change between server rendering and hydration.
  return (
    <time className="tabular-nums" dateTime={shown.toISOString()} suppressHydrationWarning>
      {clockText(shown, timeZone)}
    </time>
  );
}
