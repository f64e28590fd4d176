import { getTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { BackupOverview, BackupRun } from '../contract/index.ts';
import { type BackupRunRow, getBackupSettings, listLastRuns, listRunsOf } from '../queries.ts';
import { isRunCurrent } from '../rules/runs.ts';
import { nextBackupAt } from '../rules/schedule.ts';
import { FileStoreUnavailableError } from '#platform/files/file-store.ts';
import type { BackupBucket } from './backup-bucket.ts';
import { listBackupFiles, type StoredBackup } from './backup-folder.ts';

/** Returns the backups with their settings, and the one in progress. */
export async function getBackupOverview({
  db,
  now,
  backupFolder,
  backupBucket,
  backupEncryption,
  isSecretKeyConfigured,
}: Pick<
  ApiContext,
  'db' | 'now' | 'backupFolder' | 'backupBucket' | 'backupEncryption' | 'isSecretKeyConfigured'
>): Promise<BackupOverview> {
  const [{ isScheduled, hour, secretKeyDownloadedAt }, inFolder, inBucket, lastRuns, timeZone] = await Promise.all([
    getBackupSettings(db),
    listBackupFiles(backupFolder),
    listBucket(backupBucket),
    listLastRuns(db, 2),
    getTimeZone(db),
  ]);
  const files = [...inFolder, ...inBucket.items].toSorted((one, other) =>
    Temporal.Instant.compare(other.createdAt, one.createdAt),
  );
  const completed = await listRunsOf(db, files.map(toFileName));
  const runs = new Map(completed.map(run => [run.fileName, run]));
  const [newest] = lastRuns;
  const current = newest && isRunCurrent(newest, now()) ? newest : undefined;
  const last = current ? lastRuns[1] : newest;
  return {
    isScheduled,
    hour,
    timeZone,
    nextAt: isScheduled ? nextBackupAt({ hour, timeZone }, now()).toString() : null,
    location: backupBucket ? `the bucket ${backupBucket.label}` : backupFolder,
    bucketErrorMessage: inBucket.errorMessage,
    isEncrypted: backupEncryption !== undefined,
    isSecretKeyFromEnvironment: isSecretKeyConfigured,
    secretKeyDownloadedAt: secretKeyDownloadedAt?.toISOString() ?? null,
    current: current ? toRun(current) : null,
    last: last ? toRun(last) : null,
    items: files.map(file => {
      const { name, bytes, createdAt } = file;
      const run = runs.get(toFileName(file));
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

/** The name that its run recorded; names in buckets are lowercase. */
const toFileName = ({ name }: StoredBackup) => name.toLowerCase().replace(/(\d{8})t(\d{6})z/, '$1T$2Z');

async function listBucket(bucket: BackupBucket | undefined) {
  try {
    return { items: (await bucket?.list()) ?? [], errorMessage: null };
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError)) throw error;
    return { items: [], errorMessage: error.message };
  }
}

/** A run that is neither current nor ended was interrupted. */
function toRun({ status, startedAt, bytes, errorMessage }: BackupRunRow): BackupRun {
  return { status, startedAt: startedAt.toISOString(), bytes, errorMessage };
}
