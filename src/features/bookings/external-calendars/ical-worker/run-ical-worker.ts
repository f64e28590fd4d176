import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ParseBusyTimesOptions, ParsedBusyTimes } from '../rules/ical-busy-times.ts';

/** Input of the worker. */
export interface IcalWorkerInput {
  readonly text: string;
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
}

/** Output of the worker: ParsedBusyTimes with instants as strings. */
export type IcalWorkerResult =
  | { readonly ok: true; readonly times: readonly (readonly [string, string])[]; readonly warning: string | null }
  | { readonly ok: false; readonly reason: string };

/** Timeout in milliseconds. A file of 2 MB takes two seconds. */
const LONGEST = 10_000;

/** Memory limit in megabytes. */
const MOST_MEMORY = 192;

/**
 * Parses busy times in a worker thread, one file at a time: an external file may contain a rule that never ends, and a
 * long file would block the event loop.
 *
 * @param dist The build folder that contains the worker.
 */
export function parseBusyTimesInWorker(
  text: string,
  reading: ParseBusyTimesOptions,
  dist: string,
  longest = LONGEST,
): Promise<ParsedBusyTimes> {
  const result = before.then(() => read(text, reading, dist, longest));
  before = result.catch(() => {});
  return result;
}

let before: Promise<unknown> = Promise.resolve();

async function read(
  text: string,
  reading: ParseBusyTimesOptions,
  dist: string,
  longest: number,
): Promise<ParsedBusyTimes> {
  const { from, until, timeZone } = reading;
  const workerData: IcalWorkerInput = { text, from: from.toString(), until: until.toString(), timeZone };
  const thread = new Worker(programIn(dist), {
    workerData,
    // The worker needs no settings and must not see secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    execArgv: [],
  });
  const { promise, resolve } = Promise.withResolvers<IcalWorkerResult>();
  const giveUp = (reason: string) => resolve({ ok: false, reason });
  thread.once('message', resolve);
  thread.once('error', () => giveUp('It takes too much memory to read.'));
  thread.once('exit', () => giveUp('It could not be read.'));
  const timer = setTimeout(() => giveUp('It takes too long to read: one of its rules may never come true.'), longest);
  const told = await promise;
  clearTimeout(timer);
  await thread.terminate();
  if (!told.ok) return told;
  const instants = told.times.map(([startsAt, endsAt]) => ({
    startsAt: Temporal.Instant.from(startsAt),
    endsAt: Temporal.Instant.from(endsAt),
  }));
  return { ...told, times: instants };
}

/** Returns the worker's path: next to this file in the sources, next to the server in the build. */
function programIn(dist: string): string {
  const fromSources = import.meta.url.endsWith('.ts');
  return fromSources ? fileURLToPath(new URL('ical-worker.ts', import.meta.url)) : join(dist, 'server/ical-worker.js');
}
