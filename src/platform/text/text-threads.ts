import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import type { TextOutcome, TextTask } from './text-tasks.ts';

/** Threads that render texts. They start when they are first needed, and end when nothing was to be done for a while. */
export interface TextThreads {
  /** Renders one text. Throws UNAVAILABLE if too many wait. */
  run(task: TextTask, dist: string): Promise<TextOutcome>;
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

/** Texts that wait for a thread at most. */
const MOST_WAITING = 50;

/** Milliseconds without work after which a thread ends, which frees its memory. */
const IDLE = 30_000;

/** Makes threads that render texts; none starts before there is one to render. */
export function createTextThreads({ most, time: [any, each] = TIME, memory = MEMORY }: Limits): TextThreads {
  const free: { thread: Worker; ending: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeThread(dist: string): Promise<Worker> {
    const idle = free.pop();
    clearTimeout(idle?.ending);
    const thread = idle?.thread ?? (await startThread(dist, memory));
    thread.ref();
    return thread;
  }

  function keepThread(thread: Worker): void {
    const end = () => {
      free.splice(
        free.findIndex(one => one.thread === thread),
        1,
      );
      void thread.terminate();
    };
    thread.unref();
    free.push({ thread, ending: setTimeout(end, IDLE).unref() });
  }

  return {
    async run(task, dist) {
      if (waiting.length >= MOST_WAITING) {
        throw new AppError('UNAVAILABLE', 'Too many texts are being prepared right now. Try again in a moment.');
      }
      if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
      else running += 1;
      try {
        const thread = await takeThread(dist);
        const outcome = await renderIn(thread, task, any + (each * task.markdown.length) / 1000);
        if (outcome) keepThread(thread);
        else await thread.terminate();
        return outcome ?? { kind: 'too complex' };
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

async function startThread(dist: string, memory: number): Promise<Worker> {
  const thread = new Worker(programIn(dist), {
    // It needs no setting, and no secret of the site's.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.once('message', () => resolve());
  thread.once('error', reject);
  await promise;
  thread.off('error', reject);
  // One that ends while it is idle is noticed when it is next used.
  thread.on('error', () => {});
  return thread;
}

/** Undefined if the thread exceeded its time or memory. */
async function renderIn(thread: Worker, task: TextTask, milliseconds: number): Promise<TextOutcome | undefined> {
  const { promise, resolve } = Promise.withResolvers<TextOutcome | undefined>();
  const giveUp = () => resolve(undefined);
  const timer = setTimeout(giveUp, milliseconds);
  thread.once('message', resolve);
  thread.once('exit', giveUp);
  thread.postMessage(task, []);
  const outcome = await promise;
  clearTimeout(timer);
  thread.off('message', resolve);
  thread.off('exit', giveUp);
  return outcome;
}

/** From the sources the program is beside this file; the build puts it beside the server. */
function programIn(dist: string): string {
  const fromSources = import.meta.url.endsWith('.ts');
  return fromSources ? fileURLToPath(new URL('text-worker.ts', import.meta.url)) : join(dist, 'server/text-worker.js');
}
