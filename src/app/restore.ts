import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { access, constants, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { getBackupName, openBackupBucket, writeBackupFile } from '#features/backups/index.ts';
import { BackupError, type RestoredBackup, restoreBackup } from '#platform/backup/restore-backup.ts';
import { CommandError } from '#platform/cli/command.ts';
import { createDatabase } from '#platform/database/database.ts';
import { listPendingMigrations } from '#platform/database/migrate.ts';
import { createDiskStore, type FileStore, unlessMissing } from '#platform/files/file-store.ts';
import { LocalFile, TemporaryFolder } from '#platform/files/local-file.ts';
import { STORE_ID_FILE } from '#platform/files/store-id.ts';
import { lockSite } from '#platform/database/site-lock.ts';
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { openFileStore } from './file-store.ts';
import { root, version } from './root.ts';
import { createShutdownStack } from './shutdown-stack.ts';

interface RestoreOptions {
  /** Whether to replace a site that has accounts. Its data is backed up first. */
  readonly replace: boolean;
  readonly onNotice: (text: string) => void;
}

/** A restored backup, and the backup of what it replaced. */
interface RestoredSite extends RestoredBackup {
  readonly replacedBackup: string | undefined;
}

/**
 * Replaces a stopped site's data and files with those of a backup. The database changes in one transaction, and the
 * files with it: interrupted at any point, the next start either finds the old data or finishes the restore.
 *
 * Throws CommandError if the site is running or, without `replace`, has accounts, and BackupError for a bad backup.
 */
export async function restoreSite(config: Config, path: string, options: RestoreOptions): Promise<RestoredSite> {
  const shutdown = createShutdownStack();
  try {
    await openDataFolder(config.dataDir);
    const temporary = new TemporaryFolder(join(config.dataDir, 'temporary'));
    const backup = await openBackup(config, path, temporary);
    shutdown.add(() => backup.release());
    const { ownerUrl, stop } = await openDatabase(config, { claim: true, onNotice: options.onNotice });
    shutdown.add(stop);
    const { $client: pool } = createDatabase(ownerUrl, 'jobs');
    shutdown.add(() => pool.end());
    const unlock = await lockSite(ownerUrl);
    if (!unlock) throw new CommandError('The site is running. Stop it first.');
    shutdown.add(unlock);
    await settleRestore(config, ownerUrl);

    const store = await openFileStore(config, temporary);
    const hasAccounts = await hasUsers(pool);
    if (hasAccounts && !options.replace) {
      throw new CommandError(
        'This site has accounts. Use --replace to replace all of its data. The data is backed up first.',
      );
    }
    const replacedBackup = hasAccounts ? await backUp(config, pool, store) : undefined;
    if (replacedBackup) options.onNotice(`The current data was backed up to ${replacedBackup}.`);
    const restored = await replaceData(config, { pool, ownerUrl, store, temporary, path: backup.path });
    await settleRestore(config, ownerUrl);
    return { ...restored, replacedBackup };
  } finally {
    await shutdown.run();
  }
}

/** Returns a readable file: the one at the path, or a copy of the backup of this name in the bucket of backups. */
async function openBackup({ backupS3 }: Config, path: string, temporary: TemporaryFolder) {
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (isReadable) return { path, release: async () => {} };
  const copy = backupS3 && (await openBackupBucket(backupS3, temporary).download(basename(path)));
  if (!copy) throw new CommandError(`${path} can’t be read.`);
  return copy;
}

async function hasUsers(pool: Pool): Promise<boolean> {
  const exists = await pool.query<{ table: string | null }>("select to_regclass('public.users')::text as table");
  if (!exists.rows[0]?.table) return false;
  return (await pool.query('select from users limit 1')).rows.length > 0;
}

async function backUp(config: Config, pool: Pool, files: FileStore): Promise<string> {
  // Throws for a database that this version can't read.
  await listPendingMigrations(pool, join(root, 'migrations'));
  const now = () => Temporal.Now.instant();
  const path = join(config.dataDir, 'backups', `before-restore-${getBackupName(now())}`);
  await writeBackupFile({ pool, files, version, now }, path);
  return path;
}

interface Replacement {
  readonly pool: Pool;
  readonly ownerUrl: string;
  readonly store: FileStore;
  readonly temporary: TemporaryFolder;
  readonly path: string;
}

async function replaceData(
  config: Config,
  { pool, ownerUrl, store, temporary, path }: Replacement,
): Promise<RestoredBackup> {
  // A bucket has no folders to swap. Its files have unique names, so that new ones don't affect the old data.
  const target = config.s3 ? store : createDiskStore(stagingFolder(config));
  const client = await pool.connect();
  try {
    await client.query('begin');
    const restored = await restoreBackup(createReadStream(path), {
      client,
      migrations: join(root, 'migrations'),
      writeFile: async (name, content) => {
        const copy = await temporary.write(content);
        await target.write(name, await LocalFile.open(copy, name, ''));
        await temporary.remove(copy);
      },
    });
    await assignStoreId(client, target);
    await client.query('commit');
    client.release();
    return restored;
  } catch (error) {
    client.release(true);
    // Only the database knows whether a commit took effect whose response was lost.
    await settleRestore(config, ownerUrl);
    if (error instanceof BackupError) throw new CommandError(`${error.message} Nothing was changed.`);
    throw error;
  }
}

/** Gives the database and the files the same id. In the data folder, `settleRestore` compares them. */
async function assignStoreId(client: PoolClient, store: FileStore): Promise<void> {
  const id = (await store.read(STORE_ID_FILE))?.toString('utf8').trim() || randomUUID();
  await client.query('delete from file_store_id');
  await client.query('insert into file_store_id (id) values ($1)', [id]);
  await store.write(STORE_ID_FILE, new TextEncoder().encode(id));
}

/** The folder of restored files until the database contains their rows. */
const stagingFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'files.restored');

/**
 * Finishes or undoes an interrupted restore. The files have a new id; if the database has it too, its transaction was
 * committed, so they replace the old ones.
 */
export async function settleRestore({ dataDir }: Pick<Config, 'dataDir'>, ownerUrl: string): Promise<void> {
  const [staging, files, replaced] = [
    stagingFolder({ dataDir }),
    join(dataDir, 'files'),
    join(dataDir, 'files.replaced'),
  ];
  if (existsSync(staging)) {
    const id = await unlessMissing(readFile(join(staging, STORE_ID_FILE), 'utf8'));
    if (id !== undefined && (await readStoreId(ownerUrl)) === id.trim()) {
      await rm(replaced, { recursive: true, force: true });
      if (existsSync(files)) await rename(files, replaced);
      await rename(staging, files);
    } else await rm(staging, { recursive: true, force: true });
  }
  await rm(replaced, { recursive: true, force: true });
}

async function readStoreId(ownerUrl: string): Promise<string | undefined> {
  const { $client: pool } = createDatabase(ownerUrl, 'jobs');
  try {
    const exists = await pool.query<{ table: string | null }>(
      "select to_regclass('public.file_store_id')::text as table",
    );
    if (!exists.rows[0]?.table) return undefined;
    return (await pool.query<{ id: string }>('select id from file_store_id')).rows[0]?.id;
  } finally {
    await pool.end();
  }
}
