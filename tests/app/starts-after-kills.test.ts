import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startWriters } from '../support/interrupted-writers.ts';
import { crashFixture } from '../support/crash-fixture.ts';

// `KILLS=50 npm test -- --only crash starts-after-kills` kills fifty times and prints statistics.
const kills = Number(process.env.KILLS ?? 5);

type Site = Awaited<ReturnType<typeof crashFixture>>;

const kill = (pid: number, signal: NodeJS.Signals) => {
  try {
    if (pid > 0) process.kill(pid, signal);
  } catch {
    // The process has already exited.
  }
};

/** Crashes that each leave a different state for the next start. */
const crashes: Readonly<Record<string, (site: Site) => Promise<void>>> = {
  'site and database': site => site.killWithDatabase(),
  'site alone': site => site.kill(),
  async 'database, then the site while it brings that back'(site) {
    kill(site.postmaster(), 'SIGKILL');
    await delay(Math.random() * 400);
    await site.kill();
  },
  async 'a process of the database, whose postmaster is told to stop while it recovers'(site) {
    const postmaster = site.postmaster();
    const client = new Client({ connectionString: site.ownDatabase });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await delay(Math.random() * 100);
    await site.kill();
    kill(postmaster, 'SIGTERM');
  },
  async 'site and database in the middle of the next start'(site) {
    await site.killWithDatabase();
    const starting = site.start({ TRUSTED_PROXIES: 'loopback' }).catch(() => {});
    await delay(Math.random() * 1500);
    const postmaster = site.postmaster();
    await site.kill();
    kill(postmaster, 'SIGKILL');
    await starting;
  },
};

it('serves within 15 s after any crash, and loses no acknowledged save', {
  timeout: 120_000 + kills * 40_000,
}, async () => {
  const site = await crashFixture();
  onTestFinished(() => site.close());
  const printed = await site.start({ TRUSTED_PROXIES: 'loopback' }, /\/set-up\/\S+\n/);
  const writers = await startWriters(
    { origin: site.origin, database: site.ownDatabase, setUpToken: /\/set-up\/(\S+)\n/.exec(printed)?.[1] ?? '' },
    { siteEnds: true },
  );
  onTestFinished(() => writers.stop());
  const crashEntries = Object.entries(crashes);
  const figures: { name: string; duration: number }[] = [];
  for (let count = 0; count < kills; count++) {
    await writers.progress();
    await delay(Math.random() * 300);
    const [name, crash] = crashEntries[count % crashEntries.length] ?? ['', () => site.kill()];
    await crash(site);
    const begun = performance.now();
    await site.start({ TRUSTED_PROXIES: 'loopback' });
    figures.push({ name, duration: performance.now() - begun });
  }
  await writers.progress();
  await writers.check();
  // Otherwise the kills interrupted no request, which proves nothing.
  expect(writers.answers.unanswered).toBeGreaterThan(0);
  if (process.env.KILLS) {
    for (const name of ['', ...Object.keys(crashes)]) {
      const times = figures.filter(figure => !name || figure.name === name).map(({ duration }) => duration);
      const sorted = times.toSorted((one, other) => one - other);
      const [least, median, most] = [0, sorted.length >> 1, sorted.length - 1].map(
        at => `${Math.round(sorted[at] ?? 0)} ms`,
      );
      process.stdout.write(`${name || 'all'}: ${times.length} starts, ${least} / ${median} / ${most}\n`);
    }
  }
  expect(figures.filter(({ duration }) => duration > 15_000)).toEqual([]);
});
