import { createWorkerPool } from '#platform/worker-pool.ts';
import type { ParseBusyTimesOptions, ParsedBusyTimes } from '../rules/ical-busy-times.ts';
import type { IcalTask } from './ical-worker.ts';

/** Timeout in milliseconds. A file of 2 MB takes two seconds. */
const TIMEOUT_MS = 10_000;

/** Shown if the file exceeds the time or memory. */
export const TOO_COMPLEX =
  'This calendar takes too much time or memory to read. One of its repeating events may never occur.';

const pool = createWorkerPool<IcalTask, ParsedBusyTimes>({
  program: new URL('ical-worker.ts', import.meta.url),
  most: 1,
  time: ({ timeoutMs }) => timeoutMs,
  memory: 192,
});

/**
 * Parses busy times in a worker thread, one file at a time: an external file may contain a rule that never ends, and a
 * long file would block the event loop.
 */
export async function parseBusyTimesInWorker(
  text: string,
  { from, until, timeZone }: ParseBusyTimesOptions,
  timeoutMs = TIMEOUT_MS,
): Promise<ParsedBusyTimes> {
  const task = { text, from: from.toString(), until: until.toString(), timeZone, timeoutMs };
  return (await pool.run(task)) ?? { ok: false, reason: TOO_COMPLEX };
}
