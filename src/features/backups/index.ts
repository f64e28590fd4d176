// The public API of this feature on the server.
export { openBackupBucket } from './actions/backup-bucket.ts';
export { deleteUnfinishedRuns } from './queries.ts';
export { getBackupName, toBackupEncryption, writeBackupFile } from './actions/write-backup-file.ts';
