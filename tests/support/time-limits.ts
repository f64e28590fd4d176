import { vi } from 'vitest';

/** Returns a function that fires the latest timer with this delay immediately, to test a time limit without waiting. */
export function interceptTimers(delay: number): () => void {
  const schedule = globalThis.setTimeout;
  let latest: (() => void) | undefined;
  const intercept = (run: () => void, after?: number, ...values: unknown[]) => {
    if (after === delay) latest = run;
    return schedule(run, after, ...values);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(intercept as typeof setTimeout);
  return () => {
    if (!latest) throw new Error(`No timer of ${delay} ms was started.`);
    latest();
  };
}
