import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { access, constants, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { isAge } from '#platform/backup/age-stream.ts';
import { SECRET_KEY } from '#platform/backup/format.ts';
import { BackupError, type RestoredBackup, restoreBackup } from '#platform/backup/restore-backup.ts';
import { CommandError } from '#platform/cli/command.ts';
import { createDatabase } from '#platform/database/database.ts';
import { listPendingMigrations } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { prepareServingRole } from '#platform/database/serving-role.ts';
import { lockSite } from '#platform/database/site-lock.ts';
import type { FeatureConfig } from '#platform/feature.ts';
import { openDataFolder } from '#platform/files/data-folder.ts';
import { createDiskStore, type FileStore, unlessMissing } from '#platform/files/file-store.ts';
import { LocalFile, TemporaryFolder } from '#platform/files/local-file.ts';
import { openFileStore } from '#platform/files/open-file-store.ts';
import type { S3Settings } from '#platform/files/s3-store.ts';
import { loadOrCreateSecretKey } from '#platform/files/secret-key.ts';
import { STORE_ID_FILE } from '#platform/files/store-id.ts';
import { root, version } from '#platform/root.ts';
import { createShutdownStack } from '#platform/shutdown-stack.ts';
import { deleteUnfinishedRuns } from '../queries.ts';
import { openBackupBucket } from './backup-bucket.ts';
import { getBackupName, toBackupEncryption, writeBackupFile } from './write-backup-file.ts';

/** The settings of the site to restore. */
interface SiteConfig extends FeatureConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly s3: S3Settings | undefined;
  readonly secretKey: Buffer | undefined;
}

interface RestoreOptions {
  /** Whether to replace a site that has accounts. Its data is backed up first. */
  readonly replace: boolean;
  readonly onNotice: (text: string) => void;
  /** Asks for the passphrase of an encrypted backup, unless `BACKUP_PASSPHRASE` is set. */
  readonly readPassphrase: () => Promise<string>;
}

/** A restored backup, and the backup of the replaced site. */
interface RestoredSite extends RestoredBackup {
  readonly replacedBackup: string | undefined;
}

/**
 * Replaces a stopped site's data and files with those of a backup. The database changes in one transaction, and the
 * files with it: interrupted at any point, the next start either finds the old data or finishes the restore.
 *
 * Throws CommandError if the site is running or, without `replace`, has accounts, and BackupError for a bad backup.
 */
export async function restoreSite(config: SiteConfig, path: string, options: RestoreOptions): Promise<RestoredSite> {
  const shutdown = createShutdownStack();
  try {
    await openDataFolder(config.dataDir);
    const temporary = new TemporaryFolder(join(config.dataDir, 'temporary'));
    const backup = await openBackup(config, path, temporary);
    shutdown.add(() => backup.release());
    const passphrase = (await isEncrypted(backup.path))
      ? (config.backupPassphrase ?? (await options.readPassphrase()))
      : undefined;
    if (passphrase === '') {
      throw new CommandError('This backup is encrypted. Type its passphrase, or set BACKUP_PASSPHRASE.');
    }
    const { ownerUrl, stop } = await openDatabase(config, { claim: true, onNotice: options.onNotice });
    shutdown.add(stop);
    const db = createDatabase(ownerUrl, 'jobs');
    const { $client: pool } = db;
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
    const restored = await replaceData(config, { pool, ownerUrl, store, temporary, path: backup.path, passphrase });
    await settleRestore(config, ownerUrl);
    // Commands need it before the next start.
    if (config.databaseUrl === undefined) await prepareServingRole(pool);
    await deleteUnfinishedRuns(db);
    if (restored.secretKey !== undefined && config.secretKey?.toString('hex') !== restored.secretKey) {
      options.onNotice(
        config.secretKey
          ? 'The backup has another secret key than SECRET_KEY. Remove SECRET_KEY to use it.'
          : 'The secret key of the backup was restored, too.',
      );
    }
    return { ...restored, replacedBackup };
  } finally {
    await shutdown.run();
  }
}

/** Returns a readable file: the one at the path, or a copy of the backup of this name in the bucket of backups. */
async function openBackup({ backupS3 }: SiteConfig, path: string, temporary: TemporaryFolder) {
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (isReadable) return { path, release: async () => {} };
  const copy = backupS3 && (await openBackupBucket(backupS3, temporary).download(basename(path)));
  if (!copy) throw new CommandError(`${path} can’t be read.`);
  return copy;
}

async function isEncrypted(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read({ buffer: Buffer.alloc(64) });
  return isAge(buffer);
}

