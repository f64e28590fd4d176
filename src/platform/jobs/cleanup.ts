import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';

const MAX_JUMP = Temporal.Duration.from({ hours: 7 * 24 });
const PAUSE = Temporal.Duration.from({ hours: 24 });

interface CleanupServices {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Temporal.Instant;
}

/** A jump of the clock, and the end of the pause that it caused. */
export interface CleanupPause {
  readonly jumpedFrom: Temporal.Instant;
  readonly pausedUntil: Temporal.Instant;
}

/**
 * Returns whether data may be deleted because of its age. If the clock has jumped by more than a week since the last
 * cleanup, in either direction, cleanups are paused for 24 hours and a warning is logged.
 */
export async function mayCleanUp({ db, log, now }: CleanupServices): Promise<boolean> {
  const at = now();
  const [earliest, latest] = [at.subtract(MAX_JUMP), at.add(MAX_JUMP)];
  // One statement, so only one of several instances reports the jump.
  const { rows } = await db.execute<{ paused: boolean; jumped: boolean; from: string }>(sql`
    insert into cleanup_clock as last (read_at) values (${at.toString()}::timestamptz)
    on conflict (id) do update set
      read_at = excluded.read_at,
      jumped_from = case
        when last.read_at not between ${earliest.toString()}::timestamptz and ${latest.toString()}::timestamptz
          then last.read_at
        when last.paused_until > excluded.read_at then last.jumped_from
      end,
      paused_until = case
        when last.read_at not between ${earliest.toString()}::timestamptz and ${latest.toString()}::timestamptz
          then ${at.add(PAUSE).toString()}::timestamptz
        when last.paused_until > excluded.read_at then last.paused_until
      end
    returning paused_until is not null as paused,
      coalesce(paused_until = ${at.add(PAUSE).toString()}::timestamptz, false) as jumped,
      jumped_from as "from"`);
  const [state] = rows;
  if (state?.jumped) {
    log.warn(
      { from: state.from, to: at.toString(), until: at.add(PAUSE).toString() },
      'the clock moved by more than a week, so cleanup is paused for 24 hours',
    );
  }
  return !state?.paused;
}

/** Returns the current pause of cleanups, if there is one. */
export async function findCleanupPause(db: Db, now: Temporal.Instant): Promise<CleanupPause | undefined> {
  const { rows } = await db.execute<{ from: Date; until: Date }>(sql`
    select jumped_from as "from", paused_until as until from cleanup_clock
    where paused_until > ${now.toString()}::timestamptz`);
  const [pause] = rows;
  return (
    pause && {
      jumpedFrom: new Date(pause.from).toTemporalInstant(),
      pausedUntil: new Date(pause.until).toTemporalInstant(),
    }
  );
}
