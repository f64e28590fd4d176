import { monitorEventLoopDelay } from 'node:perf_hooks';
import { formatSpace } from '../files/disk-space.ts';
import type { HealthCheck, HealthResult } from './check.ts';

/** Milliseconds between two measurements, which each value includes. */
const RESOLUTION = 20;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });

/** Starts to measure how long requests wait for the event loop. */
export function watchEventLoop(): void {
  delay.enable();
}

const MEGABYTE = 1024 * 1024;

/**
 * Returns the health of the process, from bytes of available memory, and milliseconds of event-loop delay if it is
 * measured.
 */
export function judgeProcess({ available, wait }: { available: number; wait: number | undefined }): HealthResult {
  const waited = wait === undefined ? '' : ` The event-loop delay is ${Math.round(wait)} ms (99th percentile).`;
  const message = `${formatSpace(available)} of memory are available.${waited}`;
  if (available < 128 * MEGABYTE) {
    const help =
      'Stop other programs on this server, or give it more memory. Without memory, the system stops the site.';
    return { status: available < 48 * MEGABYTE ? 'failing' : 'warning', message, help };
  }
  if (wait !== undefined && wait > 250) {
    const help = 'The processor is too busy. Check which programs use it, or move the site to a faster server.';
    return { status: wait > 1000 ? 'failing' : 'warning', message, help };
  }
  return { status: 'ok', message };
}

export const processCheck: HealthCheck = {
  name: 'process',
  label: 'Memory and processor',
  group: 'Server',
  run({ isServer }) {
    const wait = isServer ? Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION) : undefined;
    delay.reset();
    return judgeProcess({ available: process.availableMemory(), wait });
  },
};
