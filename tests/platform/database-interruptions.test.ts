import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { ensureExecutableBinaries, findServerUser } from '#platform/database/embedded-os-user.ts';
import { getPostgresBinaries } from '#platform/database/embedded-binaries.ts';
import { startWriters } from '../support/interrupted-writers.ts';
import { crashFixture, getStartedDataFolder } from '../support/crash-fixture.ts';
import { startSystemPostgres } from '../support/system-postgres.ts';

// `ROUNDS=10 npm test -- --only crash database-interruptions` interrupts ten times in each way, and prints statistics.
const rounds = Number(process.env.ROUNDS ?? 1);

type Site = Awaited<ReturnType<typeof crashFixture>>;
type Interruption = (site: Site) => unknown;

/** Starts PostgreSQL as an external server on a copy of a started site's database. */
async function startExternalServer() {
  const account = findServerUser();
  const programs = account ? ensureExecutableBinaries(getPostgresBinaries(), account, () => {}) : getPostgresBinaries();
  const cluster = join(await getStartedDataFolder(), 'postgres');
  const server = await startSystemPostgres(join(programs.folder, 'bin'), { cluster, database: 'freehold' });
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

async function killServerProcess(site: Site): Promise<void> {
  const [one] = await ask<{ pid: number }>(site.ownDatabase, `select pid from ${clients} order by random() limit 1`);
  process.kill(one?.pid ?? 0, 'SIGKILL');
}

function printRecoveries(name: string, recoveries: readonly number[], answers: Record<string, number>): void {
  const sorted = recoveries.toSorted((one, other) => one - other);
  const [least, median, most] = [0, sorted.length >> 1, sorted.length - 1].map(
    at => `${Math.round(sorted[at] ?? 0)} ms`,
  );
  const figures = Object.entries(answers).map(([what, count]) => `${what} ${count}`);
  process.stdout.write(
    `${name}: survived ${recoveries.length} of ${rounds}; writing again after ${least} / ${median} / ${most}; ${figures.join(', ')}\n`,
  );
}

/** Databases, each with its interruptions. `url` is empty for the site's own. */
const databases: [name: string, open: () => Promise<{ url: string; interruptions: Record<string, Interruption> }>][] = [
  [
    'an external server',
    async () => {
      const server = await startExternalServer();
      const url = server.connectionString;
      return {
        url,
        interruptions: {
          'a restart': () => server.restart(),
          pg_terminate_backend: () => ask(url, `select pg_terminate_backend(pid) from ${clients}`),
        },
      };
    },
  ],
  [
    'its own server',
    async () => ({
      url: '',
      interruptions: {
        'a kill of the postmaster': site => void process.kill(site.postmaster(), 'SIGKILL'),
        'a kill of one of its processes': killServerProcess,
      },
    }),
  ],
];

it.each(databases)(
  'survives interruptions of %s while three clients write',
  {
    timeout: 60_000 + rounds * 60_000,
  },
  async (_name, open) => {
    const { url, interruptions } = await open();
    const site = await crashFixture();
    onTestFinished(() => site.close());
    const printed = await site.start({ TRUSTED_PROXIES: 'loopback', DATABASE_URL: url }, /\/set-up\/\S+\n/);
    const writers = await startWriters({
      origin: site.origin,
      database: url || site.ownDatabase,
      setUpToken: /\/set-up\/(\S+)\n/.exec(printed)?.[1] ?? '',
    });
    onTestFinished(() => writers.stop());
    for (const [name, interrupt] of Object.entries(interruptions)) {
      const recoveries: number[] = [];
      const before = { ...writers.answers };
      const countRefused = () =>
        writers.answers.refused + writers.answers.refusedPages - before.refused - before.refusedPages;
      // An interruption between two requests proves nothing, so interrupt until one was under way.
      for (let round = 0; round < rounds || (round < rounds + 20 && countRefused() === 0); round++) {
        await writers.progress();
        await delay(Math.random() * 300);
        await interrupt(site);
        recoveries.push(await writers.progress());
        expect(site.isRunning(), name).toBe(true);
      }
      expect(countRefused(), name).toBeGreaterThan(0);
      if (process.env.ROUNDS) printRecoveries(name, recoveries, writers.answers);
    }
    await writers.check();
  },
);
