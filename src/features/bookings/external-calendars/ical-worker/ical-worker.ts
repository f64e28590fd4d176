import { parentPort, workerData } from 'node:worker_threads';
import { parseBusyTimes } from '../rules/ical-busy-times.ts';
import type { IcalWorkerInput, IcalWorkerResult } from './run-ical-worker.ts';

// Worker entry point: parses one calendar file, posts its busy times and exits.
const { text, from, until, timeZone } = workerData as IcalWorkerInput;
const read = parseBusyTimes(text, { from: Temporal.Instant.from(from), until: Temporal.Instant.from(until), timeZone });
const told: IcalWorkerResult = read.ok
  ? { ...read, times: read.times.map(({ startsAt, endsAt }) => [startsAt.toString(), endsAt.toString()]) }
  : read;
parentPort?.postMessage(told, []);
