import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { npm } from '../../tools/launcher/install.mjs';
import { release } from '../../tools/release/release.mjs';
import { createApiUser } from '../support/api-user.ts';
import { connectToCluster } from '../support/crash-fixture.ts';
import { queryDatabase } from '../support/embedded-postgres-fixture.ts';
import { freePort } from '../support/nginx.ts';
import { isStable, readSite } from '../support/read-site.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { provideSystemPostgres, startSystemPostgres } from '../support/system-postgres.ts';
import { setUpOwner, useSite } from '../support/use-site.ts';
import { waitForJobs } from '../support/wait-for-jobs.ts';

const run = promisify(execFile);

const PAGES = ['/', '/blogs', '/projects', '/pricing', '/about', '/dashboard/orders', '/dashboard/insights'];

it('packs a release that installs without development packages, and restores its backup on another PostgreSQL', {
  timeout: 240_000,
}, async () => {
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
  // By default, npm 12 also runs no package scripts.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  const [command, parameters] = npm(['install', '--global', '--prefix', installed, ...options, join(packed, archive)]);
  await run(command, parameters, { cwd: folder });

  await mkdir(site);
  const program = join(installed, 'bin/freehold');
  const mail = await startSmtpServer();
  onTestFinished(() => mail.close());
  const settings = {
    // The system's Node isn't needed, and isn't on the path.
    PATH: '/usr/bin:/bin',
    HOME: folder,
    PORT: String(await freePort()),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'mira@site.example',
    TRUSTED_PROXIES: 'loopback',
    BACKUP_PASSPHRASE: 'five tides in one harbor',
  };
  const freehold = (args: readonly string[], env: Record<string, string> = settings) =>
    run(program, args, { cwd: site, env }).then(({ stdout }) => stdout);
  expect(await freehold(['version'])).toMatch(/^Freehold \d+\.\d+\.\d+ \(Node\.js v26\./);
  const size = await run('du', ['-sk', installed]);
  expect(Number.parseInt(size.stdout, 10) * 1024).toBeLessThan(300e6);

  /** Starts the site. Returns its output, and a function that stops it. */
  async function start(env: Record<string, string> = settings) {
    const child = spawn(program, ['start'], { cwd: site, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => (output += String(bytes)));
    await vi.waitUntil(() => output.includes('Freehold is running'), { timeout: 60_000, interval: 50 });
    const stop = async () => {
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    };
    return { output, stop };
  }

  const first = await start();
  const visit = () => createApiUser(`http://localhost:${settings.PORT}`);
  const owner = visit();
  await setUpOwner(owner, first.output);
  const used = await useSite(visit, owner, 'first');
  const cluster = join(site, 'data/postgres');
  await waitForJobs(connectToCluster(cluster));
  // On a slow machine, the restored site would note a later activity, which the responses state.
  const later = `update sessions set last_active_at = now() + interval '1 hour' returning id`;
  expect(await queryDatabase({ connectionString: connectToCluster(cluster) }, later)).not.toEqual([]);
  const before = await readSite(owner, used, PAGES);
  const { path: backup } = JSON.parse(await freehold(['backup', '--json'])) as { path: string };
  await first.stop();

  const kept = join(folder, basename(backup));
  await rename(backup, kept);
  await rm(join(site, 'data'), { recursive: true });
  const programs = await provideSystemPostgres();
  const postgres = programs === undefined ? undefined : await startSystemPostgres(programs);
  onTestFinished(() => postgres?.stop());
  const elsewhere = { ...settings, DATABASE_URL: postgres?.connectionString ?? '' };
  await freehold(['restore', kept], elsewhere);
  const second = await start(elsewhere);
  const after = await readSite(owner, used, PAGES);
  const changed = Object.keys(before).filter(path => isStable(path) && after[path]?.sha256 !== before[path]?.sha256);
  expect(changed).toEqual([]);
  await waitForJobs(postgres?.connectionString ?? connectToCluster(cluster));
  await second.stop();
  expect(existsSync(cluster)).toBe(postgres === undefined);
  const ids = mail.taken.map(email => email.header('Message-ID'));
  expect(ids).toEqual([...new Set(ids)]);

  const complete = join(installed, 'lib/node_modules/freehold/.complete');
  const { stdout: written } = await run('find', [installed, '-newer', complete]);
  expect(written).toBe('');
});
