import { join } from 'node:path';
import { Client } from 'pg';
import { getBackupName, toBackupEncryption, writeBackupFile } from '#features/backups/index.ts';
import { createDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { migrate } from '#platform/database/migrate.ts';
import { asServingRole, prepareServingRole } from '#platform/database/serving-role.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { Config } from './config.ts';
import { root, version } from './root.ts';

/** A site's database. */
export interface OpenedDatabase {
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string;
  /** Connects as the site's role; on an external database, as the role that the owner configured. */
  readonly connectionString: string;
  /** Disconnects. The last process to disconnect from an embedded database also stops its server. */
  readonly stop: () => Promise<void>;
}

interface OpenOptions {
  /** Whether to claim the data folder of an embedded database, so no other site uses it. */
  readonly claim: boolean;
  readonly onNotice: (text: string) => void;
}

/** Starts the embedded database or joins a running one, or checks the external one. Throws StartupError. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { claim, onNotice }: OpenOptions,
): Promise<OpenedDatabase> {
  if (databaseUrl !== undefined) {
    await assertDatabaseUsable(databaseUrl);
    return { ownerUrl: databaseUrl, connectionString: databaseUrl, stop: async () => {} };
  }
  const server = await startEmbeddedPostgres({ dataDir, claim, onNotice });
  const ownerUrl = server.connectionString;
  return { ownerUrl, connectionString: asServingRole(ownerUrl), stop: () => server.stop() };
}

interface PrepareOptions {
  readonly files: FileStore;
  readonly secretKey: Uint8Array;
  readonly onNotice: (text: string) => void;
}

/**
 * Runs migrations as the owner role and grants the serving role its rights. An existing database is backed up before it
 * changes, unless `backupBeforeUpgrade` is off. Throws StartupError and changes nothing if a step fails.
 */
export async function prepareDatabase(
  ownerUrl: string,
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'backupBeforeUpgrade' | 'backupPassphrase'>,
  { files, secretKey, onNotice }: PrepareOptions,
): Promise<void> {
  const { $client: owner } = createDatabase(ownerUrl, 'jobs');
  const backUp = async () => {
    if (!config.backupBeforeUpgrade) return;
    const now = () => Temporal.Now.instant();
    const encryption = toBackupEncryption(config.backupPassphrase, secretKey);
    const path = join(config.dataDir, 'backups', `before-upgrade-${getBackupName(now(), encryption)}`);
    onNotice(`Backing up the site to ${path} before the upgrade…`);
    await writeBackupFile({ pool: owner, files, version, now, encryption }, path).catch((error: unknown) => {
      throw new StartupError(`The backup before the upgrade failed: ${getErrorReason(error)}`, { cause: error });
    });
  };
  try {
    await migrate(owner, join(root, 'migrations'), backUp);
    if (config.databaseUrl === undefined) await prepareServingRole(owner);
  } finally {
    await owner.end();
  }
}

async function assertDatabaseUsable(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  let encoding: string | undefined;
  try {
    await client.connect();
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
    encoding = rows[0]?.server_encoding;
    await client.end();
  } catch (error) {
    throw new StartupError(`Could not connect to the database in DATABASE_URL: ${getErrorReason(error)}`);
  }
  if (encoding !== 'UTF8') {
    throw new StartupError(
      `The database in DATABASE_URL has the encoding ${encoding}. Create one with: create database freehold encoding 'UTF8' template template0`,
    );
  }
}

/** An AggregateError of refused connections has no message; its individual errors do. */
function getErrorReason(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error && first.message ? first.message : 'unknown error';
}
