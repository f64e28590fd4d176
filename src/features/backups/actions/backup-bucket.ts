import { createS3Store, type S3Settings } from '#platform/files/s3-store.ts';
import { LocalFile, type TemporaryFolder } from '#platform/files/local-file.ts';
import type { BackupEncryption } from '#platform/backup/write-backup.ts';
import { parseBackupName, type StoredBackup } from './backup-folder.ts';

/** Backups in a bucket of an S3-compatible store. All throw FileStoreUnavailableError. */
export interface BackupBucket {
  /** For people, such as `my-backups at s3.example.org`. */
  readonly label: string;
  /** Returns the backups, in any order. */
  list(): Promise<StoredBackup[]>;
  /** Uploads a backup, which exists once it is complete. */
  upload(name: string, path: string): Promise<void>;
  /** Returns a local copy, which the caller releases, or undefined if there is none. */
  download(name: string): Promise<{ readonly path: string; release(): Promise<void> } | undefined>;
  remove(name: string): Promise<void>;
}

declare module '#platform/api/context.ts' {
  interface FeatureServices {
    /** The absolute path of the folder of backups. */
    readonly backupFolder: string;
    /** How backups are encrypted; undefined if they aren’t. */
    readonly backupEncryption: BackupEncryption | undefined;
    /** The bucket that scheduled backups are moved to; undefined if they stay in the folder. */
    readonly backupBucket: BackupBucket | undefined;
  }
}

/** Names in file stores are lowercase. */
const toKey = (name: string) => name.toLowerCase();

export function openBackupBucket(settings: S3Settings, temporary: TemporaryFolder): BackupBucket {
  const store = createS3Store(settings, { temporary });
  return {
    label: `${settings.bucket} at ${new URL(settings.endpoint).host}`,
    async list() {
      return (await store.list()).flatMap(({ name, bytes }) => {
        const parsed = parseBackupName(name);
        return parsed ? [{ ...parsed, name, bytes }] : [];
      });
    },
    upload: async (name, path) => store.write(toKey(name), await LocalFile.open(path, toKey(name), '')),
    download: name => store.local(toKey(name)),
    remove: name => store.remove(toKey(name)),
  };
}
