import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '#platform/thread-priority.ts';
import type { Progress } from '#platform/worker-pool.ts';
import { AppError } from '#shared/errors.ts';
import { fillText } from '../rules/fill-pictures.ts';
import { countComments } from '../rules/freehold-comments.ts';
import { replacePictures } from '../rules/pictures.ts';
import { type ImportOutcome, type ImportTask, POST_TIME } from './import-tasks.ts';
import { type PostStarted, readImport } from './reading.ts';

// The program of a worker that reads archives: what others wrote may take any time and memory to parse.
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
    const addressOf = (reference: string) => task.addresses.get(reference);
    if (task.kind === 'fill pictures') return { kind: 'text', ...fillText(task.current, task.source, addressOf) };
    const markdown = replacePictures(task.markdown, reference => {
      const src = addressOf(reference);
      return src === undefined ? 'missing' : { src };
    });
    return { kind: 'text', markdown, filled: 0 };
  } catch (error) {
    if (error instanceof AppError) {
      return { kind: 'refused', code: error.code, message: error.message, fields: error.fields };
    }
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function read({ path, room, failed }: Extract<ImportTask, { kind: 'read' }>): Promise<ImportOutcome> {
  const report = (progress: PostStarted) =>
    parentPort?.postMessage({ progress, time: POST_TIME } satisfies Progress, []);
  const archive = await readImport(path, room, { failed: new Set(failed), onPost: report });
  const { source, posts, projects, documents } = archive;
  const comments = [...posts, ...projects].reduce((sum, item) => sum + countComments(item.comments), 0);
  const summary = {
    source,
    posts: posts.length,
    projects: projects.length,
    comments,
    documents: documents.length,
  };
  return { kind: 'read', summary, json: new TextEncoder().encode(JSON.stringify(archive)) };
}
