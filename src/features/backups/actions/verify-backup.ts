import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  BackupError,
  type RestoredBackup,
  type RestoreTarget,
  restoreBackup,
} from '#platform/backup/restore-backup.ts';
import { toFilePart } from '#platform/backup/format.ts';
import { createDatabase, type Database, type Db } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { unlessMissing } from '#platform/files/file-store.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { listStoredChecksums } from '../queries.ts';

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    /** Returns the problems of the feature's rows in a restored backup, as messages for the owner. */
    readonly findBackupProblems?: (db: Db) => Promise<string[]>;
  }
}

/** Maximum number of files named in one problem. */
const NAMED_FILES = 5;

/**
 * Restores a backup into a temporary database server and folder, and returns its problems as messages for the owner.
 * Checks rows, hashes and foreign keys, and runs the features' checks. Uses as much disk space as the site.
 * Throws errors of the disk or the database server, which say nothing about the backup.
 */
export async function verifyBackup(
  {
    dataDir,
    features,
    migrations,
    backupEncryption,
  }: Pick<ApiServices, 'dataDir' | 'features' | 'migrations' | 'backupEncryption'>,
  path: string,
): Promise<string[]> {
  const scratch = join(dataDir, 'backup-check');
  await removeScratch(scratch);
  await mkdir(scratch, { recursive: true, mode: 0o711 });
  const server = await startEmbeddedPostgres({ dataDir: scratch, onNotice: () => {} });
  try {
    const db = createDatabase(server.connectionString, 'jobs');
    try {
      const restored = await restoreTo(db, {
        path,
        migrations,
        passphrase: backupEncryption?.passphrase,
        folder: join(scratch, 'files'),
      });
      const found = await Promise.all(
        features.map(async ({ findBackupProblems }) => (await findBackupProblems?.(db)) ?? []),
      );
      return [...(await findFileProblems(db, restored)), ...found.flat()];
    } finally {
      await db.$client.end();
    }
  } catch (error) {
    if (error instanceof BackupError) return [error.message];
    throw error;
  } finally {
    await server.stop();
    await removeFolder(scratch);
  }
}

/** Removes the files that a killed process left, after stopping its database server. */
async function removeScratch(scratch: string): Promise<void> {
  if (existsSync(join(scratch, 'postgres'))) {
    const left = await startEmbeddedPostgres({ dataDir: scratch, onNotice: () => {} }).catch(() => undefined);
    await left?.stop();
  }
  await removeFolder(scratch);
}

/** If the server's account can't read the data folder, `postgres` is a link to a folder elsewhere. */
async function removeFolder(scratch: string): Promise<void> {
  const cluster = await unlessMissing(realpath(join(scratch, 'postgres')));
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
}

async function restoreTo(
  db: Database,
  { path, folder, ...target }: { path: string; folder: string } & Pick<RestoreTarget, 'migrations' | 'passphrase'>,
): Promise<RestoredBackup> {
  const client = await db.$client.connect();
  try {
    await client.query('begin');
    const restored = await restoreBackup(createReadStream(path), {
      client,
      ...target,
      writeFile: async (name, content) => {
        const file = join(folder, name);
        await mkdir(dirname(file), { recursive: true });
        await pipeline(content, createWriteStream(file));
      },
    });
    await client.query('commit');
    return restored;
  } finally {
    client.release(true);
  }
}

/** Compares the files with the list of files in the database. */
async function findFileProblems(db: Db, { manifest }: RestoredBackup): Promise<string[]> {
  const rows = await listStoredChecksums(db);
  const missing = rows.filter(({ name }) => !manifest.parts[toFilePart(name)]).map(({ name }) => name);
  const damaged = rows
    .filter(({ name, sha256 }) => (manifest.parts[toFilePart(name)]?.sha256 ?? sha256) !== sha256)
    .map(({ name }) => name);
  return [
    ...describe(missing, 'is missing on the site', 'are missing on the site'),
    ...describe(damaged, 'is damaged on the site', 'are damaged on the site'),
  ];
}

function describe(names: readonly string[], one: string, many: string): string[] {
  if (names.length === 0) return [];
  const named = names.slice(0, NAMED_FILES).join(', ');
  const rest = names.length > NAMED_FILES ? ' and others' : '';
  return [`${names.length} ${names.length === 1 ? `file ${one}` : `files ${many}`}: ${named}${rest}.`];
}
