import { type ChildProcess, fork } from 'node:child_process';
import { getProgramPath } from '#platform/program-path.ts';
import { WorkerError } from '#platform/worker-pool.ts';
import type { PictureTasks } from './picture-tasks.ts';
import type { PictureResponse, PictureRequest } from './picture-worker.ts';

/** Maximum number of pictures encoded at the same time. Each takes up to 100 MB. */
const CONCURRENCY = 2;

/** Milliseconds without work after which the process ends, which frees its memory. */
const IDLE_TIMEOUT = 5000;

/** Milliseconds after which a task is aborted, together with its process. */
const TASK_TIMEOUT = 120_000;

type Pending = PromiseWithResolvers<unknown> & { readonly timer: NodeJS.Timeout };

/** A process and its pending tasks. */
class Worker {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #idleTimer: NodeJS.Timeout | undefined;
  #next = 0;

  constructor(onEnd: () => void) {
    const { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_ } = process.env;
    this.#process = fork(getProgramPath(new URL('picture-worker.ts', import.meta.url)), {
      // It needs no other settings and none of the site's secrets.
      env: { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_ },
      execArgv: [],
      serialization: 'advanced',
      stdio: 'ignore',
    } as Parameters<typeof fork>[2]);
    const fail = (reason: string) => {
      onEnd();
      for (const { reject, timer } of this.#pending.values()) {
        clearTimeout(timer);
        reject(new WorkerError(`The picture process ${reason}.`));
      }
      this.#pending.clear();
    };
    this.#process.on('error', error => fail(`failed: ${error.message}`));
    this.#process.on('exit', (code, signal) => fail(`ended (${signal ?? code})`));
    this.#process.on('disconnect', onEnd);
    this.#process.on('message', (response: PictureResponse) => this.#settle(response));
  }

  run(task: keyof PictureTasks, parameters: readonly unknown[]): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    this.#process.ref();
    this.#process.channel?.ref();
    const response = Promise.withResolvers<unknown>();
    const id = this.#next++;
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), TASK_TIMEOUT);
    this.#pending.set(id, { ...response, timer });
    this.#process.send({ id, task, parameters } satisfies PictureRequest, error => {
      if (error) this.#process.kill('SIGKILL');
    });
    return response.promise;
  }

  #settle(response: PictureResponse): void {
    const pending = this.#pending.get(response.id);
    this.#pending.delete(response.id);
    clearTimeout(pending?.timer);
    if ('error' in response) pending?.reject(new Error(response.error));
    else pending?.resolve(response.result);
    if (this.#pending.size > 0) return;
    this.#process.unref();
    this.#process.channel?.unref();
    this.#idleTimer = setTimeout(() => this.#process.disconnect(), IDLE_TIMEOUT).unref();
  }
}

let worker: Worker | undefined;
let freeSlots = CONCURRENCY;
const waiting: (() => void)[] = [];

/**
 * Runs a task in the picture process, which frees its memory when it exits. Runs two tasks at a time and queues others.
 * Throws the task's errors, and WorkerError.
 */
export async function runPictureTask<Name extends keyof PictureTasks>(
  task: Name,
  ...parameters: Parameters<PictureTasks[Name]>
): Promise<Awaited<ReturnType<PictureTasks[Name]>>> {
  if (freeSlots > 0) freeSlots--;
  else await new Promise<void>(resolve => waiting.push(resolve));
  try {
    const current = (worker ??= new Worker(() => {
      if (worker === current) worker = undefined;
    }));
    return (await current.run(task, parameters)) as Awaited<ReturnType<PictureTasks[Name]>>;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else freeSlots++;
  }
}
