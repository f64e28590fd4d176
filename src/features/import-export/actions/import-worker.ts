import { parentPort } from 'node:worker_threads';
import { findErrorCode } from '#platform/startup-error.ts';
import { lowerThreadPriority } from '#platform/thread-priority.ts';
import type { Progress } from '#platform/worker-pool.ts';
import { AppError } from '#shared/errors.ts';
import { fillText } from '../rules/pictures.ts';
import { MAX_NAMED } from '../contract/constants.ts';
import type { ImportOutcome, ImportTask } from './import-pool.ts';
import { parseArchive } from './parse-archive.ts';
import { createEntryWriter, ReadingSteps, STEP_TIME, type StepStarted, type StoredHead } from './reading-steps.ts';

// Entry point of the worker that reads archives: foreign content may take any time and memory to parse.
lowerThreadPriority();
parentPort?.on('message', (task: ImportTask) => {
  void run(task).then(outcome =>
    parentPort?.postMessage(outcome, outcome.kind === 'read' ? [outcome.json.buffer as ArrayBuffer] : []),
  );
});
parentPort?.postMessage('ready', []);

async function run(task: ImportTask): Promise<ImportOutcome> {
  try {
    if (task.kind === 'read') return await read(task);
    const { current, source, urls } = task;
    return { kind: 'text', ...fillText(current, source, reference => urls.get(reference)) };
  } catch (error) {
    if (error instanceof AppError) {
      return { kind: 'rejected', code: error.code, message: error.message, fields: error.fields };
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', message, code: findErrorCode(error) };
  }
}

async function read({ path, folder, maxBytes, failed }: Extract<ImportTask, { kind: 'read' }>): Promise<ImportOutcome> {
  const onStep = (progress: StepStarted) =>
    parentPort?.postMessage({ progress, time: STEP_TIME } satisfies Progress, []);
  const steps = new ReadingSteps(failed, onStep);
  const entries = await createEntryWriter(folder);
  try {
    const head = await parseArchive(path, maxBytes, { steps, entries });
    const summary = { source: head.source, ...entries.counts, siteSectionCount: head.documents.length };
    const { skipped } = steps;
    const stored: StoredHead = { ...head, skipped: skipped.slice(0, MAX_NAMED), skippedTotal: skipped.length };
    return { kind: 'read', summary, json: new TextEncoder().encode(JSON.stringify(stored)) };
  } finally {
    await entries.close();
  }
}
