import { parentPort, workerData } from 'node:worker_threads';
import { readBusyTimes } from '../rules/ical-busy-times.ts';
import type { ReadingTask, ReadTimes } from './run-ical-worker.ts';

// The program of the thread that reads a calendar: one file in, its busy times out, and the end.
const { text, from, until, timeZone } = workerData as ReadingTask;
const read = readBusyTimes(text, { from: Temporal.Instant.from(from), until: Temporal.Instant.from(until), timeZone });
const told: ReadTimes = read.ok
  ? { ...read, times: read.times.map(({ startsAt, endsAt }) => [startsAt.toString(), endsAt.toString()]) }
  : read;
parentPort?.postMessage(told, []);
