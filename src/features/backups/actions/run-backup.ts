import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { JobServices } from '#platform/feature.ts';
import { toDate } from '#platform/database/dates.ts';
import { getFreeSpace, inMegabytes } from '#platform/files/disk-space.ts';
import { AppError } from '#shared/errors.ts';
import { manualBackupQueue } from '../rules/queues.ts';
import { isRunCurrent } from '../rules/runs.ts';
import { isBackupDue } from '../rules/schedule.ts';
import { findExpiredBackups } from '../rules/retention.ts';
import {
  type BackupRunRow,
  findBackupRun,
  findLastScheduledRun,
  getBackupSettings,
  getSiteBytes,
  insertBackupRun,
  listLastRuns,
  updateBackupRun,
} from '../queries.ts';
import { deletePartialBackups, listBackupFiles, type StoredBackup } from './backup-folder.ts';
import { verifyBackup } from './verify-backup.ts';
import { createBackup, getBackupName } from './write-backup-file.ts';

type BackupServices = Pick<
  JobServices,
  | 'db'
  | 'files'
  | 'version'
  | 'now'
  | 'dataDir'
  | 'disk'
  | 'features'
  | 'backupFolder'
  | 'backupBucket'
  | 'backupEncryption'
  | 'migrations'
  | 'log'
>;

/** Writes and verifies a backup if the schedule says so. */
export async function runScheduledBackup(services: BackupServices, run = runBackup): Promise<void> {
  const { db, now } = services;
  const { isScheduled, hour, scheduledSince } = await getBackupSettings(db);
  if (!isScheduled) return;
  const last = await findLastScheduledRun(db);
  const since = Math.max(scheduledSince.getTime(), last?.startedAt.getTime() ?? 0);
  const schedule = { hour, timeZone: await getTimeZone(db) };
  if (!isBackupDue(schedule, Temporal.Instant.fromEpochMilliseconds(since), now())) return;
  if (await isBackupRunning(db, now())) return;
  await run(services, await insertBackupRun(db, newRun(services, true)));
}

/** Starts a backup in the background. Throws CONFLICT if one is already running. */
export async function startBackup(services: Pick<ApiContext, 'db' | 'jobs' | 'now' | 'backupEncryption'>) {
  const { db, jobs, now } = services;
  await db.transaction(async tx => {
    const { id: runId } = await insertBackupRun(tx, newRun(services, false));
    const isFirst = !(await isBackupRunning(tx, now(), runId));
    const isAdded = isFirst && (await jobs.enqueue(tx, manualBackupQueue, { runId }, { key: manualBackupQueue.name }));
    if (!isAdded) throw new AppError('CONFLICT', 'A backup is already running.');
  });
  return { isStarted: true as const };
}

/** Runs a backup that has been recorded as started. */
export async function runStartedBackup(services: BackupServices, runId: number, run = runBackup): Promise<void> {
  const row = await findBackupRun(services.db, runId);
  if (row) await run(services, row);
}

function newRun({ now, backupEncryption }: Pick<BackupServices, 'now' | 'backupEncryption'>, isScheduled: boolean) {
  const instant = now();
  return { fileName: getBackupName(instant, backupEncryption), isScheduled, now: instant };
}

async function isBackupRunning(db: Db, now: Temporal.Instant, exceptId?: number): Promise<boolean> {
  return (await listLastRuns(db, 2)).some(run => run.id !== exceptId && isRunCurrent(run, now));
}

/**
 * Writes a backup to the backup folder, verifies it, moves it to the bucket if there is one, and deletes expired ones. Records the outcome instead of throwing:
 * a scheduled backup that failed is due again an hour later.
 */
async function runBackup(services: BackupServices, { id, fileName }: BackupRunRow): Promise<void> {
  const { db, now, backupFolder, backupBucket, log } = services;
  const update = (values: Partial<BackupRunRow>) => updateBackupRun(db, id, { ...values, updatedAt: toDate(now()) });
  // Verification reports no progress, so signal that the process is alive.
  const heartbeat = setInterval(() => void update({}).catch(() => {}), HEARTBEAT_MS);
  try {
    await deletePartialBackups(backupFolder, now());
    await requireDiskSpace(services);
    const path = join(backupFolder, fileName);
    const { bytes } = await createBackup(services, path, written => void update({ bytes: written }).catch(() => {}));
    await update({ status: 'verifying', bytes });
    const problems = await verifyBackup(services, path);
    const timeZone = await getTimeZone(db);
    // Before the upload, so backups don't fill the disk while the bucket fails.
    if (problems.length === 0) {
      for (const { name } of listExpired(await listBackupFiles(backupFolder), timeZone))
        await rm(join(backupFolder, name), { force: true });
    }
    if (backupBucket) {
      await backupBucket.upload(fileName, path);
      await rm(path);
    }
    await update({ status: 'completed', problems, verifiedAt: toDate(now()) });
    if (problems.length > 0) log.error({ backup: fileName, problems }, 'a backup has problems');
    else if (backupBucket) {
      for (const { name } of listExpired(await backupBucket.list(), timeZone)) await backupBucket.remove(name);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await update({ status: 'failed', errorMessage: reason });
    log.error({ err: error, backup: fileName }, 'a backup failed');
  } finally {
    clearInterval(heartbeat);
  }
}

const HEARTBEAT_MS = 30_000;

/** The backup and its verification each need as much space as the site, at most. */
async function requireDiskSpace({ db, disk }: BackupServices): Promise<void> {
  const needed = 2 * (await getSiteBytes(db));
  const free = await getFreeSpace(disk);
  if (free >= needed) return;
  throw new AppError(
    'UNAVAILABLE',
    `The backup needs ${inMegabytes(needed)} MB of free disk space, and there are ${inMegabytes(free)} MB.`,
  );
}

/** Returns the expired ones of each kind of backup. */
const listExpired = (backups: readonly StoredBackup[], timeZone: string) =>
  Object.values(Object.groupBy(backups, ({ kind }) => kind)).flatMap(each => findExpiredBackups(each ?? [], timeZone));