async function hasUsers(pool: Pool): Promise<boolean> {
  const exists = await pool.query<{ table: string | null }>("select to_regclass('public.users')::text as table");
  if (!exists.rows[0]?.table) return false;
  return (await pool.query('select from users limit 1')).rows.length > 0;
}

async function backUp(config: SiteConfig, pool: Pool, files: FileStore): Promise<string> {
  // Throws for a database that this version can't read.
  await listPendingMigrations(pool, join(root, 'migrations'));
  const now = () => Temporal.Now.instant();
  const secretKey = config.secretKey ?? (await loadOrCreateSecretKey(config.dataDir));
  const encryption = toBackupEncryption(config.backupPassphrase, secretKey);
  const path = join(config.dataDir, 'backups', `before-restore-${getBackupName(now(), encryption)}`);
  await writeBackupFile({ pool, files, version, now, encryption }, path);
  return path;
}

interface Replacement {
  readonly pool: Pool;
  readonly ownerUrl: string;
  readonly store: FileStore;
  readonly temporary: TemporaryFolder;
  readonly path: string;
  readonly passphrase: string | undefined;
}

async function replaceData(
  config: SiteConfig,
  { pool, ownerUrl, store, temporary, path, passphrase }: Replacement,
): Promise<RestoredBackup> {
  // A bucket has no folders to swap. Its files have unique names, so new ones don't affect the old data.
  const target = config.s3 ? store : createDiskStore(stagingFolder(config));
  const client = await pool.connect();
  try {
    await client.query('begin');
    const restored = await restoreBackup(createReadStream(path), {
      client,
      migrations: join(root, 'migrations'),
      passphrase,
      writeFile: async (name, content) => {
        const copy = await temporary.write(content);
        await target.write(name, await LocalFile.open(copy, name, ''));
        await temporary.remove(copy);
      },
    });
    await assignStoreId(client, target);
    if (restored.secretKey !== undefined) await stageSecretKey(client, config, restored.secretKey);
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

/**
 * Writes the secret key of a backup to a file named after the transaction. After the commit, `settleSecretKey` puts it
 * in place.
 */
async function stageSecretKey(
  client: PoolClient,
  { dataDir }: Pick<SiteConfig, 'dataDir'>,
  key: string,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  await using file = await open(join(dataDir, `${STAGED_KEY}${rows[0]?.id}`), 'w', 0o600);
  await file.writeFile(`${key}\n`);
  await file.sync();
}

const STAGED_KEY = 'secret.key.restored-';

/** Replaces the secret key with that of a restored backup, and keeps a different earlier one as `secret.key.replaced-…`. */
async function settleSecretKey(dataDir: string, ownerUrl: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter(file => file.startsWith(STAGED_KEY))) {
    const [staged, current] = [join(dataDir, name), join(dataDir, SECRET_KEY)];
    const transaction = name.slice(STAGED_KEY.length);
    const isCommitted = await withDatabase(ownerUrl, async pool => {
      const { rows } = await pool.query<{ status: string }>('select pg_xact_status($1::xid8) as status', [transaction]);
      return rows[0]?.status === 'committed';
    });
    const before = await unlessMissing(readFile(current, 'utf8'));
    if (!isCommitted || before === (await readFile(staged, 'utf8'))) await rm(staged);
    else {
      if (before !== undefined) await rename(current, join(dataDir, `secret.key.replaced-${transaction}`));
      await rename(staged, current);
    }
  }
}

/** The folder of restored files until the database contains their rows. */
const stagingFolder = ({ dataDir }: Pick<SiteConfig, 'dataDir'>) => join(dataDir, 'files.restored');

/**
 * Finishes or undoes an interrupted restore. The files have a new id; if the database has it too, its transaction was
 * committed, so they replace the old ones. The secret key of an encrypted backup follows.
 */
export async function settleRestore({ dataDir }: Pick<SiteConfig, 'dataDir'>, ownerUrl: string): Promise<void> {
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
  await settleSecretKey(dataDir, ownerUrl);
}

const readStoreId = (ownerUrl: string) =>
  withDatabase(ownerUrl, async pool => {
    const exists = await pool.query<{ table: string | null }>(
      "select to_regclass('public.file_store_id')::text as table",
    );
    if (!exists.rows[0]?.table) return undefined;
    return (await pool.query<{ id: string }>('select id from file_store_id')).rows[0]?.id;
  });

async function withDatabase<Result>(ownerUrl: string, use: (pool: Pool) => Promise<Result>): Promise<Result> {
  const { $client: pool } = createDatabase(ownerUrl, 'jobs');
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}
