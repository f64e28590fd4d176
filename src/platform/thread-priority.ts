import { setPriority } from 'node:os';

/** Nice value: requests go first, and texts still get their share of a busy machine. */
const NICE = 5;

/** Lowers the priority of the calling thread on Linux. Other systems only have process priorities. */
export function lowerThreadPriority(): void {
  // On Linux, each thread has its own nice value (setpriority(2), NOTES).
  if (process.platform === 'linux') setPriority(NICE);
}
