import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommandError } from '#platform/cli/command.ts';
import { RUN_BACKUP } from './actions/run-backup-process.ts';
import { runStartedBackup } from './actions/run-backup.ts';
import { createBackup, getBackupName } from './actions/write-backup-file.ts';

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

export const backupsCommands: readonly Command[] = [
  {
    name: 'backup',
    summary: 'write all data and files to one archive, also while the site is running',
    arguments: ['[file]'],
    async run(context, input) {
      const [name] = input.arguments;
      const path =
        name === undefined
          ? join(context.backupFolder, getBackupName(context.now(), context.backupEncryption))
          : input.resolvePath(name);
      if (existsSync(path)) throw new CommandError(`${path} already exists. Choose another name.`);
      const { bytes, rows, files: fileCount, missingFiles } = await createBackup(context, path);
      const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
      const lines = [`Backup written to ${path} (${megabytes(bytes)}, ${rowCount} rows, ${fileCount} files).`];
      if (missingFiles.length > 0) {
        const count = missingFiles.length;
        lines.push(
          `${count === 1 ? '1 file was' : `${count} files were`} missing or damaged: ${missingFiles.join(', ')}`,
        );
      }
      lines.push(
        context.backupEncryption
          ? 'It contains the secret key and is encrypted with BACKUP_PASSPHRASE.'
          : 'It doesn’t contain the secret key. Store secret.key separately.',
      );
      return { text: lines.join('\n'), json: { path, bytes, rows, files: fileCount, missingFiles } };
    },
  },
  {
    name: RUN_BACKUP,
    summary: 'run a backup that the site has started',
    arguments: ['<id>'],
    isInternal: true,
    async run(context, input) {
      // Exiting normally also stops the temporary database server.
      process.once('SIGTERM', () => process.exit(1));
      await runStartedBackup(context, Number(input.arguments[0]));
      return { text: '', json: null };
    },
  },
];
