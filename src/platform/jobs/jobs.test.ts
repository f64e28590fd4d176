import { setImmediate } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Database, createDatabase } from '#platform/database/database.ts';
import { openNotifications } from '#platform/database/notifications.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { createTestLog } from '#tests/support/test-log.ts';
import { createTestDatabase } from '#tests/support/test-site.ts';
import { createJobs, type Job, type Queue } from './jobs.ts';

const queue: Queue<{ word: string }> = {
  name: 'test.words',
  data: z.object({ word: z.string() }),
  maxAttempts: 3,
  retryDelaySeconds: 600,
  maxRetryDelaySeconds: 900,
  timeoutSeconds: 60,
};

let db: Database;
let connectionString: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  connectionString = database.connectionString;
  db = createDatabase(connectionString, 'jobs');
  drop = database.drop;
});
afterAll(async () => {
  await db.$client.end();
  await drop();
});

const jobsOf = async (name: string) =>
  (
    await db.$client.query<{ state: string; word: string; retry_count: number }>(
      `select state, data ->> 'word' as word, retry_count from pgboss.job where name = $1 order by created_on`,
      [name],
    )
  ).rows;

/** Makes jobs that wait for a retry start immediately. */
const skipRetryDelay = (name: string) =>
  db.$client.query(`update pgboss.job set start_after = now() where name = $1 and state = 'retry'`, [name]);

const named = (name: string): typeof queue => ({ ...queue, name });

describe('the tables of the job queue', () => {
  it('are those that pg-boss expects, created by our migrations alone', async () => {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => db.$client.query(text, values) },
      migrate: false,
      supervise: false,
      schedule: false,
    });
    // Fails for a schema of another version.
    await boss.start();
    const drift = await boss.detectSchemaDrift();
    await boss.stop({ close: false });
    expect(drift).toMatchObject({ ok: true, extraIndexes: [] });
  });
});

