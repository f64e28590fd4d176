// What other parts of the product may import on the server.
export { getBackupName, writeBackupFile } from './actions/write-backup-file.ts';
