import { join } from 'node:path';
import { defineFeature, defineJob } from '#platform/feature.ts';
import { openBackupBucket } from './actions/backup-bucket.ts';
import { toBackupEncryption } from './actions/write-backup-file.ts';
import { runScheduledBackup, runStartedBackup } from './actions/run-backup.ts';
import { runBackupProcess } from './actions/run-backup-process.ts';
import { backupsCheck } from './checks.ts';
import { backupsCommands } from './commands.ts';
import { backupsEnvironment } from './config.ts';
import { backupsHandlers, registerDownloadRoute } from './handlers.ts';
import { manualBackupQueue, scheduledBackupQueue } from './rules/queues.ts';

export const backups = defineFeature({
  name: 'backups',
  environment: backupsEnvironment,
  services: ({ configuredBackupFolder, backupS3, backupPassphrase, secretKey }, { dataDir, temporary }) => ({
    backupFolder: configuredBackupFolder ?? join(dataDir, 'backups'),
    backupEncryption: toBackupEncryption(backupPassphrase, secretKey),
    backupBucket: backupS3 && openBackupBucket(backupS3, temporary),
  }),
  handlers: { backups: backupsHandlers },
  routes: (app, { contexts }) => registerDownloadRoute(app, contexts),
  commands: backupsCommands,
  checks: [backupsCheck],
  jobs: [
    // Every hour, since the owner's hour and time zone can change. At the start, for a backup that was missed.
    defineJob({
      queue: scheduledBackupQueue,
      run: services => runScheduledBackup(services, runBackupProcess),
      schedule: '0 * * * *',
      onStart: true,
    }),
    defineJob({
      queue: manualBackupQueue,
      run: (services, { data }) => runStartedBackup(services, data.runId, runBackupProcess),
    }),
  ],
});
