import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

const main = join(import.meta.dirname, '../../dist/server/main.js');

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'leaves no database server behind when %s interrupts the start',
  async signal => {
    const folder = await mkdtemp(join(tmpdir(), 'freehold-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    await chmod(folder, 0o755);
    const recorded = join(folder, 'data/postgres/postmaster.pid');
    const site = spawn(process.execPath, [main, 'start'], {
      // The site stops long before it opens a port.
      env: { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '' },
      stdio: 'ignore',
    });
    const ended = once(site, 'exit');
    await vi.waitFor(() => expect(existsSync(recorded)).toBe(true), { timeout: 20_000, interval: 5 });
    site.kill(signal);
    expect(await ended).toEqual([0, null]);
    // PostgreSQL removes this file last.
    await vi.waitFor(() => expect(existsSync(recorded)).toBe(false), { timeout: 5000 });
  },
);
