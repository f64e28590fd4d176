// What other parts of the product may import on the server.
export { openBackupBucket } from './actions/backup-bucket.ts';
export { deleteUnfinishedRuns } from './queries.ts';
export { getBackupName, toBackupEncryption, writeBackupFile } from './actions/write-backup-file.ts';
