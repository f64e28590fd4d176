import { buffer } from 'node:stream/consumers';
import { composePdf } from './compose-pdf.ts';
import type { PrintableDocument } from './printable.ts';
import type { PaperSize } from './theme.ts';

/** Input of the process on stdin, as JSON. */
export interface PdfWorkerInput {
  readonly drawable: PrintableDocument;
  readonly paper: PaperSize;
  /** Build folder with the fonts. */
  readonly dist: string;
}

// Entry point of the process: reads one document, writes its PDF and exits.
const task = JSON.parse((await buffer(process.stdin)).toString('utf8')) as PdfWorkerInput;
const pdf = await composePdf(task.drawable, task.paper, task.dist);
process.stdout.write(pdf);
