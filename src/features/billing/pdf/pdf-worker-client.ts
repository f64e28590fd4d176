import { createWorkerPool } from '#platform/worker-pool.ts';
import { type PrintableDocument, formatPrintableTitle } from './printable.ts';
import type { PdfOutcome, PdfTask } from './pdf-worker.ts';

const pool = createWorkerPool<PdfTask, PdfOutcome>({
  program: new URL('pdf-worker.ts', import.meta.url),
  most: 1,
  // The longest observed took two seconds.
  time: () => 30_000,
  memory: 512,
});

/**
 * Runs {@link import('./compose-pdf.ts').composePdf} in a worker thread, which ends when idle. Throws if it fails or takes
 * more than 30 seconds, and UNAVAILABLE if too many PDFs are waiting.
 */
export async function renderPdfInWorker(
  printable: PrintableDocument,
  options: Omit<PdfTask, 'printable'>,
): Promise<Buffer> {
  const outcome = await pool.run({ printable, ...options }, options.dist);
  if (outcome && 'pdf' in outcome) return Buffer.from(outcome.pdf);
  const reason = outcome?.error ?? 'it took too much time or memory';
  throw new Error(`${formatPrintableTitle(printable)} could not be rendered: ${reason}`);
}