describe('a job', () => {
  it('runs once, on one of several instances', async () => {
    const words = named('test.once');
    const log = createTestLog();
    const instances = [1, 2, 3].map(() => createJobs(db, log.log, [words]));
    await Promise.all(instances.map(jobs => jobs.start()));
    const done: string[] = [];
    for (const jobs of instances) await jobs.work(words, async ({ data }) => void done.push(data.word));
    const wanted = Array.from({ length: 25 }, (_, at) => `word ${at}`);
    await Promise.all(wanted.map(async (word, at) => instances[at % 3]?.enqueue(db, words, { word })));
    await vi.waitFor(async () => {
      expect(await jobsOf(words.name)).toHaveLength(25);
      expect((await jobsOf(words.name)).filter(({ state }) => state !== 'completed')).toEqual([]);
    }, 20_000);
    await Promise.all(instances.map(jobs => jobs.stop()));
    expect(done.toSorted()).toEqual(wanted.toSorted());
  });

  it('starts when its transaction commits if its worker is notified, long before the next poll', async () => {
    const words = { ...named('test.notified'), pollIntervalSeconds: 3600 };
    const log = createTestLog();
    const notifications = await openNotifications(connectionString, log.log);
    const instance = createJobs(db, log.log, [words], notifications);
    const done: string[] = [];
    await instance.work(words, async ({ data }) => void done.push(data.word));
    // Another process adds the jobs. It doesn't listen itself.
    const other = createJobs(db, log.log, [words]);
    for (const word of ['first', 'second']) {
      await db.transaction(async tx => {
        await other.enqueue(tx, words, { word });
        expect(done).not.toContain(word);
      });
      await vi.waitFor(() => expect(done).toContain(word), 10_000);
    }
    await other.enqueue(
      db,
      words,
      { word: 'later' },
      { key: 'k', notBefore: Temporal.Now.instant().add({ hours: 1 }) },
    );
    await other.enqueue(db, words, { word: 'third' });
    await vi.waitFor(() => expect(done).toEqual(['first', 'second', 'third']), 10_000);
    // Moving a job that waits also notifies the worker.
    await other.enqueue(db, words, { word: 'repeated' }, { key: 'k', startsNow: true });
    await vi.waitFor(() => expect(done).toEqual(['first', 'second', 'third', 'later']), 10_000);
    await Promise.all([instance.stop(), other.stop()]);
    await notifications.close();
  });

  it('that was added while notifications were lost starts when they are back', async () => {
    const words = { ...named('test.missed'), pollIntervalSeconds: 3600 };
    const line = await startDatabaseProxy(connectionString);
    const log = createTestLog();
    const notifications = await openNotifications(line.connectionString, log.log);
    const own = createDatabase(connectionString, 'jobs');
    const queries = vi.spyOn(own.$client, 'query');
    const instance = createJobs(own, log.log, [words], notifications);
    const done: string[] = [];
    await instance.work(words, async ({ data }) => void done.push(data.word));
    // After its first look for jobs, the worker waits.
    await vi.waitFor(() => {
      const look = queries.mock.calls.findIndex(call => JSON.stringify(call).includes(`j.name = '${words.name}'`));
      expect(queries.mock.settledResults[look]?.type).toBe('fulfilled');
    }, 10_000);
    await line.cut();
    await instance.enqueue(db, words, { word: 'missed' });
    expect(await jobsOf(words.name)).toMatchObject([{ state: 'created' }]);
    await line.restore();
    await vi.waitFor(() => expect(done).toEqual(['missed']), 10_000);
    await instance.stop();
    await notifications.close();
    await own.$client.end();
    await line.close();
  });

  it('runs alone in its process if its queue says so', async () => {
    const words = { ...named('test.alone'), concurrency: 1 };
    const jobs = createJobs(db, createTestLog().log, [words]);
    for (const word of ['a', 'b', 'c']) await jobs.enqueue(db, words, { word });
    const done: string[] = [];
    let running = 0;
    await jobs.work(words, async ({ data }) => {
      expect(++running).toBe(1);
      await setImmediate();
      running--;
      done.push(data.word);
    });
    await vi.waitFor(() => expect(done.length).toBe(3), 10_000);
    await jobs.stop();
  });

  it('without a heartbeat counts as lost, also in a queue that had none before', async () => {
    const words = named('test.signs');
    const heartbeats = async () =>
      (await db.$client.query('select heartbeat_seconds as seconds from pgboss.queue where name = $1', [words.name]))
        .rows;
    for (const [heartbeat, seconds] of [
      [undefined, null],
      [60, 60],
      [undefined, null],
    ] as const) {
      const jobs = createJobs(db, createTestLog().log, [heartbeat ? { ...words, heartbeat } : words]);
      await jobs.start();
      await jobs.stop();
      expect(await heartbeats()).toEqual([{ seconds }]);
    }
  });

  it('is added with its transaction or not at all', async () => {
    const words = named('test.transaction');
    const jobs = createJobs(db, createTestLog().log, [words]);
    await db.transaction(tx => jobs.enqueue(tx, words, { word: 'kept' }));
    const rolledBack = db.transaction(async tx => {
      await jobs.enqueue(tx, words, { word: 'lost' });
      throw new Error('given up');
    });
    await expect(rolledBack).rejects.toThrow('given up');
    await jobs.stop();
    expect((await jobsOf(words.name)).map(({ word }) => word)).toEqual(['kept']);
  });

  it('with a key waits alone', async () => {
    const words = named('test.key');
    const jobs = createJobs(db, createTestLog().log, [words]);
    expect(await jobs.enqueue(db, words, { word: 'first' }, { key: 'k' })).toBe(true);
    expect(await jobs.enqueue(db, words, { word: 'second' }, { key: 'k' })).toBe(false);
    expect(await jobs.enqueue(db, words, { word: 'other' }, { key: 'l' })).toBe(true);
    expect(await jobs.enqueue(db, words, { word: 'no key' })).toBe(true);
    expect(await jobs.enqueue(db, words, { word: 'no key either' })).toBe(true);
    await jobs.stop();
    expect((await jobsOf(words.name)).map(({ word }) => word).toSorted()).toEqual([
      'first',
      'no key',
      'no key either',
      'other',
    ]);
  });

  it('that fails is retried with growing delays up to the maximum, and knows its last attempt', async () => {
    const words = named('test.tries');
    const log = createTestLog();
    const jobs = createJobs(db, log.log, [words]);
    const tries: Pick<Job<unknown>, 'attempt' | 'isLastAttempt'>[] = [];
    await jobs.work(words, async ({ attempt, isLastAttempt }) => {
      tries.push({ attempt, isLastAttempt });
      throw new Error('not today');
    });
    await jobs.enqueue(db, words, { word: 'stubborn' });
    const waits: number[] = [];
    for (const [at, state] of ['retry', 'retry', 'failed'].entries()) {
      await vi.waitFor(async () => {
        expect(tries).toHaveLength(at + 1);
        expect((await jobsOf(words.name))[0]?.state).toBe(state);
      }, 10_000);
      const { rows } = await db.$client.query<{ wait: number }>(
        `select extract(epoch from start_after - now())::int as wait from pgboss.job where name = $1`,
        [words.name],
      );
      waits.push(rows[0]?.wait ?? 0);
      if (state === 'retry') await skipRetryDelay(words.name);
    }
    await jobs.stop();
    expect(tries).toEqual([
      { attempt: 1, isLastAttempt: false },
      { attempt: 2, isLastAttempt: false },
      { attempt: 3, isLastAttempt: true },
    ]);
    expect(waits[0]).toBeGreaterThan(590);
    expect(waits[1]).toBeGreaterThan(890);
    expect(waits[1]).toBeLessThanOrEqual(900);
    expect(log.text().match(/a job failed/g)).toHaveLength(3);
  });

  it('with invalid data never reaches its worker', async () => {
    const words = named('test.shape');
    const log = createTestLog();
    const jobs = createJobs(db, log.log, [{ ...words, maxAttempts: 1 }]);
    const worker = vi.fn(async () => {});
    await jobs.enqueue(db, words, { word: 7 as unknown as string });
    await jobs.work(words, worker);
    await vi.waitFor(async () => expect((await jobsOf(words.name))[0]?.state).toBe('failed'), 10_000);
    await jobs.stop();
    expect(worker).not.toHaveBeenCalled();
  });
});

