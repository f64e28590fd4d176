import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../thread-priority.ts';
import { renderEmailHtml } from './email-html.ts';
import { renderMarkdown } from './markdown.ts';
import type { TextOutcome, TextTask } from './text-threads.ts';

/**
 * Maximum characters of HTML. The longest text that may be saved has 500,000 characters; its HTML is about twice that.
 * Tables with many empty cells have more.
 */
const MAX_HTML_LENGTH = 5_000_000;

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
    return result.html.length > MAX_HTML_LENGTH ? { kind: 'too complex' } : { kind: 'done', result };
  } catch (error) {
    // Nesting overflowed the stack.
    if (error instanceof RangeError) return { kind: 'too complex' };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
