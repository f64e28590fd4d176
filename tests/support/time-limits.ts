import { vi } from 'vitest';

/** Returns a function that fires the latest timer with this delay immediately, to test a time limit without waiting. */
export function interceptTimers(delay: number): () => void {
  const latestTimer = captureTimers(delay);
  return () => latestTimer()();
}

/**
 * Returns a function that returns the latest timer with this delay, as a function that fires it immediately. Another
 * timer with the same delay may start before it is fired.
 */
export function captureTimers(delay: number): () => () => void {
  const schedule = globalThis.setTimeout;
  let latest: (() => void) | undefined;
  const intercept = (run: () => void, after?: number, ...values: unknown[]) => {
    if (after === delay) latest = run;
    return schedule(run, after, ...values);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(intercept as typeof setTimeout);
  return () => {
    if (!latest) throw new Error(`No timer of ${delay} ms was started.`);
    return latest;
  };
}
