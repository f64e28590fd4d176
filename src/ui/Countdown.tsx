import { useEffect, useRef, useState } from 'react';

interface CountdownProps {
  /** When it ends, as an ISO 8601 instant. */
  until: string;
  /** How long that was away, in milliseconds, by the server's clock when it made the page's data. */
  remainingMs: number;
  /** Told once that the time is over, also when it was over from the start. */
  onEnd?: () => void;
  /** What stands in its place without script. */
  noScriptText?: string;
}

/**
 * The time that is left, to the second. Its first text comes from the page's data alone. Without script, where it would
 * stand still, it says until when.
 */
export function Countdown({ until, remainingMs, onEnd, noScriptText }: CountdownProps) {
  const [now, setNow] = useState(remainingMs);
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });
  useEffect(() => {
    const end = toLocalDeadline(Date.parse(until), remainingMs, Date.now());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const remaining = Math.max(end - Date.now(), 0);
      setNow(remaining);
      // The shown second lasts until the next one begins.
      if (remaining > 0) timer = setTimeout(tick, ((remaining - 1) % 1000) + 1);
      else ended.current?.();
    };
    tick();
    return () => clearTimeout(timer);
  }, [until, remainingMs]);
  // The data is read once more when the page is taken over, by when a second may have passed since the server's text.
  return (
    <p className="meta">
      <span role="timer" className="with-script" suppressHydrationWarning>{`Time left: ${formatTimeLeft(now)}`}</span>
      <span className="without-script">{noScriptText ?? `Works until ${until.slice(11, 16)} UTC.`}</span>
    </p>
  );
}

/**
 * A time in milliseconds as minutes and seconds, `mm:ss`. A second that has begun counts whole, so that `00:00` stands
 * only at the end; an hour is 60 minutes.
 */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(milliseconds, 0) / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map(part => String(part).padStart(2, '0')).join(':');
}

/** More than a page takes to arrive and start, in milliseconds. */
const CLOCKS_DIFFER = 30_000;

/**
 * When a time ends by this device's clock, in milliseconds since 1970, which may be wrong: the server's reading of its
 * own clock, `end - left`, is compared with this device's one.
 */
export function toLocalDeadline(end: number, left: number, now: number): number {
  const difference = now - (end - left);
  const isArrival = difference >= 0 && difference <= CLOCKS_DIFFER;
  return isArrival ? end : end + difference;
}
