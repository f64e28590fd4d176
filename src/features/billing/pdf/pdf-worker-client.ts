import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { PdfOptions } from './render-pdf.ts';
import { type PrintableDocument, formatPrintableTitle } from './printable.ts';
import type { PdfWorkerInput } from './pdf-worker.ts';

/** Milliseconds after which a drawing is given up: the longest that was seen took two seconds. */
const LONGEST = 30_000;

/** What a process may say before it is cut off, in characters; the rest of a stack helps nobody. */
const SAID = 2000;

let before: Promise<unknown> = Promise.resolve();

/**
 * Draws what {@link import('./render-pdf.ts').renderPdf} draws, in a process of its own, which takes its
 * memory with it when it ends. One at a time: whoever asks meanwhile waits. Throws where the process fails or hangs.
 */
export function renderPdfInWorker(drawable: PrintableDocument, printing: PdfOptions): Promise<Buffer> {
  const drawing = before.then(() => run({ drawable, ...printing }));
  before = drawing.catch(() => {});
  return drawing;
}

/** From the sources the program is beside this one; the build leaves it beside the server. */
function programIn(dist: string): string {
  const fromSources = import.meta.url.endsWith('.ts');
  return fromSources ? fileURLToPath(new URL('pdf-worker.ts', import.meta.url)) : join(dist, 'server/pdf-worker.js');
}

async function run(task: PdfWorkerInput): Promise<Buffer> {
  const child = spawn(process.execPath, [programIn(task.dist)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // It needs no settings and none of the site's secrets.
    env: {},
    timeout: LONGEST,
    killSignal: 'SIGKILL',
  });
  const ended = Promise.withResolvers<number | null>();
  child.on('error', ended.reject);
  child.on('close', ended.resolve);
  // A process that is gone before it has read its task says so by how it ends.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(task));
  const [pdf, said, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended.promise]);
  if (code === 0 && pdf.subarray(0, 5).toString('latin1') === '%PDF-') return pdf;
  throw new Error(
    `${formatPrintableTitle(task.drawable)} was not drawn: ${said.toString('utf8').slice(0, SAID) || `ended by ${code}`}`,
  );
}
