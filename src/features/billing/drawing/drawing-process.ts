import { buffer } from 'node:stream/consumers';
import type { BusinessDocument } from '../contract/documents.ts';
import { compose } from './composition.ts';
import type { Paper } from './looks.ts';

/** What the process is told on its standard input, as JSON. */
export interface DrawingTask {
  readonly document: BusinessDocument;
  readonly paper: Paper;
  /** The folder of the build, where the fonts are. */
  readonly dist: string;
}

// The program of the process that draws: one document in, its PDF out, and the end.
const task = JSON.parse((await buffer(process.stdin)).toString('utf8')) as DrawingTask;
const pdf = await compose(task.document, task.paper, task.dist);
process.stdout.write(pdf);
