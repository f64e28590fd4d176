import { setPriority } from 'node:os';

/** As a nice value: enough for requests to go first, while texts still get their share of a busy machine. */
const LOWER = 5;

/** Lowers the priority of the calling thread on Linux. Other systems only have priorities of processes. */
export function lowerThreadPriority(): void {
  // Linux counts each thread by itself (setpriority(2), NOTES).
  if (process.platform === 'linux') setPriority(LOWER);
}
