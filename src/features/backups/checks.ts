import { formatAgo, type HealthCheck, type HealthResult } from '#platform/health/check.ts';
import { type BackupRunRow, getBackupSettings, listLastRuns } from './queries.ts';

/** Hours without a backup after which the schedule counts as failing. */
const LATE_HOURS = 50;

const HELP = 'See Settings → Backups.';

/** Returns the health of the schedule, from the last completed run and the last one that ended. */
export function judgeBackups(
  { isScheduled, scheduledSince }: { readonly isScheduled: boolean; readonly scheduledSince: Date },
  runs: readonly Pick<BackupRunRow, 'status' | 'startedAt' | 'errorMessage' | 'problems'>[],
  now: Temporal.Instant,
): HealthResult {
  const completed = runs.find(({ status }) => status === 'completed');
  const ended = runs.find(({ status }) => status === 'completed' || status === 'failed');
  if (ended?.status === 'failed') {
    return { status: 'failing', message: `The last backup failed: ${ended.errorMessage}`, help: HELP };
  }
  const [problem] = completed?.problems ?? [];
  if (problem !== undefined)
    return { status: 'failing', message: `The last backup has problems: ${problem}`, help: HELP };
  if (!isScheduled) {
    return { status: 'warning', message: 'Scheduled backups are off.', help: 'Turn them on under Settings → Backups.' };
  }
  const since = Math.max(scheduledSince.getTime(), completed?.startedAt.getTime() ?? 0);
  if (now.epochMilliseconds - since > LATE_HOURS * 3_600_000) {
    return {
      status: 'failing',
      message: `No backup for ${LATE_HOURS} hours, although they are scheduled.`,
      help: HELP,
    };
  }
  if (!completed) return { status: 'ok', message: 'The first scheduled backup hasn’t run yet.' };
  const ago = formatAgo(completed.startedAt, now);
  return { status: 'ok', message: `The last backup was made ${ago} and passed its restore test.` };
}

/** Number of recent runs to search for the last completed one. */
const RECENT_RUNS = 30;

export const backupsCheck: HealthCheck = {
  name: 'backups',
  label: 'Backups',
  group: 'Data',
  run: async ({ db, now }) => judgeBackups(await getBackupSettings(db), await listLastRuns(db, RECENT_RUNS), now()),
};
