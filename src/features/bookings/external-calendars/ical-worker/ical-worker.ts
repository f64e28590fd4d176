import { parentPort } from 'node:worker_threads';
import { parseBusyTimes } from '../rules/ical-busy-times.ts';

/** A calendar file to parse. Instants are strings, because `postMessage` can't send Temporal objects. */
export interface IcalTask {
  readonly text: string;
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  /** Timeout in milliseconds. */
  readonly longest: number;
}

/** ParsedBusyTimes with instants as strings. */
export type IcalOutcome =
  | { readonly ok: true; readonly times: readonly (readonly [string, string])[]; readonly warning: string | null }
  | { readonly ok: false; readonly reason: string };

// A worker thread that parses calendar files.
parentPort?.on('message', ({ text, from, until, timeZone }: IcalTask) => {
  const range = { from: Temporal.Instant.from(from), until: Temporal.Instant.from(until), timeZone };
  const parsed = parseBusyTimes(text, range);
  const outcome: IcalOutcome = parsed.ok
    ? { ...parsed, times: parsed.times.map(({ startsAt, endsAt }) => [startsAt.toString(), endsAt.toString()]) }
    : parsed;
  parentPort?.postMessage(outcome, []);
});
parentPort?.postMessage('ready', []);
