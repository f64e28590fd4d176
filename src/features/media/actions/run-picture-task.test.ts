import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { WorkerError } from '#platform/worker-pool.ts';
import { interceptTimers } from '#tests/support/time-limits.ts';
import { runPictureTask } from './run-picture-task.ts';

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .webp()
    .toBuffer();

/** Lists the picture processes of this process. */
const workers = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes('picture-worker'))
    .map(line => Number.parseInt(line, 10));

afterEach(() => vi.restoreAllMocks());

it('processes many pictures in one worker and reports the error of each', async () => {
  const picture = await drawing(600, 400);
  const made = await Promise.allSettled(
    [picture, picture.subarray(0, 60), picture, picture].map(bytes => runPictureTask('resize', bytes, 300, 'avif')),
  );
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  for (const one of made) if (one.status === 'rejected') expect(one.reason).not.toBeInstanceOf(WorkerError);
  expect(workers().length).toBe(1);
  expect(await runPictureTask('measure', picture)).toMatchObject({ width: 600, height: 400, pages: 1 });
  expect(await runPictureTask('upload', picture.subarray(0, 60), { square: 9 })).toBe('broken');
});

it('rejects the tasks of a worker that exits, and continues with another', async () => {
  const picture = await drawing(2000, 1500);
  await runPictureTask('inspect', picture);
  const [pid] = workers();
  const lost = runPictureTask('resize', picture, 1600, 'avif');
  process.kill(pid ?? 0, 'SIGKILL');
  await expect(lost).rejects.toThrow(WorkerError);
  expect(await runPictureTask('inspect', picture)).toEqual({ width: 2000, isTransparent: false });
  expect(workers()).not.toContain(pid);
});

it('ends a worker whose task takes longer than two minutes, and continues with another', async () => {
  const picture = await drawing(2000, 1500);
  await runPictureTask('inspect', picture);
  const [pid] = workers();
  const exceedTime = interceptTimers(120_000);
  const slow = runPictureTask('resize', picture, 1600, 'avif');
  exceedTime();
  await expect(slow).rejects.toThrow(WorkerError);
  expect(await runPictureTask('inspect', picture)).toEqual({ width: 2000, isTransparent: false });
  expect(workers()).not.toContain(pid);
});

it('ends an idle worker, and starts another for the next task', async () => {
  const picture = await drawing(20, 15);
  const becomeIdle = interceptTimers(5000);
  await runPictureTask('inspect', picture);
  const [pid] = workers();
  becomeIdle();
  await vi.waitFor(() => expect(workers()).toEqual([]), 10_000);
  expect(await runPictureTask('inspect', picture)).toEqual({ width: 20, isTransparent: false });
  expect(workers()).not.toContain(pid);
});
