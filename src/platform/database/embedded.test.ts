import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { queryDatabase, embeddedPostgresFixture } from '#tests/support/embedded-postgres-fixture.ts';

const { home, notices, start } = embeddedPostgresFixture();

function serverOf(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
}

/** Returns whether a process is running; on Linux, a zombie is not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

/** Starts another process that starts or joins the database, reports a committed statement, and stays. */
async function anotherProcess(dataDir: string, sql: string) {
  const script = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from './embedded.ts';
    const database = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, notice() {} });
    const client = new pg.Client(database);
    await client.connect();
    await client.query(${JSON.stringify(sql)});
    process.once('SIGTERM', async () => { await client.end(); await database.stop(); });
    process.once('SIGHUP', () => process.exit());
    console.log('committed');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async end(signal: 'SIGTERM' | 'SIGHUP' | 'SIGKILL') {
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

describe('the embedded server', { timeout: 20_000 }, () => {
  const dataDir = join(home, 'a data folder');
  const cluster = join(dataDir, 'postgres');

  test('is created on the first start, durable and private, and ends after stop', async () => {
    const database = await start(dataDir);
    expect(await queryDatabase(database, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await queryDatabase(database, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await queryDatabase(database, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(await queryDatabase(database, `SELECT lower('ÉCOLE') AS lower`)).toEqual([{ lower: 'école' }]);
    await queryDatabase(database, 'CREATE EXTENSION pg_trgm');
    expect(await queryDatabase(database, `SELECT cardinality(show_trgm('été')) > 0 AS letters`)).toEqual([
      { letters: true },
    ]);
    await queryDatabase(database, 'CREATE TABLE kept AS SELECT 1 AS row');

    const pid = serverOf(cluster);
    await database.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
    await expect(queryDatabase(database, 'SELECT 1')).rejects.toThrow();
    expect(notices).toEqual([]);
  });

  test('keeps its rows across a restart', async () => {
    const database = await start(dataDir);
    expect(await queryDatabase(database, 'SELECT row FROM kept')).toEqual([{ row: 1 }]);
  });

  test('is joined by a second start, and stopped by the last one to leave', async () => {
    const first = await start(dataDir);
    const pid = serverOf(cluster);
    const second = await start(dataDir);
    expect(serverOf(cluster)).toBe(pid);
    expect(second.connectionString).toBe(first.connectionString);

    await first.stop();
    expect(await queryDatabase(second, 'SELECT row FROM kept')).toEqual([{ row: 1 }]);
    await second.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('keeps running when another command on the same database ends', async () => {
    const site = await start(dataDir);
    const command = await anotherProcess(dataDir, 'SELECT 1');
    await command.end('SIGTERM');
    expect(await queryDatabase(site, 'SELECT row FROM kept')).toEqual([{ row: 1 }]);
    expect(notices).toEqual([]);
  });

  test('keeps running for the others when the process that started it ends', async () => {
    const starter = await anotherProcess(dataDir, 'SELECT 1');
    const pid = serverOf(cluster);
    const site = await start(dataDir);
    await starter.end('SIGTERM');
    expect(await queryDatabase(site, 'SELECT row FROM kept')).toEqual([{ row: 1 }]);
    expect(serverOf(cluster)).toBe(pid);
    expect(notices).toEqual([]);
  });

  test('ends with a process that exits abruptly', async () => {
    const hasty = await anotherProcess(dataDir, 'SELECT 1');
    const pid = serverOf(cluster);
    await hasty.end('SIGHUP');
    await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
  });

  test('runs once after concurrent starts', async () => {
    const [first, second] = await Promise.all([start(dataDir), start(dataDir)]);
    await first.stop();
    expect(await queryDatabase(second, 'SELECT row FROM kept')).toEqual([{ row: 1 }]);
  });

  test('survives a killed site with every committed row, and the next start can stop it', async () => {
    const killed = await anotherProcess(dataDir, 'CREATE TABLE acknowledged AS SELECT 2 AS row');
    const pid = serverOf(cluster);
    await killed.end('SIGKILL');

    const database = await start(dataDir);
    expect(serverOf(cluster)).toBe(pid);
    expect(await queryDatabase(database, 'SELECT row FROM acknowledged')).toEqual([{ row: 2 }]);
    // Until the server notices that the killed process is gone, it counts as one that still uses the server.
    const present = "SELECT count(*)::int AS processes FROM pg_locks WHERE locktype = 'advisory'";
    await expect.poll(() => queryDatabase(database, present), { timeout: 5000 }).toEqual([{ processes: 1 }]);
    await database.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('recovers every committed row when server and site are killed', async () => {
    const killed = await anotherProcess(dataDir, 'INSERT INTO acknowledged VALUES (3)');
    await killed.end('SIGKILL');
    process.kill(serverOf(cluster), 'SIGKILL');

    const database = await start(dataDir);
    expect(await queryDatabase(database, 'SELECT row FROM acknowledged ORDER BY row')).toEqual([
      { row: 2 },
      { row: 3 },
    ]);
  });

  test('is restarted when it ends while the site is running', async () => {
    const database = await start(dataDir);
    process.kill(serverOf(cluster), 'SIGKILL');
    await expect
      .poll(() => queryDatabase(database, 'SELECT row FROM kept').catch(() => []), { timeout: 10_000 })
      .toHaveLength(1);
    expect(notices[0]).toBe('The database stopped unexpectedly. Restarting it.');
  });

  test('reports in one sentence that a setting prevents the start', async () => {
    const settings = join(cluster, 'postgresql.conf');
    const before = readFileSync(settings, 'utf8');
    writeFileSync(settings, `${before}\nmax_connections = many\n`);
    try {
      await expect(start(dataDir)).rejects.toThrow(/^The database server stopped during startup: .*max_connections/);
    } finally {
      writeFileSync(settings, before);
    }
  });

  test('rejects files of another major version and leaves them unchanged', async () => {
    const version = join(cluster, 'PG_VERSION');
    writeFileSync(version, '17\n');
    try {
      await expect(start(dataDir)).rejects.toThrow(/was created by PostgreSQL 17, but .* includes PostgreSQL 18/);
      expect(readFileSync(version, 'utf8')).toBe('17\n');
    } finally {
      writeFileSync(version, '18\n');
    }
  });
});
