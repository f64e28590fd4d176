import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '#platform/thread-priority.ts';
import { composePdf } from './compose-pdf.ts';
import { composePreview } from './compose-preview.ts';
import type { PrintableDocument, PrintedDocument } from './printable.ts';
import type { PaperSize } from './theme.ts';

interface RenderOptions {
  readonly paper: PaperSize;
  readonly dist: string;
}

/** A PDF, or a preview of its first page as an SVG. */
export type PdfTask = RenderOptions &
  ({ readonly printable: PrintableDocument } | { readonly preview: PrintedDocument });

export type PdfOutcome = { readonly pdf: Uint8Array } | { readonly svg: string } | { readonly error: string };

// A worker thread that renders PDFs.
lowerThreadPriority();
parentPort?.on('message', (task: PdfTask) => {
  void render(task).then(outcome => parentPort?.postMessage(outcome, []));
});
parentPort?.postMessage('ready', []);

async function render({ paper, dist, ...task }: PdfTask): Promise<PdfOutcome> {
  try {
    if ('preview' in task) return { svg: await composePreview(task.preview, paper, dist) };
    return { pdf: await composePdf(task.printable, paper, dist) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
