import { useEffect, useRef, useState } from 'react';

interface CountdownProps {
  /** The end, as an ISO 8601 instant. */
  until: string;
  /** Milliseconds until `until` by the server's clock when it created the page's data. */
  remainingMs: number;
  /** Called once when the time is over, even if it was over from the start. */
  onEnd?: () => void;
  /** Shown instead without JavaScript. */
  noScriptText?: string;
}

/**
 * Shows the remaining time to the second. The first text comes from the page's data alone; without JavaScript it shows
 * the end time.
 */
export function Countdown({ until, remainingMs, onEnd, noScriptText }: CountdownProps) {
  const [now, setNow] = useState(remainingMs);
  const endHandler = useRef(onEnd);
  useEffect(() => {
    endHandler.current = onEnd;
  });
  useEffect(() => {
    const end = toLocalDeadline(Date.parse(until), remainingMs, Date.now());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const remaining = Math.max(end - Date.now(), 0);
      setNow(remaining);
      // The current second is shown until the next one begins.
      if (remaining > 0) timer = setTimeout(tick, ((remaining - 1) % 1000) + 1);
      else endHandler.current?.();
    };
    tick();
    return () => clearTimeout(timer);
  }, [until, remainingMs]);
  // A second may have passed between server rendering and hydration.
  return (
    <p className="meta">
      <span role="timer" className="with-script" suppressHydrationWarning>{`Time left: ${formatTimeLeft(now)}`}</span>
      <span className="without-script">{noScriptText ?? `Expires at ${until.slice(11, 16)} UTC.`}</span>
    </p>
  );
}

/**
 * Formats milliseconds as `mm:ss`. Started seconds count in full, so `00:00` appears only at the end; an hour is 60
 * minutes.
 */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(milliseconds, 0) / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map(part => String(part).padStart(2, '0')).join(':');
}

/** Milliseconds; longer than a page takes to arrive and start. */
const MAX_LOAD_TIME = 30_000;

/**
 * Returns the end by this device's clock, in milliseconds since 1970. The device's clock may be wrong, so it is
 * compared with the server's clock, `end - left`.
 */
export function toLocalDeadline(end: number, remaining: number, now: number): number {
  const difference = now - (end - remaining);
  const isLoadTime = difference >= 0 && difference <= MAX_LOAD_TIME;
  return isLoadTime ? end : end + difference;
}
