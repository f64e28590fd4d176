import { createWorkerPool, type WorkerPool } from '../worker-pool.ts';
import type { EmailHtmlOptions, RenderedMail } from './email-html.ts';
import type { RenderedMarkdown } from './markdown.ts';
import type { PictureShape } from './pictures.ts';

/** A text to render for a page or for an email. */
export type TextTask =
  | { readonly kind: 'page'; readonly markdown: string; readonly pictures: ReadonlyMap<string, PictureShape> }
  | { readonly kind: 'mail'; readonly markdown: string; readonly mail: EmailHtmlOptions };

export type TextOutcome =
  | { readonly kind: 'done'; readonly result: RenderedMarkdown | RenderedMail }
  | { readonly kind: 'too complex' }
  | { readonly kind: 'failed'; readonly message: string };

export interface TextThreads {
  /** Renders a text, as `WorkerPool.run` does. Throws UNAVAILABLE if too many wait. */
  run(...parameters: Parameters<WorkerPool<TextTask, TextOutcome>['run']>): Promise<TextOutcome>;
}

interface Limits {
  /** Number of threads. */
  readonly most: number;
  /** Milliseconds for any text, plus those for each 1,000 characters. */
  readonly time?: readonly [any: number, each: number];
  /** Megabytes of heap per thread. */
  readonly memory?: number;
}

/** Ten times the duration of ordinary texts; half a million characters get twelve seconds. */
const TIME = [2000, 20] as const;
const MEMORY = 256;

/** Creates threads that render texts. They start on demand. */
export function createTextThreads({ most, time: [base, perThousand] = TIME, memory = MEMORY }: Limits): TextThreads {
  const pool = createWorkerPool<TextTask, TextOutcome>({
    program: new URL('text-worker.ts', import.meta.url),
    most,
    time: ({ markdown }) => base + (perThousand * markdown.length) / 1000,
    memory,
  });
  return {
    run: async (...parameters) => (await pool.run(...parameters)) ?? { kind: 'too complex' },
  };
}
