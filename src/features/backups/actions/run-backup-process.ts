import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { JobServices } from '#platform/feature.ts';
import { toDate } from '#platform/database/dates.ts';
import { type BackupRunRow, findBackupRun, updateBackupRun } from '../queries.ts';
import { isRunOpen } from '../rules/runs.ts';

/** The command that a backup's process runs. */
export const RUN_BACKUP = 'run-backup';

/** Events that end this process, and therefore the backup's. */
const STOP_EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect', 'exit'] as const;

/**
 * Runs a backup in a separate process with low priority, because compression, hashing and garbage collection would slow
 * the site down. The process records the outcome. If it exits without one, the backup is marked as failed.
 */
export async function runBackupProcess(
  { db, now, log }: Pick<JobServices, 'db' | 'now' | 'log'>,
  { id, fileName }: BackupRunRow,
): Promise<void> {
  const [program = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [program, RUN_BACKUP, String(id)], { stdio: ['ignore', 'ignore', 'inherit'] });
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    child.kill();
  };
  for (const event of STOP_EVENTS) process.once(event, stop);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  lowerPriority(child);
  const [code, signal] = await ended;
  for (const event of STOP_EVENTS) process.off(event, stop);

  const run = await findBackupRun(db, id);
  if (run && isRunOpen(run)) {
    const errorMessage = isStopping
      ? 'The site was stopped during the backup.'
      : `The backup’s process ended early (${signal ?? code}).`;
    await updateBackupRun(db, id, { status: 'failed', errorMessage, updatedAt: toDate(now()) });
    log.error({ backup: fileName, code, signal }, 'a backup failed');
  } else if (run?.status === 'failed' || run?.problems.length) {
    log.error(
      { backup: fileName, reason: run.errorMessage, problems: run.problems },
      'a backup failed or has problems',
    );
  }
}

/** If the system doesn't allow it, the backup runs at the site's priority. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {}
}
