import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkerPool, WorkerError } from './worker-pool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worker-pool-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function createPool(source: string) {
  const program = pathToFileURL(join(folder, 'program.mjs'));
  await writeFile(program, source);
  return createWorkerPool<string, number>({ program, most: 1, time: () => 10_000, memory: 64 });
}

it('replaces a thread that ended while idle', async () => {
  const pool = await createPool(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', () => {
      parentPort.postMessage(threadId);
      setImmediate(() => process.exit(1));
    });
    parentPort.postMessage('ready');
  `);
  const started = once(process, 'worker');
  const first = await pool.run('first');
  const [thread] = (await started) as [Worker];
  await once(thread, 'exit');
  const second = await pool.run('second');
  expect(first).toBeTypeOf('number');
  expect(second).toBeTypeOf('number');
  expect(second).not.toBe(first);
});

it('throws WorkerError if its program fails to start', async () => {
  const pool = await createPool('throw new Error("not today");');
  await expect(pool.run('first')).rejects.toThrow(WorkerError);
});
