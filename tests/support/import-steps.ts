import { Worker } from 'node:worker_threads';
import { vi } from 'vitest';
import { STEP_TIME, type StepStarted } from '#features/import-export/actions/reading-steps.ts';
import type { Progress } from '#platform/worker-pool.ts';
import { captureTimers } from './time-limits.ts';

/**
 * Calls `onStart` with the name of each step of reading an archive, and a function that lets the step exceed its time
 * limit immediately. Waiting for the limit would take five CPU seconds.
 */
export function interceptImportSteps(onStart: (name: string, exceedTime: () => void) => void): void {
  const latestTimer = captureTimers(STEP_TIME);
  const emit = Reflect.get(Worker.prototype, 'emit') as (...values: unknown[]) => boolean;
  vi.spyOn(Worker.prototype, 'emit').mockImplementation(function (this: Worker, ...values: unknown[]) {
    // The pool sets the step's time limit. Connections to the database have timers with the same delay.
    const isHandled = emit.apply(this, values);
    const [event, message] = values;
    const { progress } = (event === 'message' ? message : {}) as Partial<Progress>;
    if (progress) onStart((progress as StepStarted).name, latestTimer());
    return isHandled;
  });
}
