import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase, embeddedPostgresFixture } from '#tests/support/embedded-postgres-fixture.ts';
import { findServerUser } from './embedded-os-user.ts';

const { home, start } = embeddedPostgresFixture();
const dataDir = join(home, 'data');
const cluster = join(dataDir, 'postgres');
const pidFile = join(cluster, 'postmaster.pid');
const socketLock = join(cluster, '.s.PGSQL.5432.lock');
const account = findServerUser();

const postmaster = () => Number.parseInt(readFileSync(pidFile, 'utf8'), 10);

/** Connects a client that stays connected, as another program of the owner might. */
async function connectClient(): Promise<Client> {
  const client = new Client({ host: cluster, port: 5432, user: 'freehold', database: 'freehold' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Leaves a server running, like a site that was killed. */
async function leaveServer(): Promise<number> {
  const script = `
    import { startEmbeddedPostgres } from './embedded.ts';
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, onNotice() {} });
    console.log('started');
    setInterval(() => {}, 1000);
  `;
  const site = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(site.stdout, 'data');
  site.kill('SIGKILL');
  await once(site, 'exit');
  return postmaster();
}

async function expectServing(): Promise<void> {
  const database = await start(dataDir);
  expect(await queryDatabase(database, 'select row from kept')).toEqual([{ row: 1 }]);
}

describe('a start after a crash', { timeout: 40_000 }, () => {
  let other: ChildProcess | undefined;
  beforeAll(async () => {
    const database = await start(dataDir);
    await queryDatabase(database, 'create table kept as select 1 as row');
    await database.stop();
  });
  afterEach(() => {
    other?.kill();
    other = undefined;
  });

  test.each([
    ['data folder', pidFile],
    ['socket', socketLock],
  ])('ignores a lock of the %s whose PID now belongs to another program', async (_of, file) => {
    // A process of the server's account, which PostgreSQL alone would mistake for a running server.
    other = spawn('sleep', ['60'], { ...(account && { uid: account.uid, gid: account.gid }), cwd: '/' });
    await once(other, 'spawn');
    writeFileSync(file, `${other.pid}\n${cluster}\n1700000000\n5432\n${cluster}\n\n  0 0\nready   \n`, { mode: 0o600 });
    if (account) chownSync(file, account.uid, account.gid);
    await expectServing();
    expect(postmaster()).not.toBe(other.pid);
  });

  test.each([
    ['data folder', pidFile, 2020],
    ['socket', socketLock, 2020],
    // A machine without a battery for its clock starts with a time of the past.
    ['data folder', pidFile, 2060],
  ])('ignores a lock of the %s that a power loss emptied', async (_of, file, year) => {
    writeFileSync(file, '', { mode: 0o600 });
    if (account) chownSync(file, account.uid, account.gid);
    utimesSync(file, new Date(year, 1), new Date(year, 1));
    await expectServing();
  });

  test('speeds up a shutdown that waits for a client', async () => {
    const pid = await leaveServer();
    const client = await connectClient();
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => connectClient().then(() => 'connected', String)).toContain('shutting down');
    await expectServing();
    expect(postmaster()).not.toBe(pid);
    await client.end().catch(() => {});
  });

  test.each([0, 5, 20, 60, 150])(
    'replaces a server that was stopped %i ms after one of its processes was killed',
    async wait => {
      const pid = await leaveServer();
      const client = await connectClient();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
      await new Promise(resolve => setTimeout(resolve, wait));
      process.kill(pid, 'SIGTERM');
      await expectServing();
    },
  );

  test.runIf(process.platform === 'linux')('ends busy processes of a killed server', async () => {
    const pid = await leaveServer();
    const client = await connectClient();
    const computing = client.query('select count(*) from generate_series(1, 1e12)').catch(String);
    const watcher = await connectClient();
    const countBusy = async () => {
      const busy = `query like '%generate_series(1, 1e12)%' and pid <> pg_backend_pid()`;
      return (await watcher.query(`select from pg_stat_activity where state = 'active' and ${busy}`)).rowCount;
    };
    await expect.poll(countBusy).toBe(1);
    process.kill(pid, 'SIGKILL');
    await expectServing();
    expect(await computing).toMatch(/Connection terminated|ECONNRESET/);
  });
});
