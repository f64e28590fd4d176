import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FULL_DISK } from '#platform/api/errors.ts';
import { findErrorCode } from '#platform/startup-error.ts';
import { requestApi, expectApiError } from '../support/api-client.ts';
import { startWriters } from '../support/interrupted-writers.ts';
import { crashFixture } from '../support/crash-fixture.ts';
import { createTestSite } from '../support/test-site.ts';

const MEGABYTE = 1024 * 1024;

it('is not ready below the threshold and refuses writes when the disk is almost full', async () => {
  let free = 1000 * MEGABYTE;
  const site = await createTestSite({ environment: { MIN_FREE_DISK_MB: '100' }, disk: { free: async () => free } });
  onTestFinished(() => site.close());
  const signIn = () =>
    site.http.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { origin: 'http://localhost:5050' },
      payload: { email: 'somebody@site.example', password: 'tide-gauge-42' },
    });
  const readiness = () => site.http.app.inject('/readyz');
  expect((await readiness()).statusCode).toBe(200);
  free = 99 * MEGABYTE;
  expect(expectApiError(await readiness(), 'UNAVAILABLE').message).toBe(
    'The disk is almost full: 99 MB are free, but 100 MB are required.',
  );
  expect((await signIn()).statusCode).toBe(401);
  free = 10 * MEGABYTE;
  expect(expectApiError(await signIn(), 'UNAVAILABLE').message).toBe(FULL_DISK);
  expect((await requestApi(site, '/blogs')).statusCode).toBe(200);
  expect((await site.http.app.inject('/healthz')).statusCode).toBe(200);
  free = 101 * MEGABYTE;
  expect((await readiness()).statusCode).toBe(200);
  expect((await signIn()).statusCode).toBe(401);
});

/** Mounts a 300 MB disk in memory, and returns its folder; undefined if this account can't mount one. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'freehold-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', folder]).status === 0;
  if (!mounted) rmSync(folder, { recursive: true });
  return mounted ? folder : undefined;
}

const mounted = process.getuid?.() === 0 ? mountDisk() : undefined;

describe.runIf(mounted)('full disk', () => {
  const folder = mounted ?? '';
  const filler = join(folder, 'filler');
  const unmount = () => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };

  /** Fills the disk until only this many bytes are free. */
  function fill(leave: number): void {
    const { stdout } = spawnSync('df', ['-B1', '--output=avail', folder], { encoding: 'utf8' });
    const bytes = Number(stdout.trim().split('\n').at(-1)) - leave;
    try {
      appendFileSync(filler, Buffer.alloc(Math.max(bytes, 0)));
    } catch (error) {
      // The site has used the remaining space in the meantime.
      if (findErrorCode(error) !== 'ENOSPC') throw error;
    }
  }

  it('loses no acknowledged write, explains errors and recovers', { timeout: 180_000 }, async () => {
    onTestFinished(unmount);
    chmodSync(folder, 0o755);
    const site = await crashFixture(folder);
    const environment = { TRUSTED_PROXIES: 'loopback', MIN_FREE_DISK_MB: '20' };
    const printed = await site.start(environment, /\/set-up\/\S+\n/);
    const writers = await startWriters(
      { origin: site.origin, database: site.ownDatabase, setUpToken: /\/set-up\/(\S+)\n/.exec(printed)?.[1] ?? '' },
      {
        refusal: /temporarily unavailable|disk/,
      },
    );
    onTestFinished(async () => {
      await writers.stop();
      await site.close();
    });
    const readiness = async () => (await fetch(`${site.origin}/readyz`)).status;
    for (const leave of [10 * MEGABYTE, 0]) {
      await writers.progress();
      expect(await readiness()).toBe(200);
      fill(leave);
      const { refused } = writers.answers;
      await vi.waitUntil(() => writers.answers.refused > refused + 3, { timeout: 20_000 });
      // A database that has run out of space frees some when it restarts.
      fill(leave);
      await vi.waitUntil(async () => (await readiness()) === 503, { timeout: 20_000 });
      rmSync(filler);
      await vi.waitUntil(async () => (await readiness()) === 200, { timeout: 60_000 });
      await writers.progress();
    }
    await writers.check();
    await site.end();

    fill(0);
    await expect(site.start(environment)).rejects.toThrow(
      /cannot start.* disk .*is full \(0 MB free\)\. Free up at least 20 MB/s,
    );
    rmSync(filler);
    await site.start(environment);
    expect(await readiness()).toBe(200);
  });
});
