import { resolve } from 'node:path';
import { z } from 'zod';
import { defineEnvironment } from '#platform/feature.ts';

declare module '#platform/feature.ts' {
  interface FeatureConfig {
    /** The absolute path of `BACKUP_DIR`. */
    readonly configuredBackupFolder?: string | undefined;
  }
}

declare module '#platform/api/context.ts' {
  interface FeatureServices {
    /** The absolute path of the folder of backups. */
    readonly backupFolder: string;
  }
}

export const backupsEnvironment = defineEnvironment({ BACKUP_DIR: z.string().optional() }, ({ BACKUP_DIR }) => ({
  configuredBackupFolder: BACKUP_DIR === undefined ? undefined : resolve(BACKUP_DIR),
}));
