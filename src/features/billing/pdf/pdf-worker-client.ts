import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { PdfOptions } from './render-pdf.ts';
import { type PrintableDocument, formatPrintableTitle } from './printable.ts';
import type { PdfWorkerInput } from './pdf-worker.ts';

/** Timeout of a rendering, in milliseconds: the longest observed took two seconds. */
const LONGEST = 30_000;

/** Maximum length of the process's error output, in characters. */
const SAID = 2000;

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs {@link import('./render-pdf.ts').renderPdf} in a separate process, which frees its memory on exit. One at a
 * time; further calls wait. Throws if the process fails or hangs.
 */
export function renderPdfInWorker(drawable: PrintableDocument, printing: PdfOptions): Promise<Buffer> {
  const drawing = before.then(() => run({ drawable, ...printing }));
  before = drawing.catch(() => {});
  return drawing;
}

/** Returns the worker script: next to this file when running from source, else next to the built server. */
function programIn(dist: string): string {
  const fromSources = import.meta.url.endsWith('.ts');
  return fromSources ? fileURLToPath(new URL('pdf-worker.ts', import.meta.url)) : join(dist, 'server/pdf-worker.js');
}

async function run(task: PdfWorkerInput): Promise<Buffer> {
  const child = spawn(process.execPath, [programIn(task.dist)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // The process needs no settings and must not see secrets.
    env: {},
    timeout: LONGEST,
    killSignal: 'SIGKILL',
  });
  const ended = Promise.withResolvers<number | null>();
  child.on('error', ended.reject);
  child.on('close', ended.resolve);
  // If the process exits before reading its input, the exit code reports it.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(task));
  const [pdf, said, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended.promise]);
  if (code === 0 && pdf.subarray(0, 5).toString('latin1') === '%PDF-') return pdf;
  throw new Error(
    `${formatPrintableTitle(task.drawable)} was not drawn: ${said.toString('utf8').slice(0, SAID) || `ended by ${code}`}`,
  );
}
