import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Database, Db } from '../database/database.ts';
import type { Log } from '../log.ts';

/** A kind of work that is done later: what it needs, and how often it is tried. */
export interface Queue<Data extends object = object> {
  readonly name: string;
  /** What a job of this queue carries; it is checked before the work is done, since an older version may have written it. */
  readonly data: z.ZodType<Data>;
  /** How often a job is tried in all. */
  readonly maxAttempts: number;
  /** Seconds before the second try. Each wait is about twice the one before, with some chance in it. */
  readonly retryDelaySeconds: number;
  /** Seconds that a wait never exceeds. */
  readonly maxRetryDelaySeconds: number;
  /** Seconds after which a try counts as lost (its process died), and the next one begins. */
  readonly timeoutSeconds: number;
  /** How often a process looks for new jobs, in seconds: what a job waits at most when nothing else is to be done. */
  readonly pollIntervalSeconds: number;
  /** Jobs that a process runs at the same time; five by default. One, if a job takes much memory. */
  readonly atOnce?: number;
  /** Seconds without a heartbeat after which an attempt counts as failed, for jobs that can run for hours. */
  readonly heartbeat?: number;
}

/** A job as its worker gets it. */
export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  /** Which try this is: 1 is the first. */
  readonly attempt: number;
  /** True when no other try follows. */
  readonly isLastAttempt: boolean;
}

/** Work that survives a crash: kept in the site's database, done once by one of its instances. */
export interface Jobs {
  /**
   * Adds a job, in the caller's transaction: it begins when that commits, and never when it rolls back. Of jobs with one
   * `key`, one waits or runs at a time: false when there is one already, and nothing was added.
   */
  enqueue<Data extends object>(
    db: Db,
    queue: Queue<Data>,
    data: Data,
    options?: { readonly key?: string; readonly notBefore?: Temporal.Instant },
  ): Promise<boolean>;
  /** Begins to do a queue's jobs in this process. A worker that throws has its job tried again later. */
  work<Data extends object>(queue: Queue<Data>, worker: (job: Job<Data>) => Promise<void>): Promise<void>;
  /** Adds a job whenever a cron expression says so in an IANA time zone, once for all instances, some seconds late. */
  repeat<Data extends object>(queue: Queue<Data>, cron: string, timeZone: string, data: Data): Promise<void>;
  /** Makes the queues known. Jobs can be added before, which waits for it. */
  start(): Promise<void>;
  /** Takes no more jobs and waits for those that run, at most 10 s; one that takes longer is tried again later. */
  stop(): Promise<void>;
}

/** Milliseconds between two lines in the log about a queue that has to wait. */
const TOLD_EVERY = 60_000;

/** Jobs of one queue that a process runs at the same time by default. */
const AT_ONCE = 5;

/**
 * The jobs of a site, on its own pool of connections. The tables come with our migrations, so that a start has no
 * schema work. The package behind them is read when first needed.
 */
export function createJobs(db: Database, log: Log, queues: readonly Queue[]): Jobs {
  let opening: Promise<PgBoss> | undefined;
  let stopped = false;

  function open(): Promise<PgBoss> {
    if (stopped) return Promise.reject(new Error('The jobs were stopped.'));
    opening ??= openQueues(db, log, queues).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  return {
    async enqueue(within, queue, data, options = {}) {
      const [boss, { fromDrizzle }] = await Promise.all([open(), import('pg-boss')]);
      const id = await boss.send(queue.name, data, {
        singletonKey: options.key ?? randomUUID(),
        ...(options.notBefore ? { startAfter: options.notBefore.toString() } : {}),
        db: fromDrizzle(within, sql),
      });
      return id !== null;
    },
    async work(queue, worker) {
      const boss = await open();
      const how = {
        pollingIntervalSeconds: queue.pollIntervalSeconds,
        batchSize: queue.atOnce ?? AT_ONCE,
        burstWhenBatchFull: true,
        perJobResults: true,
        includeMetadata: true,
      } as const;
      await boss.work(queue.name, how, taken =>
        Promise.all(
          taken.map(async job => {
            try {
              const data = queue.data.parse(job.data);
              const isLastAttempt = job.retryCount >= job.retryLimit;
              await worker({ id: job.id, data, attempt: job.retryCount + 1, isLastAttempt });
              return { id: job.id, status: 'completed' as const };
            } catch (err) {
              log.warn({ err, queue: queue.name, job: job.id, attempt: job.retryCount + 1 }, 'a job failed');
              return { id: job.id, status: 'failed' as const };
            }
          }),
        ),
      );
    },
    async repeat(queue, cron, timeZone, data) {
      const boss = await open();
      await boss.schedule(queue.name, cron, data, { tz: timeZone, singletonKey: cron });
    },
    async start() {
      await open();
    },
    async stop() {
      // What runs may still add jobs until it has ended.
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ close: false, timeout: 10_000 });
      stopped = true;
    },
  };
}

async function openQueues(db: Database, log: Log, queues: readonly Queue[]): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  // Transactions that wait to add a job may hold every connection of the site, so opening brings one of its own.
  const opening = new Pool({ ...db.$client.options, max: 1 });
  opening.on('error', () => {});
  let pool = opening;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    // Dependencies between jobs are not used, so nothing has to look for them.
    flowIntervalSeconds: 86_400,
    cronWorkerIntervalSeconds: 20,
  });
  // With the database away every look for jobs fails; the work goes on when it is back.
  let told = -Infinity;
  boss.on('error', ({ message }) => {
    if (performance.now() - told < TOLD_EVERY) return;
    told = performance.now();
    log.warn({ reason: message }, 'the job queue has to wait');
  });
  boss.on('warning', ({ message }) => log.info({ warning: message }, 'the job queue gave a warning'));
  try {
    await boss.start();
    await settleQueues(boss, queues);
  } catch (error) {
    await boss.stop({ close: false, graceful: false });
    throw error;
  } finally {
    pool = db.$client;
    await opening.end();
  }
  return boss;
}

/** Makes the queues that are not there yet, and gives those that are their present settings. */
async function settleQueues(boss: PgBoss, queues: readonly Queue[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map(queue => [queue.name, queue]));
  for (const queue of queues) {
    const settings = {
      retryLimit: queue.maxAttempts - 1,
      retryDelay: queue.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: queue.maxRetryDelaySeconds,
      expireInSeconds: queue.timeoutSeconds,
      heartbeatSeconds: queue.heartbeat ?? null,
    };
    const before = known.get(queue.name);
    if (!before) {
      const { heartbeatSeconds, ...others } = settings;
      const heartbeat = heartbeatSeconds === null ? {} : { heartbeatSeconds };
      await boss.createQueue(queue.name, { ...others, ...heartbeat, policy: 'exclusive' });
    } else if (Object.entries(settings).some(([name, value]) => before[name as keyof typeof settings] !== value)) {
      await boss.updateQueue(queue.name, settings);
    }
    // Reads the queue now, so that adding a job inside a transaction needs no second connection.
    await boss.findJobs(queue.name, { id: randomUUID() });
  }
}
