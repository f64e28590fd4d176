import { resolve } from 'node:path';
import { z } from 'zod';
import { defineEnvironment } from '#platform/feature.ts';
import { defineS3Variables, parseS3Config } from '#platform/files/s3-config.ts';
import type { S3Settings } from '#platform/files/s3-store.ts';

declare module '#platform/feature.ts' {
  interface FeatureConfig {
    /** The absolute path of `BACKUP_DIR`. */
    readonly configuredBackupFolder?: string | undefined;
    /** The bucket of backups (`BACKUP_S3_…`). */
    readonly backupS3?: S3Settings | undefined;
    /** The passphrase that encrypts backups (`BACKUP_PASSPHRASE`). */
    readonly backupPassphrase?: string | undefined;
  }
}

const S3_PREFIX = 'BACKUP_S3_';

export const backupsEnvironment = defineEnvironment(
  {
    BACKUP_DIR: z.string().optional(),
    BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
    ...defineS3Variables(S3_PREFIX),
  },
  values => ({
    configuredBackupFolder: typeof values.BACKUP_DIR === 'string' ? resolve(values.BACKUP_DIR) : undefined,
    backupS3: parseS3Config(S3_PREFIX, values),
    backupPassphrase: typeof values.BACKUP_PASSPHRASE === 'string' ? values.BACKUP_PASSPHRASE : undefined,
  }),
);
