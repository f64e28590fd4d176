import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Database, Db } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Log } from '../log.ts';

/** A type of background job: its data and retry settings. */
export interface Queue<Data extends object = object> {
  readonly name: string;
  /** The schema of a job's data. Checked before a job runs, since an older version may have added it. */
  readonly data: z.ZodType<Data>;
  /** Attempts in total. */
  readonly maxAttempts: number;
  /** Seconds before the second attempt. Each later delay is about twice the one before, with jitter. */
  readonly retryDelaySeconds: number;
  /** The longest delay between attempts, in seconds. */
  readonly maxRetryDelaySeconds: number;
  /** Seconds after which an attempt counts as lost because its process died, and the job is retried. */
  readonly timeoutSeconds: number;
  /**
   * Seconds between two looks for jobs that wait for their `notBefore` or next attempt; 30 by default. Other jobs start
   * immediately, since the database notifies the workers.
   */
  readonly pollIntervalSeconds?: number;
  /** Jobs that a process runs concurrently; five by default. One, if a job takes much memory. */
  readonly concurrency?: number;
  /** Seconds without a heartbeat after which an attempt counts as failed, for jobs that can run for hours. */
  readonly heartbeat?: number;
}

export interface Job<Data> {
  readonly data: Data;
  /** The number of this attempt, starting at 1. */
  readonly attempt: number;
  /** Whether no retry follows. */
  readonly isLastAttempt: boolean;
}

/** A persistent job queue in the site's database. Jobs survive a crash, and each is run by one instance. */
export interface Jobs {
  /**
   * Adds a job in the caller's transaction: it starts after the commit, and never after a rollback. Returns false if a
   * job with the same `key` is already waiting or running; then nothing is added, but one that waits for its next
   * attempt starts now if `startsNow`.
   */
  enqueue<Data extends object>(
    db: Db,
    queue: Queue<Data>,
    data: Data,
    options?: { readonly key?: string; readonly notBefore?: Temporal.Instant; readonly startsNow?: boolean },
  ): Promise<boolean>;
  /** Starts running a queue's jobs in this process. If the worker throws, the job is retried later. */
  work<Data extends object>(queue: Queue<Data>, worker: (job: Job<Data>) => Promise<void>): Promise<void>;
  /**
   * Adds a job without data by a cron expression in UTC, once across all instances, some seconds late. If it became due
   * while no instance was running, it is added at the next start.
   */
  repeat(queue: Pick<Queue, 'name'>, cron: string): Promise<void>;
  /** Creates the queues. Jobs can be added before; adding them then waits for this. */
  start(): Promise<void>;
  /** Stops taking jobs and waits up to 10 s for running ones. A job that takes longer is retried later. */
  stop(): Promise<void>;
}

/** Milliseconds between two log entries about an unavailable queue. */
const LOG_INTERVAL = 60_000;

/** Default number of jobs of one queue that a process runs concurrently. */
const CONCURRENCY = 5;

/** Default of a queue's `pollIntervalSeconds`. */
const POLL_INTERVAL_SECONDS = 30;

/** Seconds between two looks for jobs if the workers aren't notified. */
const POLL_INTERVAL_WITHOUT_NOTIFICATIONS_SECONDS = 1;

/**
 * Creates the site's job queue on `db`. Its tables come from our migrations, so a start needs no schema changes. The
 * pg-boss package is loaded on first use. Without `notifications`, workers find new jobs by polling.
 */
