import { rm } from 'node:fs/promises';
import { createWorkerPool } from '#platform/worker-pool.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { createArchiveError } from '../rules/imported-content.ts';
import {
  type EntryWriter,
  entriesIn,
  type ImportHead,
  outlinesIn,
  STEP_TIME,
  type StepStarted,
} from './reading-steps.ts';

/** Tasks of the import worker: read an archive, or put pictures into a text. */
export type ImportTask =
  | {
      readonly kind: 'read';
      readonly path: string;
      /** An empty folder for the files of entries and outlines. */
      readonly folder: string;
      /** Bytes that the archive may unpack to. */
      readonly maxBytes: number;
      /** Positions of steps that exceeded the limits before. They are left out. */
      readonly failed: readonly number[];
    }
  | {
      readonly kind: 'text';
      /** The text on this site, if it was imported before. */
      readonly current?: string;
      /** The original text from the archive. */
      readonly source: string;
      /** The site's addresses of pictures, by how the text names them. Others become links. */
      readonly urls: ReadonlyMap<string, string>;
    };

export type ImportOutcome =
  /** `json` is the `StoredHead`: it may be large, so it is passed on without being parsed. */
  | {
      readonly kind: 'read';
      readonly summary: Pick<ImportHead, 'source'> & EntryWriter['counts'] & { readonly siteSectionCount: number };
      readonly json: Uint8Array;
    }
  | { readonly kind: 'text'; readonly markdown: string; readonly filled: number }
  | {
      readonly kind: 'rejected';
      readonly code: ErrorCode;
      readonly message: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** `code` is the system's, such as ENOSPC. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined };

/** Milliseconds that an archive may take until its first post: its list is read, and an export is parsed. */
const OPENING_TIME = 180_000;

const pool = createWorkerPool<ImportTask, ImportOutcome>({
  program: new URL('import-worker.ts', import.meta.url),
  most: 1,
  time: ({ kind }) => (kind === 'read' ? OPENING_TIME : STEP_TIME),
  // An export of 100 MB is parsed in memory.
  memory: 1024,
});

/** Maximum number of posts and files of an archive that may exceed the limits; the archive is read again after each. */
const MAX_FAILURES = 10;

/**
 * Reads an archive in a worker like `parseArchive`, and writes entries and outlines to an empty folder. Skips and notes
 * items over the limits. Throws like `parseArchive`, and BAD_REQUEST if the archive or too many posts exceed the
 * limits.
 */
export async function readArchive(archive: {
  readonly path: string;
  readonly folder: string;
  readonly maxBytes: number;
}) {
  const failed: StepStarted[] = [];
  for (;;) {
    let current: StepStarted | undefined;
    const task = { kind: 'read' as const, ...archive, failed: failed.map(({ position }) => position) };
    const outcome = await run(task, progress => {
      current = progress as StepStarted;
    });
    if (outcome) return outcome;
    if (!current)
      throw createArchiveError('This archive takes too much time or memory to read. Export it in smaller parts.');
    failed.push(current);
    if (failed.length > MAX_FAILURES) {
      const names = failed.slice(0, 5).map(({ name }) => `“${name.slice(0, 60)}”`);
      throw createArchiveError(
        `Too many posts take too long to read, including ${names.join(', ')}. Remove them from the export.`,
      );
    }
    for (const file of [entriesIn(archive.folder), outlinesIn(archive.folder)]) await rm(file, { force: true });
  }
}

/** Puts pictures into a text in the worker, as `fillText` does. Throws BAD_REQUEST if that exceeds the limits. */
export async function fillPictures(
  texts: { readonly current?: string; readonly source: string },
  urls: ReadonlyMap<string, string>,
) {
  const outcome = await run({ kind: 'text', ...texts, urls });
  if (!outcome) throw new AppError('BAD_REQUEST', 'This text takes too much time or memory to convert. Shorten it.');
  return outcome;
}

/** Runs a task in the worker. Returns undefined if it exceeds the limits. Throws the task's errors. */
async function run<Task extends ImportTask>(task: Task, onProgress?: (progress: unknown) => void) {
  const outcome = await pool.run(task, onProgress && { onProgress });
  if (outcome?.kind === 'rejected') throw new AppError(outcome.code, outcome.message, outcome.fields);
  if (outcome?.kind === 'failed') {
    throw Object.assign(new Error(`Reading an archive failed: ${outcome.message}`), { code: outcome.code });
  }
  // The worker answers with the kind of its task.
  return outcome as Extract<ImportOutcome, { kind: Task['kind'] }> | undefined;
}

/** Handles an error about a text that is too complex, which is then skipped and noted. Rethrows all others. */
export function ignoreTooComplex(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'BAD_REQUEST') return undefined;
  throw error;
}
