import { findTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { BackupOverview, BackupRun } from '../contract/index.ts';
import { type BackupRunRow, getBackupSettings, listLastRuns, listRunsOf } from '../queries.ts';
import { isRunCurrent } from '../rules/runs.ts';
import { nextBackupAt } from '../rules/schedule.ts';
import { listBackupFiles } from './backup-folder.ts';

/** Returns the backups with their settings, and the one in progress. */
export async function getBackupOverview({
  db,
  now,
  backupFolder,
  isSecretKeyConfigured,
}: Pick<ApiContext, 'db' | 'now' | 'backupFolder' | 'isSecretKeyConfigured'>): Promise<BackupOverview> {
  const [{ isScheduled, hour, secretKeyDownloadedAt }, files, lastRuns, zone] = await Promise.all([
    getBackupSettings(db),
    listBackupFiles(backupFolder),
    listLastRuns(db, 2),
    findTimeZone(db),
  ]);
  const timeZone = zone ?? 'UTC';
  const runs = new Map(
    (
      await listRunsOf(
        db,
        files.map(({ name }) => name),
      )
    ).map(run => [run.fileName, run]),
  );
  const [newest] = lastRuns;
  const current = newest && isRunCurrent(newest, now()) ? newest : undefined;
  const last = current ? lastRuns[1] : newest;
  return {
    isScheduled,
    hour,
    timeZone,
    nextAt: isScheduled ? nextBackupAt({ hour, timeZone }, now()).toString() : null,
    folder: backupFolder,
    isSecretKeyFromEnvironment: isSecretKeyConfigured,
    secretKeyDownloadedAt: secretKeyDownloadedAt?.toISOString() ?? null,
    current: current ? toRun(current) : null,
    last: last ? toRun(last) : null,
    items: files.map(({ name, bytes, createdAt }) => {
      const run = runs.get(name);
      return {
        name,
        bytes,
        createdAt: createdAt.toString(),
        verifiedAt: run?.verifiedAt?.toISOString() ?? null,
        problems: run?.problems ?? [],
      };
    }),
  };
}

/** A run that is neither current nor ended was interrupted. */
function toRun({ status, startedAt, bytes, errorMessage }: BackupRunRow): BackupRun {
  return { status, startedAt: startedAt.toISOString(), bytes, errorMessage };
}
