import { createWorkerPool } from '#platform/worker-pool.ts';
import { type PrintableDocument, formatPrintableTitle, type PrintedDocument } from './printable.ts';
import type { PdfOutcome, PdfTask } from './pdf-worker.ts';

const pool = createWorkerPool<PdfTask, PdfOutcome>({
  program: new URL('pdf-worker.ts', import.meta.url),
  most: 1,
  // Invoices take up to two seconds, and a statement about 20 for 10,000 entries.
  time: task => 30_000 + 10 * countLines(task),
  memory: 512,
});

function countLines(task: PdfTask): number {
  return 'printable' in task && task.printable.kind !== 'agreement' ? task.printable.lineItems.length : 0;
}

/**
 * Runs {@link import('./compose-pdf.ts').composePdf} in a worker thread, which ends when idle. Throws if it fails or takes
 * more than 30 seconds and 10 milliseconds per line, and UNAVAILABLE if too many PDFs are waiting.
 */
export async function renderPdfInWorker(
  printable: PrintableDocument,
  options: Pick<PdfTask, 'paper' | 'dist'>,
): Promise<Buffer> {
  const outcome = await pool.run({ printable, ...options });
  if (outcome && 'pdf' in outcome) return Buffer.from(outcome.pdf);
  throw renderingError(printable, outcome);
}

/** Draws the first page of a document as an SVG. Throws the errors of {@link renderPdfInWorker}. */
export async function renderPreviewInWorker(
  preview: PrintedDocument,
  options: Pick<PdfTask, 'paper' | 'dist'>,
): Promise<string> {
  const outcome = await pool.run({ preview, ...options });
  if (outcome && 'svg' in outcome) return outcome.svg;
  throw renderingError(preview, outcome);
}

function renderingError(printable: PrintableDocument, outcome: PdfOutcome | undefined): Error {
  const reason = outcome && 'error' in outcome ? outcome.error : 'it took too much time or memory';
  return new Error(`${formatPrintableTitle(printable)} could not be rendered: ${reason}`);
}
