// What other parts of the product may import on the server.
export { getBackupName, writeBackupFile } from './actions.ts';
