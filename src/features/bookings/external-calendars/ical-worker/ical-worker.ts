import { parentPort } from 'node:worker_threads';
import { parseBusyTimes } from '../rules/ical-busy-times.ts';

/** A calendar file to parse. Instants are strings (ISO 8601), because `postMessage` can't send Temporal objects. */
export interface IcalTask {
  readonly text: string;
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  /** Timeout in milliseconds. */
  readonly timeoutMs: number;
}

// A worker thread that parses calendar files.
parentPort?.on('message', ({ text, from, until, timeZone }: IcalTask) => {
  const range = { from: Temporal.Instant.from(from), until: Temporal.Instant.from(until), timeZone };
  parentPort?.postMessage(parseBusyTimes(text, range), []);
});
parentPort?.postMessage('ready', []);
