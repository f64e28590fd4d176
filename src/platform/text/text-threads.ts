import { createWorkerPool, type WorkerPool } from '../worker-pool.ts';
import type { TextOutcome, TextTask } from './text-tasks.ts';

/** Threads that render texts. */
export interface TextThreads {
  /** Renders one text, as `WorkerPool.run` does. Throws UNAVAILABLE if too many wait. */
  run(...parameters: Parameters<WorkerPool<TextTask, TextOutcome>['run']>): Promise<TextOutcome>;
}

interface Limits {
  /** Threads at a time. */
  readonly most: number;
  /** Milliseconds that any text may take, and those that each 1,000 characters may take besides. */
  readonly time?: readonly [any: number, each: number];
  /** Megabytes of a thread's heap. */
  readonly memory?: number;
}

/** Ten times what ordinary texts take; half a million characters get twelve seconds. */
const TIME = [2000, 20] as const;
const MEMORY = 256;

/** Creates threads that render texts. They start on demand. */
export function createTextThreads({ most, time: [any, each] = TIME, memory = MEMORY }: Limits): TextThreads {
  const pool = createWorkerPool<TextTask, TextOutcome>({
    program: new URL('text-worker.ts', import.meta.url),
    most,
    time: ({ markdown }) => any + (each * markdown.length) / 1000,
    memory,
  });
  return {
    run: async (...parameters) => (await pool.run(...parameters)) ?? { kind: 'too complex' },
  };
}
