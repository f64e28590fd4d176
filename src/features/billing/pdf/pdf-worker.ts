import { buffer } from 'node:stream/consumers';
import { compose } from './compose-pdf.ts';
import type { Drawable } from './printable.ts';
import type { Paper } from './theme.ts';

/** What the process is told on its standard input, as JSON. */
export interface DrawingTask {
  readonly drawable: Drawable;
  readonly paper: Paper;
  /** The folder of the build, where the fonts are. */
  readonly dist: string;
}

// The program of the process that draws: one document in, its PDF out, and the end.
const task = JSON.parse((await buffer(process.stdin)).toString('utf8')) as DrawingTask;
const pdf = await compose(task.drawable, task.paper, task.dist);
process.stdout.write(pdf);
