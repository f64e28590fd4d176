import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ParseBusyTimesOptions, ParsedBusyTimes } from '../rules/ical-busy-times.ts';

/** What the thread is told. */
export interface IcalWorkerInput {
  readonly text: string;
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
}

/** What the thread answers: ParsedBusyTimes with its instants written out. */
export type IcalWorkerResult =
  | { readonly ok: true; readonly times: readonly (readonly [string, string])[]; readonly warning: string | null }
  | { readonly ok: false; readonly reason: string };

/** Milliseconds after which a reading is given up. A file of 2 MB takes two seconds. */
const LONGEST = 10_000;

/** Megabytes that a reading may take. */
const MOST_MEMORY = 192;

/**
 * Reads busy times in a thread of its own, one file at a time: a file from elsewhere may hold a rule that no day ever
 * fits, whose search has no end, and a long file would keep everybody else waiting.
 *
 * @param dist The folder of the build, where the thread's program is.
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
    // It needs no settings and none of the site's secrets.
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

/** From the sources the program is beside this one; the build leaves it beside the server. */
function programIn(dist: string): string {
  const fromSources = import.meta.url.endsWith('.ts');
  return fromSources ? fileURLToPath(new URL('ical-worker.ts', import.meta.url)) : join(dist, 'server/ical-worker.js');
}
