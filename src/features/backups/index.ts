// The public API of this feature on the server.
export { restoreSite, settleRestore } from './actions/restore-site.ts';
export { getBackupName, toBackupEncryption, writeBackupFile } from './actions/write-backup-file.ts';