export function createJobs(db: Database, log: Log, queues: readonly Queue[], notifications?: Notifications): Jobs {
  let opening: Promise<PgBoss> | undefined;
  let stopped = false;

  function open(): Promise<PgBoss> {
    if (stopped) return Promise.reject(new Error('The job queue has stopped.'));
    opening ??= openQueues(db, log, queues, notifications).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  return {
    async enqueue(tx, queue, data, options = {}) {
      const [boss, { fromDrizzle }] = await Promise.all([open(), import('pg-boss')]);
      const job = { singletonKey: options.key ?? randomUUID(), db: fromDrizzle(tx, sql) };
      const id = await boss.send(queue.name, data, {
        ...job,
        ...(options.notBefore ? { startAfter: options.notBefore.toString() } : {}),
      });
      if (id === null && options.startsNow) await boss.update(queue.name, undefined, { ...job, startAfter: 0 });
      return id !== null;
    },
    async work(queue, worker) {
      const boss = await open();
      const interval = notifications
        ? (queue.pollIntervalSeconds ?? POLL_INTERVAL_SECONDS)
        : POLL_INTERVAL_WITHOUT_NOTIFICATIONS_SECONDS;
      const settings = {
        pollingIntervalSeconds: interval,
        notifyPollingIntervalSeconds: interval,
        batchSize: queue.concurrency ?? CONCURRENCY,
        burstWhenBatchFull: true,
        perJobResults: true,
        includeMetadata: true,
      } as const;
      await boss.work(queue.name, settings, jobs =>
        Promise.all(
          jobs.map(async job => {
            try {
              const data = queue.data.parse(job.data);
              const isLastAttempt = job.retryCount >= job.retryLimit;
              await worker({ data, attempt: job.retryCount + 1, isLastAttempt });
              return { id: job.id, status: 'completed' as const };
            } catch (err) {
              log.warn({ err, queue: queue.name, job: job.id, attempt: job.retryCount + 1 }, 'a job failed');
              return { id: job.id, status: 'failed' as const };
            }
          }),
        ),
      );
    },
    async repeat({ name }, cron) {
      const boss = await open();
      await boss.schedule(name, cron, {}, { tz: 'UTC', singletonKey: cron, missed: 'once' });
    },
    async start() {
      await open();
    },
    async stop() {
      // Running jobs may still add others until they end.
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ close: false, timeout: 10_000 });
      stopped = true;
    },
  };
}

async function openQueues(
  db: Database,
  log: Log,
  queues: readonly Queue[],
  notifications: Notifications | undefined,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  // Transactions waiting to add a job may hold all of the site's connections, so opening uses its own.
  const opening = new Pool({ ...db.$client.options, max: 1 });
  opening.on('error', () => {});
  let pool = opening;
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      async listen(channel, onNotify, onReconnect) {
        await notifications?.listen(channel, { onNotify, onReconnect });
        // The connection is closed after the workers have stopped.
        return { close: async () => {} };
      },
    },
    useListenNotify: notifications !== undefined,
    migrate: false,
    // Dependencies between jobs aren't used, so they need no polling.
    flowIntervalSeconds: 86_400,
    cronWorkerIntervalSeconds: 20,
  });
  // While the database is down, every poll fails. Work resumes when it is back.
  let loggedAt = -Infinity;
  boss.on('error', ({ message }) => {
    if (performance.now() - loggedAt < LOG_INTERVAL) return;
    loggedAt = performance.now();
    log.warn({ reason: message }, 'the job queue is unavailable');
  });
  boss.on('warning', ({ message }) => log.info({ warning: message }, 'job queue warning'));
  try {
    await boss.start();
    await syncQueues(boss, queues);
    pool = db.$client;
    // The connection responds in order, so this waits for the queries that pg-boss's own workers have already sent.
    await opening.query('select 1');
  } catch (error) {
    await boss.stop({ close: false, graceful: false });
    throw error;
  } finally {
    await opening.end();
  }
  return boss;
}

/** Creates missing queues, and updates the settings of existing ones. */
async function syncQueues(boss: PgBoss, queues: readonly Queue[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map(queue => [queue.name, queue]));
  for (const queue of queues) {
    const settings = {
      retryLimit: queue.maxAttempts - 1,
      retryDelay: queue.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: queue.maxRetryDelaySeconds,
      expireInSeconds: queue.timeoutSeconds,
      heartbeatSeconds: queue.heartbeat ?? null,
      notify: true,
    };
    const current = existing.get(queue.name);
    if (!current) {
      const { heartbeatSeconds, ...others } = settings;
      const heartbeat = heartbeatSeconds === null ? {} : { heartbeatSeconds };
      await boss.createQueue(queue.name, { ...others, ...heartbeat, policy: 'exclusive' });
      // Caches the queue in pg-boss, so adding a job inside a transaction needs no second connection. Existing queues
      // were cached when it started.
      await boss.findJobs(queue.name, { id: randomUUID() });
    } else if (Object.entries(settings).some(([name, value]) => current[name as keyof typeof settings] !== value)) {
      await boss.updateQueue(queue.name, settings);
    }
  }
}
