import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../thread-priority.ts';
import { renderEmailHtml } from './email-html.ts';
import { renderMarkdown } from './markdown.ts';
import { isTooLarge, type TextOutcome, type TextTask } from './text-tasks.ts';

// A worker thread that renders texts.
lowerThreadPriority();
parentPort?.on('message', (task: TextTask) => {
  void render(task).then(outcome => parentPort?.postMessage(outcome, []));
});
parentPort?.postMessage('ready', []);

async function render(task: TextTask): Promise<TextOutcome> {
  try {
    const result =
      task.kind === 'page'
        ? await renderMarkdown(task.markdown, { pictures: async () => task.pictures })
        : await renderEmailHtml(task.markdown, task.mail);
    return isTooLarge(result.html) ? { kind: 'too complex' } : { kind: 'done', result };
  } catch (error) {
    // Nesting overflowed the stack.
    if (error instanceof RangeError) return { kind: 'too complex' };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
