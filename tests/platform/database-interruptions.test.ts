import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { ensureExecutableBinaries, findServerUser } from '#platform/database/embedded-os-user.ts';
import { getPostgresBinaries } from '#platform/database/embedded-binaries.ts';
import { startWriters } from '../support/interrupted-writers.ts';
import { crashFixture } from '../support/crash-fixture.ts';
import { startSystemPostgres } from '../support/system-postgres.ts';

// `ROUNDS=10 npm test -- --only crash database-interruptions` interrupts ten times in each way, and prints statistics.
const rounds = Number(process.env.ROUNDS ?? 1);

/** An external database, and a function that interrupts it. */
interface Interrupted {
  readonly environment: Record<string, string>;
  readonly interrupt: (site: Awaited<ReturnType<typeof crashFixture>>) => unknown;
}

async function externalServer() {
  const account = findServerUser();
  const programs = account ? ensureExecutableBinaries(getPostgresBinaries(), account, () => {}) : getPostgresBinaries();
  const server = await startSystemPostgres(join(programs.folder, 'bin'));
  onTestFinished(() => server.stop());
  return server;
}

async function ask<Row extends object>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

const clients = `pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

it.each<[string, () => Promise<Interrupted>]>([
  [
    'a restart of an external server',
    async () => {
      const server = await externalServer();
      return { environment: { DATABASE_URL: server.connectionString }, interrupt: () => server.restart() };
    },
  ],
  [
    'pg_terminate_backend',
    async () => {
      const { connectionString } = await externalServer();
      const interrupt = () => ask(connectionString, `select pg_terminate_backend(pid) from ${clients}`);
      return { environment: { DATABASE_URL: connectionString }, interrupt };
    },
  ],
  [
    'a kill of the postmaster',
    async () => ({ environment: {}, interrupt: site => void process.kill(site.postmaster(), 'SIGKILL') }),
  ],
  [
    'a kill of one of the server’s processes',
    async () => ({
      environment: {},
      interrupt: async site => {
        const [one] = await ask<{ pid: number }>(
          site.ownDatabase,
          `select pid from ${clients} order by random() limit 1`,
        );
        process.kill(one?.pid ?? 0, 'SIGKILL');
      },
    }),
  ],
])('survives %s while three clients write', { timeout: 60_000 + rounds * 60_000 }, async (name, open) => {
  const { environment, interrupt } = await open();
  const site = await crashFixture();
  onTestFinished(() => site.close());
  const printed = await site.start({ TRUSTED_PROXIES: 'loopback', ...environment }, /\/set-up\/\S+\n/);
  const writers = await startWriters({
    origin: site.origin,
    database: environment.DATABASE_URL ?? site.ownDatabase,
    setUpToken: /\/set-up\/(\S+)\n/.exec(printed)?.[1] ?? '',
  });
  onTestFinished(() => writers.stop());
  const recoveries: number[] = [];
  const countRefused = () => writers.answers.refused + writers.answers.refusedPages;
  // An interruption between two requests proves nothing, so interrupt until one was under way.
  for (let round = 0; round < rounds || (round < rounds + 20 && countRefused() === 0); round++) {
    await writers.progress();
    await delay(Math.random() * 300);
    await interrupt(site);
    recoveries.push(await writers.progress());
    expect(site.isRunning()).toBe(true);
  }
  await writers.check();
  expect(countRefused()).toBeGreaterThan(0);
  if (process.env.ROUNDS) {
    const [least, median, most] = [0, recoveries.length >> 1, recoveries.length - 1].map(
      at => `${Math.round(recoveries.toSorted((one, other) => one - other)[at] ?? 0)} ms`,
    );
    const figures = Object.entries(writers.answers).map(([what, count]) => `${what} ${count}`);
    process.stdout.write(
      `${name}: survived ${recoveries.length} of ${rounds}; writing again after ${least} / ${median} / ${most}; ${figures.join(', ')}\n`,
    );
  }
});
