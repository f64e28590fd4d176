import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, CommandError } from '#platform/cli/command.ts';
import { createZip } from '#platform/files/zip-writer.ts';
import { findErrorCode } from '#platform/startup-error.ts';
import { streamExportFiles } from './actions/export.ts';

export const importExportCommands: readonly Command[] = [
  {
    name: 'export',
    summary: 'write all posts, projects, comments, pages and images to a ZIP archive',
    arguments: ['[file]'],
    async run({ db, files, now }, input) {
      const path = input.resolvePath(input.arguments[0] ?? `freehold-${now().toString().slice(0, 10)}.zip`);
      const file = await open(path, 'wx').catch((error: unknown) => {
        const code = findErrorCode(error);
        throw new CommandError(
          code === 'EEXIST' ? `${path} already exists. Choose another name.` : `${path} can’t be written (${code}).`,
        );
      });
      try {
        await pipeline(
          Readable.from(createZip(streamExportFiles(db, files)), { objectMode: false }),
          createWriteStream('', { fd: file.fd, autoClose: false }),
        );
        await file.sync();
        const { size } = await file.stat();
        return { text: `Exported to ${path}.`, json: { path, bytes: size } };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
  },
];
