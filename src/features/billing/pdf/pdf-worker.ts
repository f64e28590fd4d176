import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '#platform/thread-priority.ts';
import { composePdf } from './compose-pdf.ts';
import type { PrintableDocument } from './printable.ts';
import type { PaperSize } from './theme.ts';

export interface PdfTask {
  readonly printable: PrintableDocument;
  readonly paper: PaperSize;
  readonly dist: string;
}

export type PdfOutcome = { readonly pdf: Uint8Array } | { readonly error: string };

// A worker thread that renders PDFs.
lowerThreadPriority();
parentPort?.on('message', (task: PdfTask) => {
  void render(task).then(outcome => parentPort?.postMessage(outcome, []));
});
parentPort?.postMessage('ready', []);

async function render({ printable, paper, dist }: PdfTask): Promise<PdfOutcome> {
  try {
    return { pdf: await composePdf(printable, paper, dist) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
