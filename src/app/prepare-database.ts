import { join } from 'node:path';
import { getBackupName, toBackupEncryption, writeBackupFile } from '#features/backups/index.ts';
import { createDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { getErrorReason } from '#platform/database/open-database.ts';
import { prepareServingRole } from '#platform/database/serving-role.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { root, version } from '#platform/root.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { Config } from './config.ts';

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
