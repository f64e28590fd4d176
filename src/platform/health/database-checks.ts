import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import type { FeatureJob } from '../feature.ts';
import { findCleanupPause } from '../jobs/cleanup.ts';
import { formatSpace } from '../files/disk-space.ts';
import type { HealthCheck, HealthServices } from './check.ts';

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    readonly jobs?: readonly FeatureJob[];
  }
}

interface DatabaseFacts extends Record<string, unknown> {
  readonly version: string;
  readonly bytes: number;
  readonly used: number;
  readonly max: number;
  readonly measures_statements: boolean;
}

export const databaseCheck: HealthCheck = {
  name: 'database',
  label: 'Database',
  group: 'Data',
  async run({ db }) {
    const { rows } = await db.execute<DatabaseFacts>(sql`
      select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
        (select sum(numbackends)::int from pg_stat_database) as used,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
        to_regclass('pg_stat_statements') is not null as measures_statements`);
    const [facts] = rows;
    if (!facts) throw new Error('The database returned no facts about itself.');
    const { version, bytes, used, max } = facts;
    const slowest = facts.measures_statements ? await findSlowestStatement({ db }) : '';
    const message = `PostgreSQL ${version}, ${formatSpace(bytes)}, ${used} of ${max} connections in use.${slowest}`;
    if (used < max * 0.8) return { status: 'ok', message };
    const help = 'Find out which program keeps connections open, or raise max_connections of PostgreSQL.';
    return { status: used < max * 0.95 ? 'warning' : 'failing', message, help };
  },
};

/** Returns a sentence about the statement with the longest mean time; empty if pg_stat_statements isn't readable. */
async function findSlowestStatement({ db }: Pick<HealthServices, 'db'>): Promise<string> {
  const found = await db
    .execute<{ ms: number; statement: string }>(sql`
      select mean_exec_time::float8 as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 80) as statement
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
        and calls >= 10 order by mean_exec_time desc limit 1`)
    .catch(() => undefined);
  const [slowest] = found?.rows ?? [];
  return slowest ? ` Slowest statement: ${Math.round(slowest.ms)} ms on average (${slowest.statement}).` : '';
}

interface QueueFacts extends Record<string, unknown> {
  readonly name: string;
  readonly due: number;
  readonly failed: number;
  readonly waited_seconds: number | null;
  readonly is_moving: boolean;
}

/** Seconds after which a due job counts as stuck if its queue also finishes nothing else. */
const STUCK_AFTER = 15 * 60;

export const jobsCheck: HealthCheck = {
  name: 'jobs',
  label: 'Background jobs',
  group: 'Server',
  async run(services) {
    const isEnabled = ({ isEnabled: mayRun }: FeatureJob) => mayRun?.(services) !== false;
    const names = services.features.flatMap(({ jobs = [] }) => jobs.filter(isEnabled).map(({ queue }) => queue.name));
    const isDue = sql`state in ('created', 'retry') and start_after <= now()`;
    const { rows } = await services.db.execute<QueueFacts>(sql`
      select name, count(*) filter (where ${isDue})::int as due,
        count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed,
        extract(epoch from now() - min(start_after) filter (where ${isDue}))::float8 as waited_seconds,
        bool_or(state = 'active' or completed_on > now() - make_interval(secs => ${STUCK_AFTER})) is true as is_moving
      from pgboss.job where name = any(${sql.param(names)}) group by name order by name`);
    const due = rows.reduce((sum, queue) => sum + queue.due, 0);
    const stuck = rows.filter(queue => !queue.is_moving && (queue.waited_seconds ?? 0) > STUCK_AFTER);
    const failed = rows.filter(queue => queue.failed > 0);
    if (stuck.length > 0) {
      const minutes = Math.floor(Math.max(...stuck.map(queue => queue.waited_seconds ?? 0)) / 60);
      return {
        status: services.isServer ? 'failing' : 'warning',
        message: `Jobs have been waiting for ${minutes} minutes: ${stuck.map(({ name }) => name).join(', ')}.`,
        help: services.isServer
          ? 'Restart the site. If jobs keep waiting, look for errors in the log.'
          : 'Start the site.',
      };
    }
    if (failed.length > 0) {
      const list = failed.map(queue => `${queue.name} (${queue.failed})`).join(', ');
      const message = `These jobs failed in the last 24 hours, after all retries: ${list}.`;
      return { status: 'warning', message, help: 'The log shows the error of each attempt.' };
    }
    return {
      status: 'ok',
      message:
        due === 0
          ? 'No jobs are waiting.'
          : due === 1
            ? '1 job is waiting.'
            : `${due} jobs are waiting and being processed.`,
    };
  },
};

/** Seconds by which the clocks of site and database may differ before a warning, and before the check fails. */
const CLOCK_LIMITS = { warning: 5, failing: 60 };

export const clockCheck: HealthCheck = {
  name: 'clock',
  label: 'Clock',
  group: 'Server',
  async run({ db, now }) {
    const before = Date.now();
    const { rows } = await db.execute<{ ms: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    );
    const ms = rows[0]?.ms ?? 0;
    const seconds = Math.round(Math.max(0, before - ms, ms - Date.now()) / 1000);
    if (seconds > CLOCK_LIMITS.warning) {
      return {
        status: seconds > CLOCK_LIMITS.failing ? 'failing' : 'warning',
        message: `The clocks of the site and its database differ by ${seconds} seconds.`,
        help: 'Turn on time synchronization (NTP) on both machines.',
      };
    }
    if (await findCleanupPause(db, now())) {
      return {
        status: 'warning',
        message: 'The clock moved by more than a week, so no old data is deleted for 24 hours.',
        help: 'If the site wasn’t off for that long, correct the server’s clock.',
      };
    }
    return { status: 'ok', message: 'The clocks of the site and its database agree.' };
  },
};

export async function countJobsByState(db: Db) {
  const { rows } = await db.execute<{ value: string; count: number }>(
    sql`select state::text as value, count(*)::int as count from pgboss.job group by state`,
  );
  return rows;
}