describe('scheduled jobs', () => {
  it('that became due while the site was stopped are added once at the next start', async () => {
    const words = named('test.schedule');
    const start = async () => {
      const jobs = createJobs(db, createTestLog().log, [words]);
      await jobs.start();
      return jobs;
    };
    const first = await start();
    // Not due during the test.
    const hour = (new Date().getUTCHours() + 12) % 24;
    await first.repeat(words, `0 ${hour} * * *`);
    await first.stop();
    const added = async () =>
      (
        await db.$client.query(`select 1 from pgboss.job where name = '__pgboss__send-it' and data ->> 'name' = $1`, [
          words.name,
        ])
      ).rows.length;
    expect(await added()).toBe(0);
    await db.$client.query(`update pgboss.schedule set created_on = now() - interval '9 days'`);
    await db.$client.query(`update pgboss.version set cron_on = now() - interval '3 days'`);
    const second = await start();
    await vi.waitFor(async () => expect(await added()).toBe(1), 10_000);
    await second.stop();
  });
});

describe('during a database outage', () => {
  it('jobs wait, log it once, and continue when the database is back', async () => {
    const words = named('test.outage');
    const line = await startDatabaseProxy(connectionString);
    const far = createDatabase(line.connectionString, 'jobs');
    const log = createTestLog();
    const jobs = createJobs(far, log.log, [words]);
    const done: string[] = [];
    await jobs.work(words, async ({ data }) => void done.push(data.word));
    await line.cut();
    await vi.waitFor(() => expect(log.text()).toContain('the job queue is unavailable'), 10_000);
    const other = createJobs(db, log.log, [words]);
    await other.enqueue(db, words, { word: 'meanwhile' });
    await other.stop();
    await line.restore();
    await vi.waitFor(() => expect(done).toEqual(['meanwhile']), 10_000);
    await jobs.stop();
    await far.$client.end();
    await line.close();
    expect(log.text().match(/the job queue is unavailable/g)).toHaveLength(1);
    expect(log.takeErrors()).toEqual([]);
  });
});

describe('stop', () => {
  it('waits for the running job, and takes no other', async () => {
    const words = named('test.stop');
    const jobs = createJobs(db, createTestLog().log, [words]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: string[] = [];
    await jobs.work(words, async ({ data }) => {
      begun.push(data.word);
      await promise;
      // A running job may still add others.
      await jobs.enqueue(db, words, { word: 'following' });
    });
    await jobs.enqueue(db, words, { word: 'running' });
    await vi.waitFor(() => expect(begun).toEqual(['running']), 10_000);
    let stopped = false;
    const stopping = jobs.stop().then(() => void (stopped = true));
    const other = createJobs(db, createTestLog().log, [words]);
    await other.enqueue(db, words, { word: 'later' });
    await other.stop();
    expect(stopped).toBe(false);
    resolve();
    await stopping;
    expect(await jobsOf(words.name)).toMatchObject([
      { word: 'running', state: 'completed' },
      { word: 'later', state: 'created' },
      { word: 'following', state: 'created' },
    ]);
    await expect(jobs.enqueue(db, words, { word: 'too late' })).rejects.toThrow('stopped');
  });
});

describe('a queue', () => {
  it('applies changed settings at the next start', async () => {
    const words = named('test.settings');
    const limits = async () =>
      (
        await db.$client.query<{ retry_limit: number }>('select retry_limit from pgboss.queue where name = $1', [
          words.name,
        ])
      ).rows;
    for (const maxAttempts of [3, 3, 8]) {
      const jobs = createJobs(db, createTestLog().log, [{ ...words, maxAttempts }]);
      await jobs.start();
      await jobs.stop();
      expect(await limits()).toEqual([{ retry_limit: maxAttempts - 1 }]);
    }
  });
});
