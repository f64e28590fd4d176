import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { getProgramPath } from './program-path.ts';

/** Worker threads that run one program. They start on demand and end when idle. */
export interface WorkerPool<Task, Outcome> {
  /**
   * Runs a task. Returns undefined if it exceeds its time or memory. Throws UNAVAILABLE if too many tasks are waiting,
   * in total or of its owner, and WorkerError if no thread can start.
   */
  run(task: Task, options?: RunOptions): Promise<Outcome | undefined>;
}

interface RunOptions {
  /** The task's owner. Tasks of one owner run one at a time, and owners take turns. */
  readonly owner?: string | undefined;
  /** Receives the program's progress reports. */
  readonly onProgress?: (progress: unknown) => void;
}

/** Thrown if a worker thread or process failed. Its task may be fine. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

interface PoolOptions<Task> {
  /** The program's source. */
  readonly program: URL;
  /** Number of threads. */
  readonly most: number;
  /** Milliseconds that a task may take. */
  readonly time: (task: Task) => number;
  /** Megabytes of heap per thread. */
  readonly memory: number;
}

/** A program's progress report. Every other message is its result. */
export interface Progress {
  readonly progress: unknown;
  /** Milliseconds that the program can still take. */
  readonly time: number;
}

const isProgress = (message: unknown): message is Progress =>
  typeof message === 'object' && message !== null && 'progress' in message;

interface WaitingTask {
  readonly owner: string | undefined;
  readonly start: () => void;
}

/** Maximum number of waiting tasks. */
const MAX_WAITING = 50;

/** Maximum number of waiting tasks per owner. */
const MAX_PER_OWNER = 5;

/** Milliseconds without work after which a thread ends, to free its memory. */
const IDLE_TIMEOUT = 30_000;

export function createWorkerPool<Task, Outcome>(options: PoolOptions<Task>): WorkerPool<Task, Outcome> {
  const idleThreads = new Map<Worker, NodeJS.Timeout>();
  const running: (string | undefined)[] = [];
  let waiting: WaitingTask[] = [];

  async function takeThread(): Promise<Worker> {
    const idle = [...idleThreads.keys()].at(-1);
    const thread = idle ?? (await startThread(getProgramPath(options.program), options.memory));
    if (idle) removeIdle(idle);
    else thread.once('exit', () => removeIdle(thread));
    thread.ref();
    return thread;
  }

  function keepThread(thread: Worker): void {
    const end = () => {
      removeIdle(thread);
      void thread.terminate();
    };
    thread.unref();
    idleThreads.set(thread, setTimeout(end, IDLE_TIMEOUT).unref());
  }

  function removeIdle(thread: Worker): void {
    clearTimeout(idleThreads.get(thread));
    idleThreads.delete(thread);
  }

  const mayStart = (owner: string | undefined) =>
    running.length < options.most && (owner === undefined || !running.includes(owner));

  /** Resolves when the task may run. */
  function waitForTurn(owner: string | undefined): Promise<void> | undefined {
    if (waiting.length >= MAX_WAITING) {
      throw new AppError('UNAVAILABLE', 'The site is busy right now. Try again in a moment.');
    }
    if (owner !== undefined && waiting.filter(entry => entry.owner === owner).length >= MAX_PER_OWNER) {
      throw new AppError('UNAVAILABLE', 'Your earlier requests are still being processed. Try again in a moment.');
    }
    if (mayStart(owner)) {
      running.push(owner);
      return undefined;
    }
    return new Promise(resolve => waiting.push({ owner, start: resolve }));
  }

  /** Starts the next task. The owner whose task has just ended comes last. */
  function startNext(endedOwner: string | undefined): void {
    const isOfEndedOwner = ({ owner }: WaitingTask) => owner !== undefined && owner === endedOwner;
    waiting = [...waiting.filter(entry => !isOfEndedOwner(entry)), ...waiting.filter(isOfEndedOwner)];
    const next = waiting.find(({ owner }) => mayStart(owner));
    if (!next) return;
    waiting = waiting.filter(entry => entry !== next);
    running.push(next.owner);
    next.start();
  }

  return {
    async run(task, { owner, onProgress } = {}) {
      await waitForTurn(owner);
      try {
        const thread = await takeThread();
        const outcome = await runIn<Outcome>(thread, task, options.time(task), onProgress);
        if (outcome === undefined) await thread.terminate();
        else keepThread(thread);
        return outcome;
      } finally {
        running.splice(running.indexOf(owner), 1);
        startNext(owner);
      }
    },
  };
}

async function startThread(program: string, memory: number): Promise<Worker> {
  const thread = new Worker(program, {
    // The program needs no settings and none of the site's secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.once('message', () => resolve());
  // A later error ends the thread, which its task or the pool notices.
  thread.on('error', cause => reject(new WorkerError(`${program} could not start.`, { cause })));
  await promise;
  return thread;
}

/** Returns undefined if the thread exceeds its time or memory. */
async function runIn<Outcome>(
  thread: Worker,
  task: unknown,
  milliseconds: number,
  onProgress?: (progress: unknown) => void,
): Promise<Outcome | undefined> {
  const { promise, resolve } = Promise.withResolvers<Outcome | undefined>();
  const giveUp = () => resolve(undefined);
  let timer = setTimeout(giveUp, milliseconds);
  const onMessage = (message: Outcome | Progress) => {
    if (!isProgress(message)) return resolve(message);
    clearTimeout(timer);
    timer = setTimeout(giveUp, message.time);
    onProgress?.(message.progress);
  };
  thread.on('message', onMessage);
  thread.once('exit', giveUp);
  thread.postMessage(task, []);
  const outcome = await promise;
  clearTimeout(timer);
  thread.off('message', onMessage);
  thread.off('exit', giveUp);
  return outcome;
}
