import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { crashFixture } from '#tests/support/crash-fixture.ts';

const main = join(import.meta.dirname, '../../dist/server/main.js');

test('commands run while the site is running, while it is stopped, after a crash, and after a restore', async () => {
  const site = await crashFixture();
  onTestFinished(() => site.close());
  const run = async (...command: string[]) => {
    const env = { ...process.env, DATA_DIR: site.dataFolder, DATABASE_URL: '', SITE_URL: '' };
    return (await promisify(execFile)(process.execPath, [main, ...command], { env })).stdout;
  };
  await site.start();
  expect(await run('users', 'list')).toBe('There are no accounts yet.\n');
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);

  await site.killWithDatabase();
  expect(JSON.parse(await run('users', 'list', '--json'))).toEqual([]);
  // The command started the database and stopped it again.
  expect(existsSync(join(site.dataFolder, 'postgres/postmaster.pid'))).toBe(false);

  await site.start();
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);

  await site.end();
  const backup = join(site.dataFolder, 'backups/site.tar.zst');
  await run('backup', backup);
  await run('restore', backup);
  expect(JSON.parse(await run('users', 'list', '--json'))).toEqual([]);
});
