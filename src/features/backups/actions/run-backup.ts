import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findTimeZone } from '#features/site/index.ts';
import type { JobServices } from '#platform/feature.ts';
import { toDate } from '#platform/database/dates.ts';
import { getFreeSpace, inMegabytes } from '#platform/files/disk-space.ts';
import { AppError } from '#shared/errors.ts';
import { isRunCurrent } from '../rules/runs.ts';
import { isBackupDue } from '../rules/schedule.ts';
import { findExpiredBackups } from '../rules/retention.ts';
import {
  findLastScheduledRun,
  getBackupSettings,
  getSiteBytes,
  insertBackupRun,
  listLastRuns,
  updateBackupRun,
} from '../queries.ts';
import { deletePartialBackups, listBackupFiles } from './backup-folder.ts';
import { verifyBackup } from './verify-backup.ts';
import { createBackup, getBackupName } from './write-backup-file.ts';

type BackupServices = Pick<
  JobServices,
  'db' | 'files' | 'version' | 'now' | 'dataDir' | 'disk' | 'features' | 'backupFolder' | 'migrations' | 'log'
>;

/** Writes and verifies a backup if the schedule says so. */
export async function runScheduledBackup(services: BackupServices): Promise<void> {
  const { db, now } = services;
  const { isScheduled, hour, scheduledSince } = await getBackupSettings(db);
  if (!isScheduled) return;
  const last = await findLastScheduledRun(db);
  const since = Math.max(scheduledSince.getTime(), last?.startedAt.getTime() ?? 0);
  const schedule = { hour, timeZone: (await findTimeZone(db)) ?? 'UTC' };
  if (isBackupDue(schedule, Temporal.Instant.fromEpochMilliseconds(since), now())) {
    await runBackup(services, { isScheduled: true });
  }
}

/**
 * Writes a backup to the backup folder, verifies it, and deletes expired ones. Records the outcome, and throws nothing
 * for the owner to see twice: a failed scheduled backup is due again an hour later.
 */
export async function runBackup(
  services: BackupServices,
  { isScheduled }: { readonly isScheduled: boolean },
): Promise<void> {
  const { db, now, backupFolder, log } = services;
  const [previous] = await listLastRuns(db, 1);
  if (previous && isRunCurrent(previous, now())) return;
  const fileName = getBackupName(now());
  const id = await insertBackupRun(db, { fileName, isScheduled, now: now() });
  const update = (values: Parameters<typeof updateBackupRun>[2] | object) =>
    updateBackupRun(db, id, { ...values, updatedAt: toDate(now()) });
  // A verification reports nothing, so say that the process lives.
  const heartbeat = setInterval(() => void update({}).catch(() => {}), HEARTBEAT_MS);
  try {
    await deletePartialBackups(backupFolder, now());
    await requireDiskSpace(services);
    const path = join(backupFolder, fileName);
    const { bytes } = await createBackup(services, path, written => void update({ bytes: written }).catch(() => {}));
    await update({ status: 'verifying', bytes });
    const problems = await verifyBackup(services, path);
    await update({ status: 'completed', problems, verifiedAt: toDate(now()) });
    if (problems.length > 0) log.error({ backup: fileName, problems }, 'a backup has problems');
    else await deleteExpiredBackups(services);
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

async function deleteExpiredBackups({ db, backupFolder }: BackupServices): Promise<void> {
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const byKind = Object.groupBy(await listBackupFiles(backupFolder), ({ kind }) => kind);
  for (const backups of Object.values(byKind)) {
    for (const { name } of findExpiredBackups(backups ?? [], timeZone)) {
      await rm(join(backupFolder, name), { force: true });
    }
  }
}
