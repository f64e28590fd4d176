import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CoreServices } from '#platform/api/context.ts';
import { type BackupSource, writeBackup } from '#platform/backup/write-backup.ts';
import type { BackupManifest } from '#platform/backup/format.ts';
import { deleteRemovedFiles } from '#platform/files/checked-store.ts';

/** Returns the name of a backup's file, which sorts by time. */
export function getBackupName(now: Temporal.Instant): string {
  return `freehold-${now.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}.tar.zst`;
}

/**
 * Writes a backup to a file that only this account can read. It appears under its name once it is complete and durable.
 * Throws the error of the database, of a stored file or of the disk, and then leaves no file.
 */
export async function writeBackupFile(source: BackupSource, path: string): Promise<BackupManifest & { bytes: number }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.partial-${randomUUID()}`;
  try {
    const manifest = await writeBackup(source, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(draft, path);
    await using folder = await open(dirname(path));
    await folder.sync();
    return { ...manifest, bytes: (await stat(path)).size };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Backs up a running site with `writeBackupFile`, then deletes the files that were removed during the backup. */
export async function createBackup({ db, files, version, now }: CoreServices, path: string) {
  try {
    return await writeBackupFile({ pool: db.$client, files, version, now }, path);
  } finally {
    await deleteRemovedFiles(db, files);
  }
}
