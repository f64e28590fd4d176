import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '#platform/files/file-store.ts';

/**
 * Such as `freehold-20261127T030000Z.tar.zst`, with a prefix for those made before an upgrade or a restore, and `.age`
 * for encrypted ones.
 */
const BACKUP_NAME = /^(?<kind>(?:before-[a-z]+-)?)freehold-(?<date>\d{8}T\d{6})Z\.tar\.zst(?:\.age)?$/i;
const PARTIAL_NAME = /\.tar\.zst(?:\.age)?\.partial-[0-9a-f-]{36}$/;

/** Hours after which an incomplete file can only be left over from a process that was killed. */
const PARTIAL_HOURS = 48;

/** A complete backup in the folder. */
export interface StoredBackup {
  readonly name: string;
  /** Empty for ordinary backups, such as `before-upgrade-` for others. */
  readonly kind: string;
  /** Size in bytes. */
  readonly bytes: number;
  readonly createdAt: Temporal.Instant;
}

/** Returns the backups in a folder. A file that is still being written isn't one. */
export async function listBackupFiles(folder: string): Promise<StoredBackup[]> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  const backups = await Promise.all(names.map(name => readBackupFile(folder, name)));
  return backups.filter(backup => backup !== undefined);
}

/** Parses the file name of a backup. Returns undefined for other names. */
export function parseBackupName(name: string): Pick<StoredBackup, 'kind' | 'createdAt'> | undefined {
  const { kind, date } = BACKUP_NAME.exec(name)?.groups ?? {};
  if (kind === undefined || date === undefined) return undefined;
  try {
    return { kind, createdAt: Temporal.Instant.from(`${date}Z`) };
  } catch {
    // Month 13, for example.
    return undefined;
  }
}

/** Returns the backup with this file name, or undefined if there is none. */
export async function readBackupFile(folder: string, name: string): Promise<StoredBackup | undefined> {
  const parsed = parseBackupName(name);
  if (!parsed) return undefined;
  const file = await unlessMissing(stat(join(folder, name)));
  return file?.isFile() ? { ...parsed, name, bytes: file.size } : undefined;
}

/** Deletes the incomplete files of processes that were killed. */
export async function deletePartialBackups(folder: string, now: Temporal.Instant): Promise<void> {
  const before = now.subtract({ hours: PARTIAL_HOURS }).epochMilliseconds;
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    if (!PARTIAL_NAME.test(name)) continue;
    const file = await unlessMissing(stat(join(folder, name)));
    if (file && file.mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}
