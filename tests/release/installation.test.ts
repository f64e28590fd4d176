import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { npm } from '../../tools/launcher/install.mjs';
import { release } from '../../tools/release/release.mjs';
import { freePort } from '../support/nginx.ts';

const run = promisify(execFile);

it('packs a release that installs without development packages and serves a site', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  // As root, PostgreSQL runs under another account.
  await chmod(folder, 0o711);
  const [packed, installed, site] = ['packed', 'installed', 'site'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];

  release(packed);
  const sums = (await readFile(join(packed, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  expect(sums).toHaveLength(3);
  for (const [sum, name] of sums.map(line => line.split('  ') as [string, string])) {
    expect(
      createHash('sha256')
        .update(await readFile(join(packed, name)))
        .digest('hex'),
    ).toBe(sum);
  }
  const { components } = JSON.parse(await readFile(join(packed, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[];
  };
  const names = components.map(({ name }) => name);
  // The build includes fastify; only tests need vitest.
  expect(names).toEqual(expect.arrayContaining(['fastify', 'sharp']));
  expect(names).not.toContain('vitest');
  expect(await readFile(join(packed, 'THIRD_PARTY_LICENSES.txt'), 'utf8')).toContain('\nfastify 5.');

  const archive = (await readdir(packed)).find(name => name.endsWith('.tgz')) ?? '';
  // By default, npm 12 runs no scripts of packages either.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  const [command, parameters] = npm(['install', '--global', '--prefix', installed, ...options, join(packed, archive)]);
  await run(command, parameters, { cwd: folder });

  await mkdir(site);
  const port = await freePort();
  const program = join(installed, 'bin/freehold');
  // The system's Node is neither needed nor found.
  const environment = { cwd: site, env: { HOME: folder, PATH: '/usr/bin:/bin', PORT: String(port) } };
  const { stdout } = await run(program, ['version'], environment);
  expect(stdout).toMatch(/^Freehold \d+\.\d+\.\d+ \(Node\.js v26\./);
  const size = await run('du', ['-sk', installed]);
  expect(Number.parseInt(size.stdout, 10) * 1024).toBeLessThan(300e6);

  const child = spawn(program, ['start'], { ...environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const output = text(child.stdout);
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitFor(async () => expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 50,
  });
  const home = await fetch(`http://localhost:${port}/`);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('<h1');
  const backup = await run(program, ['backup', '--json'], environment);
  expect(JSON.parse(backup.stdout)).toMatchObject({
    path: expect.stringMatching(join(site, 'data/backups')) as unknown,
  });
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await output).toContain('Open this link to become the owner');
  expect(existsSync(join(site, 'data/postgres'))).toBe(true);

  const complete = join(installed, 'lib/node_modules/freehold/.complete');
  const { stdout: written } = await run('find', [installed, '-newer', complete]);
  expect(written).toBe('');
});
