import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ApiServices } from '#platform/api/context.ts';
import { type BackupEncryption, type BackupSource, writeBackup } from '#platform/backup/write-backup.ts';
import type { BackupManifest } from '#platform/backup/format.ts';
import { deleteRemovedFiles } from '#platform/files/checked-store.ts';

/** Returns the name of a backup's file, which sorts by time. */
export function getBackupName(now: Temporal.Instant, encryption: BackupEncryption | undefined): string {
  return `freehold-${now.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}.tar.zst${encryption ? '.age' : ''}`;
}

/** Returns how backups are encrypted with the owner's passphrase; undefined without one. */
export const toBackupEncryption = (passphrase: string | undefined, secretKey: Uint8Array) =>
  passphrase === undefined ? undefined : { passphrase, secretKey };

/**
 * Writes a backup to a file that only this account can read. It appears under its name once it is complete and durable.
 * Throws the error of the database, of a stored file or of the disk, and then leaves no file. `onProgress` gets the
 * bytes written so far.
 */
export async function writeBackupFile(
  source: BackupSource,
  path: string,
  onProgress?: (bytes: number) => void,
): Promise<BackupManifest & { bytes: number }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.partial-${randomUUID()}`;
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  const progress = onProgress && setInterval(() => onProgress(output.bytesWritten), PROGRESS_INTERVAL_MS);
  try {
    const manifest = await writeBackup(source, output);
    await rename(draft, path);
    await using folder = await open(dirname(path));
    await folder.sync();
    return { ...manifest, bytes: (await stat(path)).size };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    clearInterval(progress);
  }
}

/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL_MS = 1000;

/** Backs up a running site with `writeBackupFile`, then deletes the files that were removed during the backup. */
export async function createBackup(
  {
    db,
    files,
    version,
    now,
    backupEncryption,
  }: Pick<ApiServices, 'db' | 'files' | 'version' | 'now' | 'backupEncryption'>,
  path: string,
  onProgress?: (bytes: number) => void,
) {
  try {
    const source = { pool: db.$client, files, version, now, encryption: backupEncryption };
    return await writeBackupFile(source, path, onProgress);
  } finally {
    await deleteRemovedFiles(db, files);
  }
}
