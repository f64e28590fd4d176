import { buffer } from 'node:stream/consumers';
import { composePdf } from './compose-pdf.ts';
import type { PrintableDocument } from './printable.ts';
import type { PaperSize } from './theme.ts';

/** What the process is told on its standard input, as JSON. */
export interface PdfWorkerInput {
  readonly drawable: PrintableDocument;
  readonly paper: PaperSize;
  /** The folder of the build, where the fonts are. */
  readonly dist: string;
}

// The program of the process that draws: one document in, its PDF out, and the end.
const task = JSON.parse((await buffer(process.stdin)).toString('utf8')) as PdfWorkerInput;
const pdf = await composePdf(task.drawable, task.paper, task.dist);
process.stdout.write(pdf);
